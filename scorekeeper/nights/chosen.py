"""What somebody asked to look at: a period, a game, how many at the table. All of it stands in the address."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from games.impossible import Impossible
from games.registry import find, games
from scorekeeper.nights.books import Choice, Selection, choices, span
from scorekeeper.nights.periods import Period, this_month, this_year

if TYPE_CHECKING:
    from django.http import QueryDict

    from games.game import Game
    from scorekeeper.club.models import Club

LONGEST = 20


class Offer(NamedTuple):
    """Something that can be chosen: how it is written in the address, what it is called, whether it is chosen."""

    value: str
    label: str
    chosen: bool


@dataclass
class Chosen:
    """A selection as it was asked for, and what is wrong with how it was; then nothing is left out."""

    selection: Selection
    wrong: str = ""

    @classmethod
    def of(cls, club: Club, asked: QueryDict) -> Chosen:
        """Read a selection from an address."""
        seats, game = asked.get("seats", ""), asked.get("game", "")
        try:
            period = Period.read(_period(asked))
        except Impossible as error:
            return cls(Selection(club), error.message)
        if game not in ("", *games()):
            return cls(Selection(club), "there is no such game")
        return cls(Selection(club, period, game, int(seats) if seats.isdecimal() and len(seats) < 4 else 0))

    @property
    def game(self) -> Game | None:
        """The game that was chosen; None for all of them."""
        return find(self.selection.game) if self.selection.game else None

    @property
    def is_narrowed(self) -> bool:
        """Say whether anything is left out."""
        return self.selection != Selection(self.selection.club)

    @property
    def title(self) -> str:
        """What is looked at, in words: the game, how many at the table, the period."""
        seats = f"{self.selection.seats} at the table" if self.selection.seats else ""
        game = self.game.name if self.game else ""
        return ", ".join(filter(None, [game, seats, self.selection.period.title]))

    @property
    def query(self) -> str:
        """The selection as it stands in an address."""
        said = {"period": str(self.selection.period), "game": self.selection.game, "seats": self.selection.seats}
        return urlencode({name: value for name, value in said.items() if value})

    @cached_property
    def periods(self) -> list[Offer]:
        """All time, this year, this month, the other years there were; and what was chosen, where it is another."""
        club, now = self.selection.club, self.selection.period
        first_and_last = span(club)
        years = range(first_and_last[1].year, first_and_last[0].year - 1, -1) if first_and_last else []
        named = {"this year": this_year(club), "this month": this_month(club)}
        known = [Period(), *named.values(), *map(Period.year, years[:LONGEST])]
        labels = {str(period): name for name, period in named.items()}
        periods = dict.fromkeys(map(str, [*known, now]))
        return [Offer(one, labels.get(one) or Period.read(one).title, one == str(now)) for one in periods]

    @cached_property
    def games(self) -> list[Offer]:
        """All games, and each that was played."""
        played = [Offer(one.game.key, one.game.name, one.game.key == self.selection.game) for one in self._choices]
        return [Offer("", "all games", not self.selection.game), *played]

    @cached_property
    def seats(self) -> list[Offer]:
        """Any number at the table, and each there was in what was chosen."""
        numbers = {n for one in self._choices if self.selection.game in ("", one.game.key) for n in one.seats}
        chosen = self.selection.seats
        offers = [Offer(str(n), f"{n} at the table", n == chosen) for n in sorted(numbers | ({chosen} - {0}))]
        return [Offer("", "any number", not chosen), *offers]

    @cached_property
    def _choices(self) -> list[Choice]:
        return choices(self.selection.club)


def _period(asked: QueryDict) -> str:
    """Return the period as it is written; two months named beside it are the ends of a run of them."""
    first, last = asked.get("from", ""), asked.get("to", "")
    return f"{first or last}..{last or first}" if first or last else asked.get("period", "")
