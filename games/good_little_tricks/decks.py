"""The decks of Good Little Tricks: all six suits, or whole suits left out until the cards divide evenly."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from games.good_little_tricks.record import SIZES, cards_in, in_words
from games.impossible import Impossible

if TYPE_CHECKING:
    from games.house_rules import HouseRules

FULL_DECK = tuple(SIZES)
SMALLEST_PRESET = 20
"""House decks with fewer cards are accepted, but not offered by name."""


def house_decks(players: int) -> list[tuple[str, ...]]:
    """Return every choice of whole suits that divides evenly, most cards and most suits first."""
    choices = [suits for count in range(len(SIZES), 0, -1) for suits in combinations(SIZES, count)]
    return [suits for suits in sorted(choices, key=cards_in, reverse=True) if cards_in(suits) % players == 0]


def check_table(players: int, rules: HouseRules) -> None:
    """Refuse a deck that does not divide evenly, and name some that do."""
    cards = cards_in(rules.deck)
    hand, over = divmod(cards, players)
    if over:
        decks = house_decks(players)
        best = [FULL_DECK] if FULL_DECK in decks else decks[:3]
        raise Impossible(
            f"{cards} cards do not divide evenly among {players} players: {players} × {hand} leaves {over} over; "
            f"what fits is {'; '.join(map(_named, best))}",
            "deck",
        )


def offered_decks() -> tuple[tuple[str, ...], ...]:
    """Return the house decks to offer by name, most cards first; those for four fit two as well."""
    decks = dict.fromkeys(house_decks(2) + house_decks(5))
    return tuple(sorted((deck for deck in decks if cards_in(deck) >= SMALLEST_PRESET), key=cards_in, reverse=True))


def _named(deck: tuple[str, ...]) -> str:
    left_out = [suit for suit in SIZES if suit not in deck]
    return f"{cards_in(deck)} cards, {'without ' + in_words(left_out) if left_out else 'all six suits'}"
