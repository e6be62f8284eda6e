from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.impossible import ImpossibleRound
from games.maverick.game import GAME
from games.maverick.record import Record
from games.typed import read
from tests.cases import cases
from tests.games.maverick.any_hand import matches
from tests.games.maverick.hands import WHOLE, adders, played, points, told, trick

KINDS = ["all-trump", "trump", "plain"]


def held(*numbers: int) -> list[dict[str, Any]]:
    """Thirteen tricks with these adders."""
    return [*adders(0, *numbers), *[trick(1, "plain")] * (13 - len(numbers))]


def test_thirteen_tricks_are_played_no_more_and_no_fewer() -> None:
    assert told({"tricks": [*WHOLE, trick(1, "plain")]}) == (
        "14 tricks instead of 13: 1 too many, look through the piles again",
        "tricks",
    )
    assert told({"tricks": WHOLE[:11]})[0].startswith("11 tricks instead of 13: 2 missing")
    assert told({"tricks": []})[0].startswith("0 tricks instead of 13: 13 missing")


def test_four_tricks_of_four_trumps_are_more_than_there_are_trumps() -> None:
    three = [*adders(1, 4, 4, 4), *[trick(0, "all-trump")] * 3, *[trick(0, "plain")] * 6]

    assert points({"tricks": [*three, trick(0, "plain")]}) == (-5, 15)
    assert told({"tricks": [*three, trick(1, "all-trump")]}) == (
        "4 tricks of four trumps instead of 0 to 3: 1 too many, look through the piles again",
        "tricks",
    )


@cases("turned, in_play", [("KH 9C", 12), ("KD 9D", 11), ("BJ LJ", 13), ("7D 7H", 12), ("7H 7C", 13)])
def test_the_adders_in_the_tricks_are_those_in_play(turned: str, in_play: int) -> None:
    for sum_held, numbers in ((10, (4, 4, 2)), (11, (4, 4, 3)), (12, (4, 4, 4)), (13, (4, 4, 4, 1))):
        hand = {"turned": turned.split(), "tricks": held(*numbers)}
        if sum_held == in_play:
            assert played(hand).rounds
        else:
            off = f"{in_play - sum_held} missing" if sum_held < in_play else f"{sum_held - in_play} too many"
            message = f"{sum_held} adders in the tricks instead of {in_play}: {off}, look through the piles again"
            assert told(hand) == (message, "tricks")


def test_the_house_rule_for_equal_ranks_decides_how_many_adders_there_are() -> None:
    hand = {"turned": ["7H", "7C"], "tricks": held(4, 4, 4)}

    assert played(hand, equal_ranks="first-card").rounds
    assert "12 adders in the tricks instead of 13: 1 missing" in told(hand)[0]


def test_without_the_cards_turned_up_eleven_to_thirteen_adders_will_do() -> None:
    for numbers in ((4, 4, 3), (4, 4, 4), (4, 4, 4, 1)):
        assert played({"tricks": held(*numbers)}).rounds
    assert "10 adders in the tricks instead of 11 to 13: 1 missing" in told({"tricks": held(4, 4, 2)})[0]
    assert "14 adders in the tricks instead of 11 to 13: 1 too many" in told({"tricks": held(4, 4, 4, 2)})[0]


def test_a_trick_with_adders_says_how_many() -> None:
    tricks = [*WHOLE[:4], trick(0, "adders"), *WHOLE[5:]]

    assert told({"tricks": tricks}) == ("trick 5 has adders in it: say how many, 1 to 4", "tricks[4].adders")


@cases("kind", KINDS)
def test_no_other_trick_has_adders(kind: str) -> None:
    tricks = [{**trick(0, kind), "adders": 2}, *WHOLE[1:]]

    assert told({"tricks": tricks}) == (
        "trick 1 has 2 adders in it, yet it is down as one without",
        "tricks[0].adders",
    )


@given(matches(), st.data())
def test_one_adder_more_or_less_is_always_noticed_when_the_turn_up_is_known(
    match: tuple[Any, list[dict[str, Any]]], data: st.DataObject
) -> None:
    start, hands = match
    last = hands[-1]
    if "tricks" not in last or "turned" not in last:
        return
    place = data.draw(st.sampled_from([i for i, one in enumerate(last["tricks"]) if one["kind"] == "adders"]))
    one = last["tricks"][place]
    wrong = {**one, "adders": one["adders"] + (1 if one["adders"] < 4 else -1)}
    tricks = [*last["tricks"][:place], wrong, *last["tricks"][place + 1 :]]
    before = GAME.fold(start, [read(hand, Record) for hand in hands[:-1]])

    with pytest.raises(ImpossibleRound, match=r"adders in the tricks instead of \d+: 1 (missing|too many)"):
        GAME.play(before, read({**last, "tricks": tricks}, Record))
