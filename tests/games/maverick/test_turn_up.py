from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.maverick.cards import DECK, turn_up
from tests.cases import cases
from tests.games.maverick.any_hand import codes
from tests.games.maverick.asking import ruling, unanswered
from tests.games.maverick.hands import table

FIRST = {"equal_ranks": "first-card"}


def trump(turned: str, **house_rules: str) -> tuple[Any, str, str]:
    ruled = ruling("trump", turned=turned.split(), house_rules=house_rules)
    found = ruled["answer"]
    return (found["trump"], found["adder"], found["trumps"], found["adders"]), ruled["why"], ruled["rule"]


@cases(
    "turned, found, why",
    [
        ("KH 9C", ("H", "C", 14, 12), "K♥ is higher than 9♣"),
        ("9C KH", ("H", "C", 14, 12), "K♥ is higher than 9♣"),
        ("2D AC", ("C", "D", 14, 12), "A♣ is higher than 2♦"),
        ("10S JD", ("D", "S", 14, 12), "J♦ is higher than 10♠"),
        ("4S JS", ("S", "D", 13, 13), "both cards are of one suit"),
        ("4D JD", ("S", "D", 15, 11), "both cards are of one suit"),
        ("4H JH", ("S", "D", 15, 13), "both cards are of one suit"),
        ("BJ 4S", ("S", "D", 13, 13), "a joker was turned up"),
        ("4D LJ", ("S", "D", 14, 12), "a joker was turned up"),
        ("LJ JH", ("S", "D", 14, 13), "a joker was turned up"),
        ("BJ LJ", ("S", "D", 13, 13), "a joker was turned up"),
        ("7S 7D", ("S", "D", 14, 12), "7♠ and 7♦ are of one rank, neither is the higher"),
        ("7H 7S", ("S", "D", 14, 13), "7♥ and 7♠ are of one rank, neither is the higher"),
        ("7C 7D", ("S", "D", 15, 12), "7♣ and 7♦ are of one rank, neither is the higher"),
        ("7H 7C", ("S", "D", 15, 13), "7♥ and 7♣ are of one rank, neither is the higher"),
    ],
)
def test_two_cards_turned_up_make_trump_and_adder(turned: str, found: tuple[Any, ...], why: str) -> None:
    assert trump(turned)[0] == found
    assert trump(turned)[1].startswith(f"{why}: ")
    assert trump(turned)[2] == ("equal-ranks" if "of one rank" in why else "turn-up")


def test_the_first_of_two_equal_ranks_counts_as_higher_by_house_rule() -> None:
    assert trump("7H 7C", **FIRST)[0] == ("H", "C", 14, 12)
    assert trump("7C 7H", **FIRST)[0] == ("C", "H", 14, 12)
    assert trump("7C 7H", **FIRST)[1] == (
        "by your house rule 7♣, turned first, counts as the higher: clubs are trump (14 in play), hearts adder (12)"
    )
    assert trump("7C 7H", **FIRST)[2] == "equal-ranks"
    assert trump("7C 8H", **FIRST)[0] == ("H", "C", 14, 12)
    assert trump("BJ LJ", **FIRST)[0] == ("S", "D", 13, 13)


def test_all_pairs_of_cards_leave_the_adders_the_sources_count() -> None:
    rules = table().rules
    adders = [turn_up(pair, rules).adders for pair in combinations(DECK, 2)]

    assert len(adders) == 1431
    assert [round(100 * adders.count(number) / 1431, 1) for number in (11, 12, 13)] == [5.5, 70.0, 24.6]


@given(st.lists(codes, min_size=2, max_size=2, unique=True), st.sampled_from(["spades-diamonds", "first-card"]))
def test_trump_and_adder_differ_and_are_what_is_left_of_the_deck(turned: list[str], equal_ranks: str) -> None:
    found = turn_up(turned, table(equal_ranks=equal_ranks).rules)
    dealt = [card for code, card in DECK.items() if code not in turned]

    assert found.trump != found.adder
    assert found.trumps == sum(card.is_joker or card.suit == found.trump for card in dealt)
    assert found.adders == sum(card.suit == found.adder for card in dealt)


@cases("turned", [[], ["KH"], ["KH", "9C", "2D"]])
def test_two_cards_are_turned_up(turned: list[str]) -> None:
    assert unanswered("trump", turned=turned) == (f"two cards are turned up, not {len(turned)}", "turned")
