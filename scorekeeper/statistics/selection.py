"""The selection of a statistics page: club, period, game, scale, number of players; and the cache of its figures."""

from __future__ import annotations

import json
import re
from calendar import monthrange
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple, TypeVar, cast
from urllib.parse import urlencode

from django.core.cache import caches
from django.db.models import Count, Exists, Min, OuterRef
from django.http import QueryDict
from django.utils import timezone

from games.core.definition import Game
from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules, Scale, in_todays_names
from games.core.registry import find, totals_of
from games.core.schema import load_json, whole_number
from games.core.statistics import RECORDS_OF_EVERY_GAME, STATISTICS_WITHOUT_POINTS, RecordKind, Statistic
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import ChangedMonth, Match, MatchQuerySet, Seat, StandIn

T = TypeVar("T")
Key = TypeVar("Key")

# The longest period that a URL may name, and the number of years to choose from.
MAX_YEARS, MAX_YEARS_SHOWN = 100, 20
YEAR_OR_MONTH = re.compile(r"(?P<year>[0-9]{4})(-(?P<month>0[1-9]|1[0-2]))?", re.ASCII)
# The label of a scale: totals on a sheet by the name of a game.
TOTALS_ONLY = "totals only"
# A selection that is not made from another reads the months itself.
NOT_READ = ((date.min, 0),)
PERIOD_FORMAT = "a period is a year (2026), a month (2026-11) or a run of them (2026-03..2026-09)"


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
        period = cls(_year_or_month(first).first, _year_or_month(last if ".." in text else first).last)
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
        if not self.is_limited:
            return ""
        if self.is_year:
            return self.first.isoformat()[:4]
        first, last = (day.isoformat()[:7] for day in (self.first, self.last))
        return first if first == last else f"{first}..{last}"

    @property
    def is_limited(self) -> bool:
        return self != Period()

    @property
    def is_year(self) -> bool:
        return self == Period.year(self.first.year)

    @property
    def is_month(self) -> bool:
        return self == Period.month(self.first)

    @property
    def title(self) -> str:
        """The period in words: all time, 2026, November 2026, March to May 2026, March 2026 to April 2027."""
        if not self.is_limited:
            return "all time"
        if self.is_year:
            return f"{self.first.year}"
        first, last = (f"{day:%B} {day.year}" for day in (self.first, self.last))
        if first == last:
            return first
        return f"{self.first:%B} to {last}" if self.first.year == self.last.year else f"{first} to {last}"

    @property
    def at_our_table(self) -> str:
        """The title of its page: “2026 at our table”."""
        return f"{self.title} at our table"


def _year_or_month(text: str) -> Period:
    parsed = YEAR_OR_MONTH.fullmatch(text)
    if not parsed or int(parsed["year"]) == 0:
        raise Impossible(PERIOD_FORMAT, "period")
    year, month = int(parsed["year"]), parsed["month"]
    return Period.month(date(year, int(month), 1)) if month else Period.year(year)


@dataclass(frozen=True)
class Selection:
    """The selected matches: `game` is the key of a game or "", `seats` the number of seats or 0.

    `scale`: of that game; () if it has one only, or for all.
    """

    club: Club
    period: Period = field(default_factory=Period)
    game: str = ""
    seats: int = 0
    scale: Scale = ()
    # By month, a token of its matches: read with the first selection of a page and handed on to those made from it.
    changed_months: tuple[tuple[date, int], ...] = field(default=NOT_READ, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.changed_months is NOT_READ:
            object.__setattr__(self, "changed_months", ChangedMonth.objects.tokens(self.club))

    @property
    def whole(self) -> Selection:
        """Everything that the club ever played."""
        return replace(self, period=Period(), game="", seats=0, scale=())

    @property
    def scale_defaults(self) -> dict[str, Any]:
        return dict(HouseRules(find(self.game).house_rules, {}).scale) if self.game else {}

    @property
    def scale_text(self) -> str:
        """The scale in a URL."""
        return json.dumps(dict(self.scale)) if self.scale else ""

    @property
    def query(self) -> str:
        values = {"period": str(self.period), "game": self.game, "scale": self.scale_text, "seats": self.seats}
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def scale_label(self) -> str:
        """The house rules of the scale that differ from the usual ones; of totals on a sheet, that they are such.

        Games that tables name have no usual values: their default scale is named by the house rules the club varies.
        """
        scales = self.on_each_scale()
        others = [dict(selection.scale) for selection in scales if selection.game == self.game]
        if self.has_totals_only and len(others) == 1:
            return TOTALS_ONLY
        house_rules = {option.name: option for option in find(self.game).house_rules} if self.scale else {}
        differing = [(name, value) for name, value in self.scale if value != self.scale_defaults[name]]
        if not differing and all(house_rules[name].default_is_usual for name, _ in self.scale):
            return "usual rules" if self.scale or len(scales) > 1 else ""
        varied = [(name, value) for name, value in self.scale if any(other[name] != value for other in others)]
        named = differing or varied or self.scale[:1]
        labels = [f"{house_rules[name].title}: {house_rules[name].label(value)}" for name, value in named]
        return ", ".join([TOTALS_ONLY, *labels] if self.has_totals_only else labels)

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        return self._changed_game.all_statistics if self.game else STATISTICS_WITHOUT_POINTS

    @property
    def record_kinds(self) -> tuple[RecordKind, ...]:
        return self._changed_game.all_record_kinds if self.game else RECORDS_OF_EVERY_GAME

    @property
    def has_points(self) -> bool:
        """Whether the totals of the selected game are points."""
        return self._changed_game.has_points

    @property
    def has_totals_only(self) -> bool:
        """Whether its matches are totals on a sheet by the name of a game, which has them as a scale of their own."""
        return bool(self.game) and totals_of(find(self.game)) is not None

    @property
    def _changed_game(self) -> Game:
        """The selected game as its scale changes it."""
        return find(self.game).with_house_rules(dict(self.scale))

    def match_lookups(self, prefix: str = "") -> dict[str, Any]:
        """Return the lookups for the selected matches; `prefix`: from the filtered rows to their match."""
        lookups: dict[str, Any] = {f"{prefix}club": self.club, f"{prefix}deleted": None}
        if self.period.is_limited:
            lookups[f"{prefix}night_date__range"] = self.period.first, self.period.last
        if self.game:
            lookups[f"{prefix}game_key"] = self.game
        for name, value in self.scale:
            # A match stores the house rules that differ from the defaults.
            is_default = value == self.scale_defaults[name]
            lookup = f"{prefix}house_rules__{name}" + ("__isnull" if is_default else "")
            lookups[lookup] = is_default or value
        if self.seats:
            seats = Seat.objects.filter(match=OuterRef("pk"))
            of_size = Match.objects.filter(
                Exists(seats.filter(number=self.seats - 1)), ~Exists(seats.filter(number=self.seats)), club=self.club
            )
            lookups[f"{prefix}pk__in"] = of_size.values("pk")
        return lookups

    @property
    def token(self) -> int:
        """A number that changes with every change to a match of the period."""
        period = self.period
        return sum(token for month, token in self.changed_months if period.first <= month <= period.last)

    @property
    def parts(self) -> list[Selection]:
        """The selection before the last month with a change, and from it on."""
        first, last = self.period.first, self.period.last
        latest = max((month for month, _ in self.changed_months if first <= month <= last), default=first)
        if latest == first:
            return [self]
        periods = Period(first, latest - timedelta(days=1)), Period(latest, last)
        return [replace(self, period=period) for period in periods]

    def on_each_scale(self) -> list[Selection]:
        """Return the selection on each scale of its game, those of the selected sheet and of most matches first."""
        scales = sorted(played_scales(self), key=lambda played: played[0] != self.game) if self.game else []
        return [replace(self, game=game, scale=scale) for game, scale in scales] or [self]

    def on_scale(self, scale_text: str) -> Selection:
        """Return the selection on this scale of its game; for an unknown one, on that of most matches.

        A link from before the game had further scales names a part of them: that of most matches then counts.
        """
        scales, asked = self.on_each_scale(), read_scale(scale_text)
        asked = in_todays_names(find(self.game).house_rules, asked) if self.game else asked
        return next((selection for selection in scales if asked.items() <= dict(selection.scale).items()), scales[0])

    def cached(self, name: str, query: Callable[[Selection], T]) -> T:
        """Return the result of a query, asked again after each change to a match of the period.

        It must hold ids, not models.
        """
        asked = name, self.club.pk, self.period, self.game, self.scale, self.seats
        key = sha256(repr(asked).encode()).hexdigest()
        token, result = caches["figures"].get(key, (None, None))
        if token != self.token:
            result = query(self)
            caches["figures"].set(key, (self.token, result), None)
        return cast("T", result)

    def cached_by_part(self, name: str, query: Callable[[Selection], T]) -> list[T]:
        """Return the results of a query for each part: after a save only the last month is asked again."""
        return [part.cached(name, query) for part in self.parts]

    def cached_sums(
        self, name: str, query: Callable[[Selection], Mapping[Key, tuple[int, ...]]]
    ) -> dict[Key, tuple[int, ...]]:
        """Add up the numbers that a query returns for each part."""
        sums: dict[Key, tuple[int, ...]] = {}
        for counts in self.cached_by_part(name, query):
            for key, numbers in counts.items():
                sums[key] = tuple(map(sum, zip(sums[key], numbers, strict=True))) if key in sums else numbers
        return sums


def read_scale(text: str) -> dict[str, Any]:
    """Return the values of a scale in a URL; none if it is invalid."""
    try:
        scale = load_json(text)
    except Impossible:
        return {}
    return scale if isinstance(scale, dict) else {}


def played_matches(selection: Selection) -> MatchQuerySet:
    """Return the selected matches with a round."""
    return Match.objects.filter(rounds__number=1, **selection.match_lookups())


def played_games(selection: Selection) -> dict[str, list[int]]:
    """Return the keys of the games with a round played, each with its numbers of players."""

    def games_and_seats(part: Selection) -> set[tuple[str, int]]:
        return set(played_matches(part).annotate(size=Count("seats")).values_list("game_key", "size"))

    games: dict[str, list[int]] = {}
    for game, size in sorted(set().union(*selection.cached_by_part("games", games_and_seats))):
        games.setdefault(game, []).append(size)
    return games


def played_nights(selection: Selection) -> list[date]:
    """Return the first and the last game night with a round played; nothing if there is none."""

    def first_and_last(part: Selection) -> list[date]:
        nights = played_matches(part).order_by("night_date").values_list("night_date", flat=True)
        return [*nights[:1], *nights.reverse()[:1]]

    nights = list(chain.from_iterable(selection.cached_by_part("nights", first_and_last)))
    return [nights[0], nights[-1]] if nights else []


def played_scales(selection: Selection) -> list[tuple[str, Scale]]:
    """Return the scales on which the club has played the selected game, that of most matches first; else the usual.

    Each with its key: totals on a sheet by the name of a game are a scale of that game.
    """
    counts = Counter[tuple[str, Scale]]()
    for of_part in selection.whole.cached_by_part("house rules", _matches_by_house_rules):
        for game, played in of_part.items():
            if subject_of(game) == subject_of(selection.game):
                defaults = replace(selection, game=game).scale_defaults
                for house_rules, count in played:
                    counts[game, scale_of(house_rules, defaults)] += count
    usual = selection.game, tuple(selection.scale_defaults.items())
    return [scale for scale, _ in counts.most_common()] or [usual]


def subject_of(key: str) -> Game:
    """Return the game of a key, or of which its sheet has the totals."""
    game = find(key)
    return totals_of(game) or game


def _matches_by_house_rules(selection: Selection) -> dict[str, list[tuple[dict[str, Any], int]]]:
    """Return how many matches of each game had which house rules, those of the first match first."""
    rows = played_matches(selection).values_list("game_key", "house_rules")
    by_game: dict[str, list[tuple[dict[str, Any], int]]] = {}
    for game, house_rules, count, _ in rows.annotate(count=Count("pk"), first=Min("pk")).order_by("first"):
        by_game.setdefault(game, []).append((house_rules, count))
    return by_game


def has_stand_ins(selection: Selection) -> bool:
    """Whether anybody of the club ever played in the seat of another."""

    def in_part(part: Selection) -> bool:
        return StandIn.objects.filter(seat__match__in=Match.objects.filter(**part.match_lookups())).exists()

    return any(selection.whole.cached_by_part("stand-ins", in_part))


def scale_of(house_rules: Mapping[str, Any], defaults: Mapping[str, Any]) -> Scale:
    """Return the scale of a match, which stores the house rules that differ from the defaults."""
    return tuple((name, house_rules.get(name, defaults[name])) for name in defaults)


class SelectionOption(NamedTuple):
    value: str
    label: str
    is_selected: bool


def options(labels: Mapping[str, str], selected: str) -> list[SelectionOption]:
    return [SelectionOption(value, label, value == selected) for value, label in labels.items()]


@dataclass
class ChosenSelection:
    """The selection from a URL, and the options of its form. `error`: why the URL is invalid; then all is selected."""

    selection: Selection
    error: str = ""

    @classmethod
    def from_query(cls, club: Club, query: QueryDict) -> ChosenSelection:
        seats, game = whole_number(query.get("seats", ""), digits=3) or 0, query.get("game", "")
        # `from` and `to` name months; `period` is a listed period.
        first, last = query.get("from", ""), query.get("to", "")
        text = f"{first or last}..{last or first}" if first or last else query.get("period", "")
        try:
            period = Period.read(text)
        except Impossible as error:
            return cls(Selection(club), error.message)
        try:
            key = find(game).key if game else ""
        except Impossible:
            return cls(Selection(club), "there is no such game")
        return cls(Selection(club, period, key, seats).on_scale(query.get("scale", "")))

    @property
    def game(self) -> Game | None:
        return find(self.selection.game) if self.selection.game else None

    @property
    def is_narrowed(self) -> bool:
        return self.selection != self.selection.whole

    @property
    def title(self) -> str:
        seats = f"{self.selection.seats} at the table" if self.selection.seats else ""
        game = self.game.name if self.game else ""
        scale = self.selection.scale_label if self.scales or self.selection.has_totals_only else ""
        return ", ".join(filter(None, [game, scale, seats, self.selection.period.title]))

    @property
    def query(self) -> str:
        return self.selection.query

    @property
    def periods(self) -> list[SelectionOption]:
        """All time, this year, this month, the other years from the first match on, and the selected period."""
        played_years = [night.year for night in played_nights(self.selection.whole)]
        today = self.selection.club.night_date_of(timezone.now())
        years = range(max(played_years), min(played_years) - 1, -1) if played_years else []
        listed = [*map(Period.year, years[:MAX_YEARS_SHOWN]), self.selection.period]
        labels = {"": "all time", str(Period.year(today.year)): "this year", str(Period.month(today)): "this month"}
        others = {str(period): period.title for period in listed if str(period) not in labels}
        return options(labels | others, str(self.selection.period))

    @property
    def has_other_months(self) -> bool:
        """Whether anything was played before this month."""
        month = Period.month(self.selection.club.night_date_of(timezone.now()))
        return any(night < month.first for night in played_nights(self.selection.whole))

    @property
    def games(self) -> list[SelectionOption]:
        played = {subject.key: subject.name for subject in map(subject_of, self._played_games)}
        selected = subject_of(self.selection.game).key if self.selection.game else ""
        return options({"": "all games"} | played, selected)

    @cached_property
    def scales(self) -> list[SelectionOption]:
        """The scales on which the chosen game was played; none if there is only one."""
        if self.game is None:
            return []
        labels = {on_scale.scale_text: on_scale.scale_label for on_scale in self.selection.on_each_scale()}
        return options(labels, self.selection.scale_text) if len(labels) > 1 else []

    @property
    def seats(self) -> list[SelectionOption]:
        sizes = {
            size for key, sizes in self._played_games.items() if self.selection.game in ("", key) for size in sizes
        }
        labels = {str(size): f"{size} at the table" for size in sorted(sizes | {self.selection.seats}) if size}
        return options({"": "any number"} | labels, str(self.selection.seats or ""))

    @cached_property
    def _played_games(self) -> dict[str, list[int]]:
        return played_games(self.selection.whole)
