"""Who deals and who comes first: the same round every table."""

from collections.abc import Sequence
from typing import NamedTuple


class Deal(NamedTuple):
    """A round as it is dealt: seats from 0 clockwise, `cards` by seat, `left` undealt, `first` speaks or leads."""

    number: int
    dealer: int
    cards: tuple[int, ...]
    left: int
    first: int


def left_of(seat: int, players: int) -> int:
    """Return the seat to the left: play goes clockwise."""
    return (seat + 1) % players


def around(first: int, players: int) -> list[int]:
    """Return all seats clockwise, beginning with one."""
    return [(first + step) % players for step in range(players)]


def deal_round(players: int, number: int, first_dealer: int, cards: int | Sequence[int], deck: int) -> Deal:
    """Return a deal in which the deal moves left each round and the dealer's left comes first.

    `cards` is one number for all, or one for each place counted from the dealer's left.
    """
    dealer = (first_dealer + number - 1) % players
    first = left_of(dealer, players)
    by_place = [cards] * players if isinstance(cards, int) else list(cards)
    by_seat = tuple(by_place[(seat - first) % players] for seat in range(players))
    return Deal(number, dealer, by_seat, deck - sum(by_seat), first)
