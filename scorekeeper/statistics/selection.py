"""The selection of a statistics page: club, period, game and number of players; and what is kept of its figures."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from django.core.cache import caches
from django.db.models import CharField, Count, Exists, OuterRef, Sum
from django.db.models.functions import Cast, Substr
from django.http import QueryDict
from django.utils import timezone

from games.core.definition import Game
from games.core.errors import Impossible, quoted
from games.core.registry import find
from games.core.schema import whole_number
from games.core.statistics import RECORDS_OF_EVERY_GAME, STATISTICS_OF_ALL_GAMES, RecordKind, Statistic
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match, Round, Seat

T = TypeVar("T")
Key = TypeVar("Key")

# Years between the ends of a period from a URL, and in the list of periods.
MAX_YEARS, MAX_YEARS_SHOWN = 100, 20
WRITTEN = re.compile(r"(?P<year>[0-9]{4})(-(?P<month>0[1-9]|1[0-2]))?", re.ASCII)
UNKNOWN = "a period is a year (2026), a month (2026-11) or a run of them (2026-03..2026-09)"


@dataclass(frozen=True)
class Period:
    """Whole months from the first day to the last; by default all time. Written 2026, 2026-11 or 2026-03..2026-09."""

    first: date = date.min
    last: date = date.max

    @classmethod
    def read(cls, text: str) -> Period:
        """Parse a period from a URL; raise Impossible with the expected format for anything else."""
        if not text:
            return cls()
        first, _, last = text.partition("..")
        period = cls(_written(first).first, _written(last if ".." in text else first).last)
        if period.first > period.last:
            raise Impossible(f"{quoted(text)} ends before it begins", "period")
        if period.last.year > period.first.year + MAX_YEARS:
            raise Impossible(f"{quoted(text)} is more than {MAX_YEARS} years", "period")
        return period

    @classmethod
    def month(cls, day: date) -> Period:
        return cls(day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]))

    @classmethod
    def year(cls, year: int) -> Period:
        return cls(date(year, 1, 1), date(year, 12, 31))

    def __str__(self) -> str:
        if self == Period():
            return ""
        if self == Period.year(self.first.year):
            return self.first.isoformat()[:4]
        first, last = (day.isoformat()[:7] for day in (self.first, self.last))
        return first if first == last else f"{first}..{last}"

    @property
    def is_month(self) -> bool:
        return self == Period.month(self.first)

    @property
    def title(self) -> str:
        """The period in words: all time, 2026, November 2026, March 2026 to April 2027."""
        if self == Period():
            return "all time"
        if self == Period.year(self.first.year):
            return f"{self.first.year}"
        first, last = (f"{day:%B} {day.year}" for day in (self.first, self.last))
        return first if first == last else f"{first} to {last}"


def _written(text: str) -> Period:
    found = WRITTEN.fullmatch(text)
    if not found or int(found["year"]) == 0:
        raise Impossible(UNKNOWN, "period")
    year, month = int(found["year"]), found["month"]
    return Period.month(date(year, int(month), 1)) if month else Period.year(year)


@dataclass(frozen=True)
class Selection:
    """The selected matches: `game` is the key of a game or "", `seats` the number of seats or 0."""

    club: Club
    period: Period = field(default_factory=Period)
    game: str = ""
    seats: int = 0

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        return find(self.game).all_statistics if self.game else STATISTICS_OF_ALL_GAMES

    @property
    def record_kinds(self) -> tuple[RecordKind, ...]:
        return find(self.game).all_record_kinds if self.game else RECORDS_OF_EVERY_GAME

    def matches(self, prefix: str = "") -> dict[str, Any]:
        """Return the lookups of the selected matches, of rows that reach theirs by a prefix: `round__match__`."""
        found: dict[str, Any] = {f"{prefix}club": self.club, f"{prefix}deleted": None}
        if self.period != Period():
            found[f"{prefix}night_date__range"] = self.period.first, self.period.last
        if self.game:
            found[f"{prefix}game_key"] = self.game
        if self.seats:
            seats = Seat.objects.filter(match=OuterRef("pk"))
            of_size = Match.objects.filter(
                Exists(seats.filter(number=self.seats - 1)), ~Exists(seats.filter(number=self.seats)), club=self.club
            )
            found[f"{prefix}pk__in"] = of_size.values("pk")
        return found

    @cached_property
    def parts(self) -> dict[str, str]:
        """The periods of the selected matches in order, each with a fingerprint that changes with any of its matches.

        Whole years; of the last one the months before the last one, and the last month.
        """
        month = Substr(Cast("night_date", CharField()), 1, 7)
        matches = Match.objects.filter(**self.matches()).annotate(month=month).values_list("month").order_by("month")
        states = matches.annotate(
            n=Count("pk"), ids=Sum("pk"), versions=Sum("version"), renamed=Sum("names_version"),
            restored=Sum("restore_time"),
        )  # fmt: skip
        months = {month: list(map(int, state)) for month, *state in states}
        last = max(months, default="")
        year, number = last[:4], last[5:]
        sums: dict[str, list[int]] = {}
        for month, state in months.items():
            part = month[:4]
            if part == year:
                part = last if month == last else f"{year}-01..{year}-{int(number) - 1:02}"
            sums[part] = list(map(int.__add__, sums[part], state)) if part in sums else state
        return {part: "-".join(map(str, state)) for part, state in sums.items()}

    def of_part(self, part: str) -> Selection:
        whole = Period.read(part)
        return replace(self, period=Period(max(whole.first, self.period.first), min(whole.last, self.period.last)))

    def by_part(self, name: str, ask: Callable[[Selection], T]) -> list[T]:
        """Return what `ask` returns of each part, asked again when a match of the part changed.

        It must hold ids, not models. In a club of 5,000 matches the figures of a page take a second to ask, those of
        a month a hundredth of it, and the fingerprints 5 ms.
        """
        name = f"{name}-{self.club.pk}-{self.period}-{quote(self.game)}-{self.seats}"
        kept: dict[tuple[str, str], T] = caches["figures"].get(name, {})
        found = {state: kept[state] if state in kept else ask(self.of_part(state[0])) for state in self.parts.items()}
        if found.keys() != kept.keys():
            caches["figures"].set(name, found, None)
        return list(found.values())

    def total(self, name: str, ask: Callable[[Selection], Mapping[Key, tuple[int, ...]]]) -> dict[Key, tuple[int, ...]]:
        """Add up the numbers that `ask` counts in each part."""
        sums: dict[Key, tuple[int, ...]] = {}
        for counted in self.by_part(name, ask):
            for key, numbers in counted.items():
                sums[key] = tuple(map(sum, zip(sums[key], numbers, strict=True))) if key in sums else numbers
        return sums


def choices(whole: Selection) -> dict[str, list[int]]:
    """Return the keys of the games of which a round was played, with the numbers of players."""
    found = set().union(*whole.by_part("choices", _played))
    return {key: sorted(size for game, size in found if game == key) for key in sorted({game for game, _ in found})}


def _played(selection: Selection) -> set[tuple[str, int]]:
    matches = Match.objects.filter(Exists(Round.objects.filter(match=OuterRef("pk"))), **selection.matches())
    return set(matches.annotate(size=Count("seats")).values_list("game_key", "size"))


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
        try:
            return cls(Selection(club, period, find(game).key if game else "", seats))
        except Impossible:
            return cls(Selection(club), "there is no such game")

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
        """All time, this year, this month, the other years from the first match on, and the selected period."""
        played = [int(part[:4]) for part in self._whole.parts]
        tonight = self.selection.club.night_date_of(timezone.now())
        years = range(max(played), min(played) - 1, -1) if played else []
        shown = [*map(Period.year, years[:MAX_YEARS_SHOWN]), self.selection.period]
        labels = {"": "all time", str(Period.year(tonight.year)): "this year", str(Period.month(tonight)): "this month"}
        others = {str(period): period.title for period in shown if str(period) not in labels}
        return options(labels | others, str(self.selection.period))

    @property
    def has_other_months(self) -> bool:
        """Whether anything was played before this month."""
        month = Period.month(self.selection.club.night_date_of(timezone.now()))
        return self.selection.club.matches.filter(night_date__lt=month.first).exists()

    @cached_property
    def games(self) -> list[SelectionOption]:
        return options({"": "all games"} | {key: find(key).name for key in self._choices}, self.selection.game)

    @cached_property
    def seats(self) -> list[SelectionOption]:
        numbers = {n for key, seats in self._choices.items() if self.selection.game in ("", key) for n in seats}
        labels = {str(n): f"{n} at the table" for n in sorted(numbers | {self.selection.seats}) if n}
        return options({"": "any number"} | labels, str(self.selection.seats or ""))

    @cached_property
    def _choices(self) -> dict[str, list[int]]:
        return choices(self._whole)

    @cached_property
    def _whole(self) -> Selection:
        return Selection(self.selection.club) if self.is_narrowed else self.selection


def _period(asked: QueryDict) -> str:
    """Return the period parameter; `from` and `to` give a range of months."""
    first, last = asked.get("from", ""), asked.get("to", "")
    return f"{first or last}..{last or first}" if first or last else asked.get("period", "")
