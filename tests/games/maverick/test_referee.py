from typing import Any

import pytest

from games.impossible import Impossible
from games.maverick.game import GAME
from games.referee import answer
from tests.cases import cases
from tests.games.maverick.asking import ruling, unanswered


@cases(
    "cards, place, why",
    [
        ("4H AC 9H AD", 2, "9♥ is the highest card of the suit led"),
        ("AS LJ 2S KS", 1, "LJ is the highest trump"),
        ("AS LJ BJ KS", 2, "BJ is the highest trump"),
        ("AH 2S KH 3S", 3, "3♠ is the highest trump"),
        ("AH 2S", 1, "2♠ is the highest trump"),
        ("4H", 0, "4♥ is the highest card of the suit led"),
    ],
)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(cards: str, place: int, why: str) -> None:
    assert ruling("winner", cards=cards.split(), trump="S") == {"answer": place, "why": why, "rule": "trick"}


def test_a_trick_has_one_to_four_cards() -> None:
    assert unanswered("winner", cards=[], trump="S") == ("a trick has 1 to 4 cards, not 0", "cards")
    assert unanswered("winner", cards=["2H", "3H", "4H", "5H", "6H"], trump="S")[0] == "a trick has 1 to 4 cards, not 5"
    assert unanswered("winner", cards=["2H", "2H"], trump="S")[0] == "2♥ is there twice"


@cases(
    "cards, worth, rule",
    [
        ("AS 5S BJ 2S", -4, "all-trump"),
        ("9H KH 2S AH", -1, "trump"),
        ("9S KS 2S AH", -1, "trump"),
        ("9H KH LJ AH", -1, "trump"),
        ("9H KH 2C AH", 1, "plain"),
        ("9H 3D 2S AH", 2, "adders"),
        ("9S 3D 2S AS", 2, "adders"),
        ("9D 3D LJ AD", 4, "adders"),
        ("9D 3D 2D AD", 5, "adders"),
    ],
)
def test_a_trick_is_worth_what_its_kind_says(cards: str, worth: int, rule: str) -> None:
    ruled = ruling("worth", cards=cards.split(), trump="S", adder="D")

    assert (ruled["answer"], ruled["rule"]) == (worth, rule)


def test_the_worth_of_a_trick_comes_with_its_arithmetic() -> None:
    assert ruling("worth", cards=["9H", "3D", "2S", "AH"], trump="S", adder="D")["why"] == "1 trick with 1 adder: 1 + 1"


def test_a_whole_trick_has_four_cards() -> None:
    cards = ["2H", "3H", "4H", "5H", "6H"]

    for few in (cards[:0], cards[:3], cards):
        expected = (f"a whole trick has 4 cards, not {len(few)}", "cards")
        assert unanswered("worth", cards=few, trump="S", adder="D") == expected


def test_trump_and_adder_are_two_suits() -> None:
    assert unanswered("worth", cards=["2H", "3H", "4H", "5H"], trump="S", adder="S") == (
        "spades cannot be trump and adder at once",
        "adder",
    )


@cases("suit", ["", "X", "spades", "BJ"])
def test_trump_and_adder_are_suits(suit: str) -> None:
    cards = ["2H", "3H", "4H", "5H"]
    expected = f"“{suit}” is no suit; %s is one of S, H, D, C"

    assert unanswered("winner", cards=cards, trump=suit) == (expected % "trump", "trump")
    assert unanswered("legal", hand=cards, trump=suit) == (expected % "trump", "trump")
    assert unanswered("worth", cards=cards, trump=suit, adder="D") == (expected % "trump", "trump")
    assert unanswered("worth", cards=cards, trump="D", adder=suit) == (expected % "adder", "adder")


@cases(
    "question",
    [
        {"ask": "winner", "cards": ["2H"]},
        {"ask": "winner", "cards": ["2H"], "trump": None},
        {"ask": "winner", "cards": ["SJ"], "trump": "S"},
        {"ask": "legal", "hand": ["2H"], "led": "", "trump": "S"},
        {"ask": "legal", "hand": ["2H"], "led": "X", "trump": "S"},
        {"ask": "trump", "turned": ["KH", "KH"]},
        {"ask": "worth", "cards": [True, 1, 2, 3], "trump": "S", "adder": "D"},
        {"ask": "trump", "turned": ["KH", "9C"], "house_rules": {"equal_ranks": "redraw"}},
        {"ask": "lead"},
        {"ask": "deal", "players": 3, "round": 1},
        {"ask": "deal", "players": 4, "round": 9, "house_rules": {"ends": {"hands": 8}}},
    ],
)
def test_what_cannot_be_asked_is_refused(question: dict[str, Any]) -> None:
    with pytest.raises(Impossible):
        answer(GAME, question)


def test_thirteen_cards_each_are_dealt_in_every_hand() -> None:
    deal = {"dealer": 3, "cards": [13, 13, 13, 13], "left": 2, "first": 0}

    assert ruling("deal", players=4, round=7, first_dealer=1)["answer"] == deal
    assert ruling("deal", players=4, round=8, first_dealer=0, house_rules={"ends": {"hands": 8}})["answer"] == deal
