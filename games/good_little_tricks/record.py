"""The facts of one round of Good Little Tricks: which seat collected which suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from games import record
from games.impossible import ImpossibleRound
from games.record import Trick

if TYPE_CHECKING:
    from games.so_far import SoFar

SIZES = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}
"""Every suit and its number of cards, from the smallest: the order in which they become trump."""


class Suits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat that collected each suit; a suit the house deck leaves out is not named."""

    orange: int | UnsetType = UNSET
    purple: int | UnsetType = UNSET
    green: int | UnsetType = UNSET
    pink: int | UnsetType = UNSET
    blue: int | UnsetType = UNSET
    red: int | UnsetType = UNSET


class Record(record.Record, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every suit in the deck with its owner: a round is over when the last card is collected."""

    suits: Suits

    @property
    def owners(self) -> dict[str, int]:
        """The seat by suit, from the smallest suit to the largest."""
        by_suit = msgspec.structs.asdict(self.suits)
        return {suit: by_suit[suit] for suit in SIZES if by_suit[suit] is not UNSET}

    def check(self, so_far: SoFar) -> None:
        _check_in_deck(self.owners, so_far.rules.deck)
        _check_all_collected(self.owners, so_far.rules.deck)
        _check_seats(self.owners, so_far.names)

    def tricks_taken(self) -> Iterator[Trick]:
        for suit, seat in self.owners.items():
            yield Trick(seat, SIZES[suit], suit)


def cards_in(suits: Iterable[str]) -> int:
    """Count the cards of some suits."""
    return sum(SIZES[suit] for suit in suits)


def in_words(suits: Sequence[str]) -> str:
    """List suits as people say them: orange, purple and red."""
    return " and ".join(filter(None, [", ".join(suits[:-1]), *suits[-1:]]))


def _check_in_deck(owners: dict[str, int], deck: list[str]) -> None:
    for suit in owners:
        if suit not in deck:
            raise ImpossibleRound(
                f"{suit} was collected, but by your house rule it is not in the deck; "
                f"this table plays with {in_words(deck)}",
                f"suits.{suit}",
            )


def _check_all_collected(owners: dict[str, int], deck: list[str]) -> None:
    missing = [suit for suit in deck if suit not in owners]
    if missing:
        nobody = "has no owner" if len(missing) == 1 else "have no owner"
        raise ImpossibleRound(
            f"{in_words(missing)} {nobody}: {cards_in(missing)} of {cards_in(deck)} cards are missing, "
            "look at who won the trick that completed the suit",
            f"suits.{missing[0]}",
        )


def _check_seats(owners: dict[str, int], names: tuple[str, ...]) -> None:
    for suit, seat in owners.items():
        if not 0 <= seat < len(names):
            seats = ", ".join(f"{place} ({name})" for place, name in enumerate(names))
            raise ImpossibleRound(f"{suit} went to a seat nobody sits at; the seats are {seats}", f"suits.{suit}")
