from tests.cases import cases
from tests.games.maverick.hands import AHEAD, BEHIND, blind, bling, counted, lines, null, played, points


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
def test_bids_that_may_be_combined_are_applied_one_after_the_other(
    hand: int, bids: list[dict[str, object]], scored: int
) -> None:
    assert points(BEHIND, counted(hand, 4, *bids), stack=True) == (scored, 4)


def test_a_null_is_applied_before_the_bling_beside_it() -> None:
    assert points(AHEAD, counted(5, 4, bling(2), null(), books=[3, 0]), stack=True) == (30, 4)
    assert points(AHEAD, counted(5, 4, bling(2), null(), books=[2, 0]), stack=True) == (-12, 4)


@cases("loser", [0, 2])
def test_a_null_made_beside_one_lost_says_why_it_brings_nothing(loser: int) -> None:
    bids = [null(seat, took_trick=seat == loser) for seat in (0, 2)]

    assert [(line.points, line.reason) for line in lines(BEHIND, counted(6, 4, *bids), stack=True)[1:3]] == [
        (-7, "null lost: −1 instead of 6"),
        (0, "null made, but the null lost forfeits the hand: nothing to triple"),
    ]


@cases("hand, scored", [(-4, -5), (6, -1)])
@cases("loser", [0, 2])
def test_a_negative_hand_kept_by_house_rule_is_kept_beside_a_null_made(loser: int, hand: int, scored: int) -> None:
    bids = [null(seat, took_trick=seat == loser) for seat in (0, 2)]

    assert points(BEHIND, counted(hand, 4, *bids), stack=True, null_lost="keep-negative") == (scored, 4)
    both = [null(seat, took_trick=True) for seat in (0, 2)]
    assert points(BEHIND, counted(hand, 4, *both), stack=True, null_lost="keep-negative") == (scored - 1, 4)


def test_two_blings_lost_take_the_total_once() -> None:
    so_far = played(AHEAD, counted(5, 4, bling(), bling(2), books=[2, 0]), stack=True)

    assert so_far.totals == (0, 7)
    assert [line.rule for line in so_far.rounds[-1].lines].count("total-lost") == 1


def test_each_pair_has_its_own_bid() -> None:
    assert points({"points": [2, -7]}, counted(6, 3, null(2), blind(3))) == (18, 0)
