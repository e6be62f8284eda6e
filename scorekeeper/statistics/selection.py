"""The selection of a statistics page: club, period, game and number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast
from urllib.parse import urlencode

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Subquery, Sum
from django.http import QueryDict
from django.utils import timezone

from games.core.definition import Game
from games.core.errors import Impossible
from games.core.registry import find, games
from games.core.schema import whole_number
from games.core.statistics import RECORDS_OF_EVERY_GAME, STATISTICS_OF_EVERY_GAME, RecordKind, Statistic
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match, Round
from scorekeeper.statistics.periods import Period

T = TypeVar("T")


@dataclass(frozen=True)
class Selection:
    """The selected matches: `game` is the key of a game or "", `seats` the number of seats or 0."""

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

    def matches(self, prefix: str = "") -> dict[str, Any]:
        """Return the lookups of the selected matches, of rows that reach theirs by a prefix: `round__match__`."""
        found: dict[str, Any] = {f"{prefix}club": self.club, f"{prefix}deleted": None}
        if self.period.first:
            found[f"{prefix}night_date__range"] = self.period.days
        if self.game:
            found[f"{prefix}game_key"] = self.game
        if self.seats:
            of_size = Match.objects.filter(club=self.club).annotate(size=Count("seats")).filter(size=self.seats)
            found[f"{prefix}pk__in"] = of_size.values("pk")
        return found

    @cached_property
    def state(self) -> str:
        """What changes with any of the selected matches."""
        matches = Match.objects.filter(**self.matches())
        found = matches.aggregate(n=Count("pk"), ids=Sum("pk"), versions=Sum("version"), names=Sum("names_version"))
        return "-".join(map(str, (self.club.pk, self.period, self.game, self.seats, *found.values())))

    def keep(self, name: str, ask: Callable[[], T]) -> T:
        """Return what `ask` returns, asked once until a selected match changes. It must hold ids, not models.

        In a club of 5,000 matches the figures of a page take 300 ms to ask, their state 5.
        """
        return cast("T", cache.get_or_set(f"{name}-{self.state}", ask, None))


class GameChoice(NamedTuple):
    game: Game
    seats: list[int]


def choices(club: Club) -> list[GameChoice]:
    """Return the games of which a round was played, with the numbers of players."""
    played = Match.objects.filter(Exists(Round.objects.filter(match=OuterRef("pk"))), club=club)
    sizes: dict[str, set[int]] = {}
    for game_key, size in played.annotate(size=Count("seats")).values_list("game_key", "size").distinct():
        sizes.setdefault(game_key, set()).add(size)
    return [GameChoice(find(game_key), sorted(sizes[game_key])) for game_key in sorted(sizes)]


def span(club: Club) -> tuple[date, date] | None:
    # Not MIN and MAX together, for which SQLite reads all of them.
    nights = Match.objects.filter(club=club).order_by("night_date").values("night_date")
    ends = Club.everything.filter(pk=club.pk).values_list(Subquery(nights[:1]), Subquery(nights.reverse()[:1]))
    first, last = ends.get()
    return (first, last) if first else None


# Years in the list of periods.
MAX_YEARS_SHOWN = 20


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
        shown = [*map(Period.year, years[:MAX_YEARS_SHOWN]), self.selection.period]
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
