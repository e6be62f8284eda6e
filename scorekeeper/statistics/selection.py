"""The selection of a statistics page: club, period, game and number of players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Max, Min

from games.core.errors import Impossible
from games.core.registry import find, games
from games.core.statistics import RECORDS_OF_EVERY_GAME, STATISTICS_OF_EVERY_GAME
from scorekeeper.matches.models import Match
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal
from scorekeeper.statistics.periods import Period, this_month, this_year

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.db.models import QuerySet
    from django.http import QueryDict

    from games.core.definition import Game
    from games.core.statistics import RecordKind, Statistic
    from scorekeeper.clubs.models import Club


@dataclass(frozen=True)
class Selection:
    """The selected totals: `game` is the key of a game or "", `seats` the number of seats or 0."""

    club: Club
    period: Period = field(default_factory=Period)
    game: str = ""
    seats: int = 0

    def but(self, **changed: Any) -> Selection:
        return replace(self, **changed)

    @property
    def told(self) -> tuple[Statistic, ...]:
        return find(self.game).all_statistics if self.game else STATISTICS_OF_EVERY_GAME

    @property
    def record_kinds(self) -> tuple[RecordKind, ...]:
        return find(self.game).all_record_kinds if self.game else RECORDS_OF_EVERY_GAME

    def tallies(self, periods: Sequence[int] | None = None) -> QuerySet[PlayerTotal]:
        """The totals of single players, in the selected period or in `periods`."""
        return PlayerTotal.objects.filter(**self._which | ({} if periods is None else {"period__in": periods}))

    def pairs(self) -> QuerySet[PairTotal]:
        return PairTotal.objects.filter(**self._which)

    def bests(self) -> QuerySet[PlayerBest]:
        return PlayerBest.objects.filter(**self._which)

    @property
    def _which(self) -> dict[str, Any]:
        narrowed = {"game_key": self.game} if self.game else {}
        return {"club": self.club, "period__in": self.period.nodes, **narrowed} | (
            {"seats": self.seats} if self.seats else {}
        )


class GameChoice(NamedTuple):
    """A game with figures, and its numbers of seats."""

    game: Game
    seats: list[int]


def choices(club: Club) -> list[GameChoice]:
    found = PlayerTotal.objects.filter(club=club, period=0, stat="rounds").values_list("game_key", "seats").distinct()
    seats: dict[str, list[int]] = {}
    for game_key, number in sorted(found):
        seats.setdefault(game_key, []).append(number)
    return [GameChoice(find(game_key), numbers) for game_key, numbers in seats.items()]


def span(club: Club) -> tuple[date, date] | None:
    nights = Match.objects.filter(club=club).aggregate(first=Min("night_date"), last=Max("night_date"))
    return (nights["first"], nights["last"]) if nights["first"] else None


LONGEST = 20


class SelectionOption(NamedTuple):
    """An option of a filter: its value in the URL, its label, whether it is selected."""

    value: str
    label: str
    chosen: bool


@dataclass
class ChosenSelection:
    """The selection from the URL, with its error; an invalid selection shows everything."""

    selection: Selection
    wrong: str = ""

    @classmethod
    def of(cls, club: Club, asked: QueryDict) -> ChosenSelection:
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
        """The selected game; None for all games."""
        return find(self.selection.game) if self.selection.game else None

    @property
    def is_narrowed(self) -> bool:
        return self.selection != Selection(self.selection.club)

    @property
    def title(self) -> str:
        seats = f"{self.selection.seats} at the table" if self.selection.seats else ""
        game = self.game.name if self.game else ""
        return ", ".join(filter(None, [game, seats, self.selection.period.title]))

    @property
    def query(self) -> str:
        values = {"period": str(self.selection.period), "game": self.selection.game, "seats": self.selection.seats}
        return urlencode({name: value for name, value in values.items() if value})

    @cached_property
    def periods(self) -> list[SelectionOption]:
        """All time, this year, this month, the other years with matches, and the selected period."""
        club, now = self.selection.club, self.selection.period
        first_and_last = span(club)
        years = range(first_and_last[1].year, first_and_last[0].year - 1, -1) if first_and_last else []
        named = {"this year": this_year(club), "this month": this_month(club)}
        known = [Period(), *named.values(), *map(Period.year, years[:LONGEST])]
        labels = {str(period): name for name, period in named.items()}
        periods = dict.fromkeys(map(str, [*known, now]))
        return [SelectionOption(one, labels.get(one) or Period.read(one).title, one == str(now)) for one in periods]

    @cached_property
    def games(self) -> list[SelectionOption]:
        played = [
            SelectionOption(one.game.key, one.game.name, one.game.key == self.selection.game) for one in self._choices
        ]
        return [SelectionOption("", "all games", not self.selection.game), *played]

    @cached_property
    def seats(self) -> list[SelectionOption]:
        numbers = {n for one in self._choices if self.selection.game in ("", one.game.key) for n in one.seats}
        chosen = self.selection.seats
        offers = [SelectionOption(str(n), f"{n} at the table", n == chosen) for n in sorted(numbers | ({chosen} - {0}))]
        return [SelectionOption("", "any number", not chosen), *offers]

    @cached_property
    def _choices(self) -> list[GameChoice]:
        return choices(self.selection.club)


def _period(asked: QueryDict) -> str:
    """Return the period parameter; `from` and `to` give a range of months."""
    first, last = asked.get("from", ""), asked.get("to", "")
    return f"{first or last}..{last or first}" if first or last else asked.get("period", "")
