"""The two questions that every game of tricks is asked: who takes this one, and may I play this?"""

from collections.abc import Sequence
from typing import ClassVar

from games.core.cards import Card, Deck, find_cards
from games.core.errors import Impossible
from games.core.referee import Question


class WhoTakes(Question, frozen=True, kw_only=True):
    """Which card takes this trick? A game adds the `cards` in the order played, and what is trump."""

    title: ClassVar[str] = "Who takes this trick?"
    picks: ClassVar[str] = "cards"


class MayPlay(Question, frozen=True, kw_only=True):
    """Which cards of this hand may be played? A game adds the `hand` and the card `led`, null to lead."""

    title: ClassVar[str] = "May I play this?"
    picks: ClassVar[str] = "hand"


def find_trick(codes: Sequence[str], deck: Deck) -> list[Card]:
    if not codes:
        raise Impossible("a trick has at least one card", "cards")
    return find_cards(codes, deck, "cards")


def find_hand(codes: Sequence[str], led: str | None, deck: Deck) -> tuple[list[Card], Card | None]:
    """Look up the cards of a hand and the card led; Impossible where they cannot be both there."""
    hand = find_cards(codes, deck, "hand")
    lying = find_cards([] if led is None else [led], deck, "led")
    if not hand:
        raise Impossible("there is no card in this hand", "hand")
    if led is not None and codes.count(led) == deck[led].copies:
        raise Impossible(f"{deck[led]} is on the table, not in the hand", "hand")
    return hand, next(iter(lying), None)
