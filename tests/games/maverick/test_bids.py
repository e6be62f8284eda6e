"""What bids make of a hand: null, blind and bling, alone and together."""

from games.core.scorecard import ScoreLine
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

LOST = {"took_trick": True}
KEEP, ONE, DOUBLE_BLIND, DOUBLE_BLING, REPLACE = (
    {"null_lost": "keep-negative"},
    {"null_zero": "one"},
    {"blind_negative": "double"},
    {"bling_negative": "double"},
    {"blind_lost": "replace"},
)
NOTHING = "nothing was gained that could be doubled"


@cases(
    "bid, hand, theirs, rules, scored, rule, why",
    [
        (null(), 6, 3, {}, 18, "null-made", "null made: 6 × 3, 12 more"),
        (null(), 1, 3, {}, 3, "null-made", "null made: 1 × 3, 2 more"),
        (null(), -1, 3, {}, 1, "null-made", "null made: 1 instead of −1"),
        (null(), -3, 3, {}, 1, "null-made", "null made: 1 instead of −3"),
        (null(), 0, 3, {}, 0, "null-made", "null made with exactly 0: nothing to triple and nothing lost"),
        (null(), 0, 3, ONE, 1, "null-made", "null made: 1 instead of 0"),
        (null(), 6, 3, ONE, 18, "null-made", "null made: 6 × 3, 12 more"),
        (null(**LOST), 8, 3, {}, -1, "null-lost", "null lost: −1 instead of 8"),
        (null(**LOST), 0, 3, {}, -1, "null-lost", "null lost: −1 instead of 0"),
        (null(**LOST), -5, 8, {}, -1, "null-lost", "null lost: −1 instead of −5"),
        (null(**LOST), -5, 8, KEEP, -6, "null-lost", "null lost: −1, and by your house rule −5 counts too"),
        (null(**LOST), 0, 3, KEEP, -1, "null-lost", "null lost: −1 instead of 0"),
        (null(**LOST), 8, 3, KEEP, -1, "null-lost", "null lost: −1 instead of 8"),
        (blind(), 7, 2, {}, 14, "blind-made", "blind made: 7 × 2"),
        (blind(), 1, 0, {}, 2, "blind-made", "blind made: 1 × 2"),
        (blind(), 7, 2, DOUBLE_BLIND, 14, "blind-made", "blind made: 7 × 2"),
        (blind(), 3, 8, {}, 0, "blind-lost", "blind lost: −3"),
        (blind(), 4, 4, {}, 1, "blind-lost", "blind lost: −3"),
        (blind(), -2, 8, {}, -5, "blind-lost", "blind lost: −3"),
        (blind(), 3, 8, REPLACE, -3, "blind-lost", "blind lost: by your house rule −3 instead of 3"),
        (blind(), -2, 8, REPLACE, -3, "blind-lost", "blind lost: by your house rule −3 instead of −2"),
        (bling(), 17, 1, {}, 34, "bling-made", "bling made: 17 × 2"),
        (bling(), 0, 4, {}, 0, "bling-made", f"bling made with 0: {NOTHING}"),
    ],
)
def test_a_bid_changes_what_a_hand_counts(bid, hand, theirs, rules, scored, rule, why):
    before = {"null": LEVEL, "blind": BEHIND, "bling": AHEAD}[bid["bid"]]
    last = counted(hand, theirs, bid, **({"books": [3, 0]} if bid["bid"] == "bling" else {}))

    assert points(before, last, **rules) == (scored, theirs)
    assert lines(before, last, **rules)[1] == ScoreLine(0, rule, scored - hand, why)


def test_blind_compares_the_tricks_before_bids_and_reneges():
    assert points(BEHIND, counted(6, 5, blind(2), null(1), reneges=[0, 0, 0])) == (0, 15)


def test_a_bling_lost_takes_the_total_and_the_hand_as_the_house_has_it():
    last = counted(11, 4, bling(), books=[2, 1])

    assert played(AHEAD, last).totals == (0, 7)
    assert lines(AHEAD, last)[1:3] == [
        ScoreLine(0, "bling-lost", -11, "bling lost: 0 instead of 11"),
        ScoreLine(0, "total-lost", -12, "bling lost: the total of 12 goes to zero"),
    ]
    assert played(AHEAD, last, bling_lost="hand").totals == (12, 7)
    assert [line.rule for line in lines(AHEAD, last, bling_lost="hand")] == ["counted", "bling-lost", "counted"]
    assert played(AHEAD, last, bling_lost="total-then-hand").totals == (11, 7)
    kept = ScoreLine(0, "bling-lost", 0, "bling lost: by your house rule 11 still counts")
    assert lines(AHEAD, last, bling_lost="total-then-hand")[1] == kept


def test_the_books_of_a_bling_are_counted_from_the_tricks():
    others = [trick(1, "trump")] * 5 + [trick(1, "plain")] * 5

    assert points(AHEAD, {"tricks": [*adders(0, 4, 4, 4), *others], "bids": [bling(2)]}) == (30, 0)
    assert points(AHEAD, {"tricks": [*adders(0, 4, 4, 3, 1), *others[1:]], "bids": [bling(2)]}) == (-12, 1)
    assert points(AHEAD, {"tricks": [*adders(0, 4, 4), *adders(1, 4), *others], "bids": [bling(2)]}) == (-12, 5)


# --- Together ---


@cases(
    "hand, bids, scored",
    [
        (5, [null(), blind(2)], 30),
        (5, [blind(0), null(0)], 30),
        (5, [null(**LOST), blind()], -1),
        (2, [null(**LOST), blind()], -4),
        (0, [null(), null(2)], 0),
        (6, [null(), null(2, **LOST)], -1),
        (6, [null(**LOST), null(2)], -1),
        (-4, [null(), null(2, **LOST)], -1),
        (-4, [null(**LOST), null(2)], -1),
        (6, [null(**LOST), null(2, **LOST)], -2),
        (-4, [null(**LOST), null(2, **LOST)], -2),
        (0, [null(2, **LOST), null()], -1),
        (5, [blind(), blind(2)], 20),
        (2, [blind(), blind(2)], -4),
    ],
)
def test_bids_that_may_be_combined_are_applied_one_after_the_other(hand, bids, scored):
    assert points(BEHIND, counted(hand, 4, *bids), stack=True) == (scored, 4)


@cases(
    "before, bids, rules, scored, why",
    [
        (BEHIND, [blind(2)], {}, -1, f"blind made with −1: {NOTHING}"),
        (BEHIND, [blind(2)], DOUBLE_BLIND, -2, "blind made: −1 × 2"),
        (BEHIND, [blind(2)], DOUBLE_BLING, -1, f"blind made with −1: {NOTHING}"),
        (AHEAD, [bling(2)], {}, -1, f"bling made with −1: {NOTHING}"),
        (AHEAD, [bling(2)], DOUBLE_BLING, -2, "bling made: −1 × 2"),
        (AHEAD, [bling(2)], DOUBLE_BLIND, -1, f"bling made with −1: {NOTHING}"),
    ],
)
def test_only_after_a_lost_null_a_bid_is_made_below_zero(before, bids, rules, scored, why):
    last = counted(15, 0, null(**LOST), *bids, books=[3, 0])

    assert points(before, last, stack=True, **rules) == (scored, 0)
    assert lines(before, last, stack=True, **rules)[2].reason == why


def test_two_nulls_made_with_nothing_are_applied_one_after_the_other():
    assert points(BEHIND, counted(0, 8, null(), null(2)), stack=True, **ONE) == (3, 8)


def test_a_null_is_applied_before_the_bling_beside_it():
    assert points(AHEAD, counted(5, 4, bling(2), null(), books=[3, 0]), stack=True) == (30, 4)
    assert points(AHEAD, counted(5, 4, bling(2), null(), books=[2, 0]), stack=True) == (-12, 4)


@cases("loser", [0, 2])
def test_a_null_made_beside_one_lost_brings_nothing_and_says_why(loser):
    bids = [null(seat, took_trick=seat == loser) for seat in (0, 2)]
    both = [null(seat, **LOST) for seat in (0, 2)]

    assert [(line.points, line.reason) for line in lines(BEHIND, counted(6, 4, *bids), stack=True)[1:3]] == [
        (-7, "null lost: −1 instead of 6"),
        (0, "null made, but the null lost forfeits the hand: nothing to triple"),
    ]
    for hand, scored in ((-4, -5), (6, -1)):
        assert points(BEHIND, counted(hand, 4, *bids), stack=True, **KEEP) == (scored, 4)
        assert points(BEHIND, counted(hand, 4, *both), stack=True, **KEEP) == (scored - 1, 4)


def test_two_blings_lost_take_the_total_once():
    state = played(AHEAD, counted(5, 4, bling(), bling(2), books=[2, 0]), stack=True)

    assert state.totals == (0, 7)
    assert [line.rule for line in state.rounds[-1].lines].count("total-lost") == 1


def test_each_pair_has_its_own_bid():
    assert points({"points": [9, -7]}, counted(6, 3, null(2), blind(3))) == (18, 0)
