from typing import Any

import pytest

from games.impossible import ImpossibleRound
from tests.cases import cases
from tests.games.maverick.hands import BEHIND, LEVEL, WHOLE, adders, blind, bling, counted, null, played, told, trick


@cases(
    "bid, before, why",
    [
        (blind(), [-4, 9], "Ada bid blind, but blind needs −5 or less, and a total of −4 is 1 too many"),
        (blind(2), [7, 9], "Cleo bid blind, but blind needs −5 or less, and a total of 7 is 12 too many"),
        (bling(1), [9, 6], "Ben bid bling, but bling needs 7 or more, and a total of 6 is 1 too few"),
        (bling(3), [9, -2], "Dan bid bling, but bling needs 7 or more, and a total of −2 is 9 too few"),
    ],
)
def test_blind_and_bling_are_refused_to_who_may_not_bid_them(bid: dict[str, Any], before: list[int], why: str) -> None:
    assert told({"points": before}, {"bids": [bid]}) == (why, "bids[0].bid")


def test_blind_and_bling_are_closed_in_the_first_hand() -> None:
    assert "and a total of 0 is 5 too many" in told({"bids": [blind()]})[0]
    assert "and a total of 0 is 7 too few" in told({"bids": [bling()]})[0]


@cases("before, bid", [([-5, 9], blind()), ([7, 9], bling())])
def test_blind_is_open_at_minus_five_and_bling_at_seven(before: list[int], bid: dict[str, Any]) -> None:
    assert played({"points": before}, {"bids": [bid]}).number == 3


def test_a_corrected_hand_can_close_a_later_bid() -> None:
    with pytest.raises(ImpossibleRound, match="round 2: Ada bid blind, but blind needs"):
        played({"points": [-4, 9]}, counted(3, 5, blind()))


def test_a_pair_makes_one_bid_a_hand() -> None:
    assert told(BEHIND, {"bids": [null(), blind(2)]}) == (
        "Ada bid null and Cleo bid blind: 1 too many, a pair makes one bid a hand",
        "bids[1]",
    )
    assert played(BEHIND, {"bids": [null(), null(1)]}).rounds


def test_the_house_rule_lets_a_pair_combine_its_bids() -> None:
    assert played(BEHIND, {"bids": [null(), blind(2), null(2)]}, stack=True).rounds


@cases("stack", [True, False])
def test_nobody_makes_the_same_bid_twice(stack: bool) -> None:
    assert told(LEVEL, {"bids": [null(1), null(3), null(3)][1:]}, stack=stack) == (
        "Dan bid null twice: 1 too many, take it away",
        "bids[1]",
    )


def test_a_null_says_whether_a_trick_was_taken_once_the_hand_is_over() -> None:
    unsaid = {"seat": 1, "bid": "null"}
    expected = ("Ben bid null: say whether Ben took a trick", "bids[0].took_trick")

    assert told({"bids": [unsaid], "points": [3, 6]}) == expected
    assert told({"bids": [unsaid], "tricks": WHOLE}) == expected
    assert played({"bids": [unsaid]}).rounds


@cases("took_trick", [True, False])
def test_whether_a_trick_was_taken_only_belongs_to_a_null(took_trick: bool) -> None:
    assert told(BEHIND, {"bids": [{**blind(), "took_trick": took_trick}]}) == (
        "Ada bid blind: only after a null it matters whether Ada took a trick",
        "bids[0].took_trick",
    )


def test_nobody_takes_a_trick_for_a_pair_without_any() -> None:
    tricks = [*adders(1, 4, 4, 4), *[trick(1, "plain")] * 10]

    assert told({"bids": [null(2, took_trick=True)], "tricks": tricks}) == (
        "Cleo took a trick, but Ada & Cleo have none of the 13",
        "bids[0].took_trick",
    )
    assert played({"bids": [null(2)], "tricks": tricks}).totals == (0, 25)
    assert played({"bids": [null(2, took_trick=True)], "tricks": WHOLE}).totals == (-1, 6)
