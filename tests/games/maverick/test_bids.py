from games.scorecard import Line
from tests.cases import cases
from tests.games.maverick.rounds import (
    AHEAD,
    BEHIND,
    LEVEL,
    adders,
    blind,
    bling,
    counted,
    lines,
    null,
    played,
    points,
    trick,
)


@cases(
    "hand, rules, scored, why",
    [
        (6, {}, 18, "null made: 6 × 3, 12 more"),
        (1, {}, 3, "null made: 1 × 3, 2 more"),
        (-1, {}, 1, "null made: 1 instead of −1"),
        (-3, {}, 1, "null made: 1 instead of −3"),
        (0, {}, 0, "null made with exactly 0: nothing to triple and nothing lost"),
        (0, {"null_zero": "one"}, 1, "null made: 1 instead of 0"),
        (6, {"null_zero": "one"}, 18, "null made: 6 × 3, 12 more"),
    ],
)
def test_a_null_made_triples_a_hand_above_zero_and_forgets_one_below(hand, rules, scored, why):
    last = counted(hand, 3, null())

    assert points(LEVEL, last, **rules) == (scored, 3)
    assert lines(LEVEL, last, **rules)[1] == Line(0, "null-made", scored - hand, why)


@cases(
    "hand, rules, scored, why",
    [
        (8, {}, -1, "null lost: −1 instead of 8"),
        (0, {}, -1, "null lost: −1 instead of 0"),
        (-5, {}, -1, "null lost: −1 instead of −5"),
        (-5, {"null_lost": "keep-negative"}, -6, "null lost: −1, and by your house rule −5 counts too"),
        (0, {"null_lost": "keep-negative"}, -1, "null lost: −1 instead of 0"),
        (8, {"null_lost": "keep-negative"}, -1, "null lost: −1 instead of 8"),
    ],
)
def test_a_null_lost_forfeits_the_hand_and_one_point(hand, rules, scored, why):
    last = counted(hand, 3, null(took_trick=True))

    assert points(LEVEL, last, **rules) == (scored, 3)
    assert lines(LEVEL, last, **rules)[1] == Line(0, "null-lost", scored - hand, why)


@cases(
    "hand, theirs, rules, scored, why",
    [
        (7, 2, {}, 14, "blind made: 7 × 2"),
        (1, 0, {}, 2, "blind made: 1 × 2"),
        (0, -1, {}, 0, "blind made with 0: nothing was gained that could be doubled"),
        (-1, -5, {}, -1, "blind made with −1: nothing was gained that could be doubled"),
        (-1, -5, {"blind_negative": "double"}, -2, "blind made: −1 × 2"),
        (-1, -5, {"bling_negative": "double"}, -1, "blind made with −1: nothing was gained that could be doubled"),
        (7, 2, {"blind_negative": "double"}, 14, "blind made: 7 × 2"),
    ],
)
def test_a_blind_made_doubles_what_was_gained(hand, theirs, rules, scored, why):
    last = counted(hand, theirs, blind())

    assert points(BEHIND, last, **rules) == (scored, theirs)
    assert lines(BEHIND, last, **rules)[1] == Line(0, "blind-made", scored - hand, why)


@cases(
    "hand, theirs, rules, scored, why",
    [
        (3, 8, {}, 0, "blind lost: −3"),
        (4, 4, {}, 1, "blind lost: −3"),
        (-2, 8, {}, -5, "blind lost: −3"),
        (3, 8, {"blind_lost": "replace"}, -3, "blind lost: by your house rule −3 instead of 3"),
        (-2, 8, {"blind_lost": "replace"}, -3, "blind lost: by your house rule −3 instead of −2"),
    ],
)
def test_a_blind_lost_costs_three_points(hand, theirs, rules, scored, why):
    last = counted(hand, theirs, blind())

    assert points(BEHIND, last, **rules) == (scored, theirs)
    assert lines(BEHIND, last, **rules)[1] == Line(0, "blind-lost", scored - hand, why)


def test_blind_compares_the_tricks_before_bids_and_reneges():
    assert points(BEHIND, counted(6, 5, blind(2), null(1), reneges=[0, 0, 0])) == (0, 15)


@cases(
    "hand, rules, scored, why",
    [
        (17, {}, 34, "bling made: 17 × 2"),
        (-2, {}, -2, "bling made with −2: nothing was gained that could be doubled"),
        (-2, {"bling_negative": "double"}, -4, "bling made: −2 × 2"),
        (-2, {"blind_negative": "double"}, -2, "bling made with −2: nothing was gained that could be doubled"),
    ],
)
def test_a_bling_made_doubles_what_was_gained(hand, rules, scored, why):
    last = counted(hand, 2, bling(), books=[3, 0])

    assert points(AHEAD, last, **rules) == (scored, 2)
    assert lines(AHEAD, last, **rules)[1] == Line(0, "bling-made", scored - hand, why)


def test_a_bling_lost_takes_the_total_and_the_hand():
    last = counted(11, 4, bling(), books=[2, 1])

    assert played(AHEAD, last).totals == (0, 7)
    assert lines(AHEAD, last)[1:3] == [
        Line(0, "bling-lost", -11, "bling lost: 0 instead of 11"),
        Line(0, "total-lost", -12, "bling lost: the total of 12 goes to zero"),
    ]


def test_a_bling_lost_takes_only_the_hand_by_house_rule():
    last = counted(11, 4, bling(), books=[2, 1])

    assert played(AHEAD, last, bling_lost="hand").totals == (12, 7)
    assert [line.rule for line in lines(AHEAD, last, bling_lost="hand")] == ["counted", "bling-lost", "counted"]


def test_a_bling_lost_adds_the_hand_to_zero_by_house_rule():
    last = counted(11, 4, bling(), books=[2, 1])

    assert played(AHEAD, last, bling_lost="total-then-hand").totals == (11, 7)
    assert lines(AHEAD, last, bling_lost="total-then-hand")[1] == Line(
        0, "bling-lost", 0, "bling lost: by your house rule 11 still counts"
    )


def test_the_books_of_a_bling_are_counted_from_the_tricks():
    others = [trick(1, "plain")] * 10

    assert points(AHEAD, {"tricks": [*adders(0, 4, 4, 4), *others], "bids": [bling(2)]}) == (30, 10)
    assert points(AHEAD, {"tricks": [*adders(0, 4, 4, 3, 1), *others[1:]], "bids": [bling(2)]}) == (-12, 9)
    assert points(AHEAD, {"tricks": [*adders(0, 4, 4), *adders(1, 4), *others], "bids": [bling(2)]}) == (-12, 15)


@cases(
    "hand, bids, scored",
    [
        (5, [null(), blind(2)], 30),
        (5, [blind(0), null(0)], 30),
        (5, [null(took_trick=True), blind()], -1),
        (2, [null(took_trick=True), blind()], -4),
        (2, [null(), null(2)], 18),
        (-4, [null(), null(2)], 3),
        (6, [null(), null(2, took_trick=True)], -1),
        (6, [null(took_trick=True), null(2)], -1),
        (-4, [null(), null(2, took_trick=True)], -1),
        (-4, [null(took_trick=True), null(2)], -1),
        (6, [null(took_trick=True), null(2, took_trick=True)], -2),
        (-4, [null(took_trick=True), null(2, took_trick=True)], -2),
        (0, [null(2, took_trick=True), null()], -1),
        (5, [blind(), blind(2)], 20),
        (2, [blind(), blind(2)], -4),
    ],
)
def test_bids_that_may_be_combined_are_applied_one_after_the_other(hand, bids, scored):
    assert points(BEHIND, counted(hand, 4, *bids), stack=True) == (scored, 4)


def test_a_null_is_applied_before_the_bling_beside_it():
    assert points(AHEAD, counted(5, 4, bling(2), null(), books=[3, 0]), stack=True) == (30, 4)
    assert points(AHEAD, counted(5, 4, bling(2), null(), books=[2, 0]), stack=True) == (-12, 4)


@cases("loser", [0, 2])
def test_a_null_made_beside_one_lost_says_why_it_brings_nothing(loser):
    bids = [null(seat, took_trick=seat == loser) for seat in (0, 2)]

    assert [(line.points, line.reason) for line in lines(BEHIND, counted(6, 4, *bids), stack=True)[1:3]] == [
        (-7, "null lost: −1 instead of 6"),
        (0, "null made, but the null lost forfeits the hand: nothing to triple"),
    ]


@cases("hand, scored", [(-4, -5), (6, -1)])
@cases("loser", [0, 2])
def test_a_negative_hand_kept_by_house_rule_is_kept_beside_a_null_made(loser, hand, scored):
    bids = [null(seat, took_trick=seat == loser) for seat in (0, 2)]

    assert points(BEHIND, counted(hand, 4, *bids), stack=True, null_lost="keep-negative") == (scored, 4)
    both = [null(seat, took_trick=True) for seat in (0, 2)]
    assert points(BEHIND, counted(hand, 4, *both), stack=True, null_lost="keep-negative") == (scored - 1, 4)


def test_two_blings_lost_take_the_total_once():
    so_far = played(AHEAD, counted(5, 4, bling(), bling(2), books=[2, 0]), stack=True)

    assert so_far.totals == (0, 7)
    assert [line.rule for line in so_far.rounds[-1].lines].count("total-lost") == 1


def test_each_pair_has_its_own_bid():
    assert points({"points": [2, -7]}, counted(6, 3, null(2), blind(3))) == (18, 0)
