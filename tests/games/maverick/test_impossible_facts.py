from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.impossible import Impossible
from games.maverick.game import GAME
from games.maverick.record import Record
from games.typed import read
from tests.cases import cases
from tests.games.maverick.hands import played, table, told


@cases(
    "turned, why",
    [
        (["KH", "KH"], "K♥ is there twice"),
        (["KH", "1C"], "there is no card “1C” in this deck"),
        (["SJ", "KH"], "there is no card “SJ” in this deck"),
        (["", "KH"], "there is no card “” in this deck"),
    ],
)
def test_two_different_cards_of_the_deck_are_turned_up(turned: list[str], why: str) -> None:
    assert told({"turned": turned}) == (why, "turned")


@cases("seat", [4, -1])
def test_a_bid_is_of_a_seat_at_the_table(seat: int) -> None:
    with pytest.raises(Impossible, match=r"^bids\[0\].seat: nobody sits there: seats are 0 to 3$"):
        read({"bids": [{"seat": seat, "bid": "null"}]}, Record)


@cases(
    "facts, field",
    [
        ({"turned": ["KH"]}, "turned"),
        ({"turned": ["KH", "9C", "2C"]}, "turned"),
        ({"turned": None}, "turned"),
        ({"turned": "KH 9C"}, "turned"),
        ({"bids": [{"seat": 4, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": -1, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": 10**4000, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": True, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": 0, "bid": "nil"}]}, "bids[0].bid"),
        ({"bids": [{"seat": 0, "bid": ""}]}, "bids[0].bid"),
        ({"bids": [{"seat": 0, "bid": "null", "took_trick": 1}]}, "bids[0].took_trick"),
        ({"tricks": [{"side": 2, "kind": "plain"}]}, "tricks[0].side"),
        ({"tricks": [{"side": -1, "kind": "plain"}]}, "tricks[0].side"),
        ({"tricks": [{"side": 0, "kind": "book"}]}, "tricks[0].kind"),
        ({"tricks": [{"side": 0, "kind": "adders", "adders": 0}]}, "tricks[0].adders"),
        ({"tricks": [{"side": 0, "kind": "adders", "adders": 5}]}, "tricks[0].adders"),
        ({"points": [3]}, "points"),
        ({"points": [3, 4, 5]}, "points"),
        ({"points": [3, 1.5]}, "points[1]"),
        ({"points": [3, 100]}, "points[1]"),
        ({"points": [-(10**4000), 3]}, "points[0]"),
        ({"points": [3, False]}, "points[1]"),
        ({"points": [3, 4], "books": [4, 0]}, "books[0]"),
        ({"points": [3, 4], "books": [0, -1]}, "books[1]"),
        ({"points": [3, 4], "books": [0]}, "books"),
        ({"reneges": [2]}, "reneges[0]"),
        ({"reneges": [-1]}, "reneges[0]"),
        ({"reneges": 1}, "reneges"),
        ({"winner": 1}, ""),
    ],
)
def test_what_no_hand_looks_like_is_refused_at_its_place(facts: dict[str, Any], field: str) -> None:
    with pytest.raises(Impossible) as refused:
        GAME.play(table(), read(facts, Record))

    assert refused.value.field == field


def test_seats_three_and_sides_one_are_the_last() -> None:
    assert played({"bids": [{"seat": 3, "bid": "null"}], "reneges": [1, 1, 1]}).rounds


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(10**4000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FACTS = ["turned", "bids", "tricks", "points", "books", "reneges"]


@given(st.dictionaries(st.sampled_from(FACTS), NONSENSE, max_size=4))
def test_nonsense_is_impossible_and_never_another_error(facts: dict[str, Any]) -> None:
    with suppress(Impossible):
        GAME.play(table(), read(facts, Record))
