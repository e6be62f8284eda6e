"""The selection of a statistics page: club, period, game and number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet, Subquery
from django.http import QueryDict
from django.utils import timezone

from games.core.definition import Game
from games.core.errors import Impossible
from games.core.registry import find, games
from games.core.schema import whole_number
from games.core.statistics import RECORDS_OF_EVERY_GAME, ROUNDS, STATISTICS_OF_EVERY_GAME, RecordKind, Statistic
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal
from scorekeeper.statistics.periods import Period


@dataclass(frozen=True)
class Selection:
    """The selected totals: `game` is the key of a game or "", `seats` the number of seats or 0."""

    club: Club
    period: Period = field(default_factory=Period)
    game: str = ""
    seats: int = 0

    @property
    def statistics(self) -> tuple[Statistic, ...]:
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
        narrowed = {"figure__game_key": self.game, "figure__seats": self.seats}
        return {"figure__club": self.club, "period__in": self.period.nodes} | {
            name: value for name, value in narrowed.items() if value
        }


class GameChoice(NamedTuple):
    game: Game
    seats: list[int]


def choices(club: Club) -> list[GameChoice]:
    rounds = PlayerTotal.objects.filter(figure__club=club, figure__stat=ROUNDS.key, period=0)
    found = rounds.values_list("figure__game_key", "figure__seats").distinct()
    seats: dict[str, list[int]] = {}
    for game_key, number in sorted(found):
        seats.setdefault(game_key, []).append(number)
    return [GameChoice(find(game_key), numbers) for game_key, numbers in seats.items()]


def span(club: Club) -> tuple[date, date] | None:
    # Not MIN and MAX together, for which SQLite reads all of them.
    nights = Match.objects.filter(club=club).order_by("night_date").values("night_date")
    ends = Club.everything.filter(pk=club.pk).values_list(Subquery(nights[:1]), Subquery(nights.reverse()[:1]))
    first, last = ends.get()
    return (first, last) if first else None


LONGEST = 20


class SelectionOption(NamedTuple):
    value: str
    label: str
    chosen: bool


def options(labels: Mapping[str, str], chosen: str) -> list[SelectionOption]:
    return [SelectionOption(value, label, value == chosen) for value, label in labels.items()]


@dataclass
class ChosenSelection:
    """The selection from the URL, with its error; an invalid selection shows everything."""

    selection: Selection
    wrong: str = ""

    @classmethod
    def of(cls, club: Club, asked: QueryDict) -> ChosenSelection:
        seats, game = whole_number(asked.get("seats", ""), digits=3) or 0, asked.get("game", "")
        try:
            period = Period.read(_period(asked))
        except Impossible as error:
            return cls(Selection(club), error.message)
        if game not in ("", *games()):
            return cls(Selection(club), "there is no such game")
        return cls(Selection(club, period, game, seats))

    @property
    def game(self) -> Game | None:
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
        first_and_last, tonight = span(self.selection.club), self.selection.club.night_date_of(timezone.now())
        years = range(first_and_last[1].year, first_and_last[0].year - 1, -1) if first_and_last else []
        shown = [*map(Period.year, years[:LONGEST]), self.selection.period]
        labels = {"": "all time", str(Period.year(tonight.year)): "this year", str(Period.month(tonight)): "this month"}
        others = {str(period): period.title for period in shown if str(period) not in labels}
        return options(labels | others, str(self.selection.period))

    @cached_property
    def games(self) -> list[SelectionOption]:
        names = {one.game.key: one.game.name for one in self._choices}
        return options({"": "all games"} | names, self.selection.game)

    @cached_property
    def seats(self) -> list[SelectionOption]:
        numbers = {n for one in self._choices if self.selection.game in ("", one.game.key) for n in one.seats}
        labels = {str(n): f"{n} at the table" for n in sorted(numbers | {self.selection.seats}) if n}
        return options({"": "any number"} | labels, str(self.selection.seats or ""))

    @cached_property
    def _choices(self) -> list[GameChoice]:
        return choices(self.selection.club)


def _period(asked: QueryDict) -> str:
    """Return the period parameter; `from` and `to` give a range of months."""
    first, last = asked.get("from", ""), asked.get("to", "")
    return f"{first or last}..{last or first}" if first or last else asked.get("period", "")
