"""The deal of a round: dealer, first seat, cards; and the teams."""

from collections.abc import Sequence
from typing import NamedTuple

# The seats of each side, the sides in the order of their first seats.
Teams = Sequence[Sequence[int]]


class Deal(NamedTuple):
    """The deal of a round: seats from 0 clockwise, `cards` by seat, `left` undealt; seat `first` bids or leads first.

    Without a deal `cards` is empty, and `dealer` and `first` are both the seat that begins.
    `opening`: in words, the card whose holder comes first; `first` is then the dealer's left.
    """

    number: int
    dealer: int
    cards: tuple[int, ...]
    left: int
    first: int
    opening: str = ""

    def first_of(self, names: Sequence[str]) -> str:
        """Return who comes first: a name, or “whoever holds the 2♣”."""
        return f"whoever holds {self.opening}" if self.opening else names[self.first]

    @property
    def first_known(self) -> int | None:
        """The seat that comes first, for files; None if the cards decide."""
        return None if self.opening else self.first


def left_of(seat: int, players: int) -> int:
    return (seat + 1) % players


def around(first: int, players: int) -> list[int]:
    """Return all seats clockwise from `first`."""
    return [(first + step) % players for step in range(players)]


def dealer_of(players: int, number: int, first_dealer: int) -> int:
    return (first_dealer + number - 1) % players


def deal_round(players: int, number: int, first_dealer: int, cards: int | Sequence[int], deck: int) -> Deal:
    """Return the deal of a game where the deal moves left each round and the dealer's left comes first.

    `cards`: the same number for everybody, or a list that begins on the dealer's left.
    """
    dealer = dealer_of(players, number, first_dealer)
    first = left_of(dealer, players)
    by_place = [cards] * players if isinstance(cards, int) else list(cards)
    by_seat = tuple(by_place[(seat - first) % players] for seat in range(players))
    return Deal(number, dealer, by_seat, deck - sum(by_seat), first)


def each_alone(players: int, _rules: object) -> Teams:
    return [(seat,) for seat in range(players)]


def partners_across(players: int, _rules: object) -> Teams:
    return [range(0, players, 2), range(1, players, 2)]


def team_names(teams: Teams, names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each side: “Ada”, or “Ada & Cleo”."""
    return tuple(" & ".join(names[seat] for seat in seats) for seats in teams)
