"""The cases behind a figure: all time in years, a year in months, and a month, which has not too many, in rounds."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet, Value

from games.core.statistics import ROUNDS, Statistic
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match, Seat
from scorekeeper.statistics.counting import OPPOSITE, PARTNERS, SOURCES, cases, part
from scorekeeper.statistics.figures import Figure, figure_of, sums_by
from scorekeeper.statistics.periods import Period
from scorekeeper.statistics.selection import Selection, span


class PeriodPart(NamedTuple):
    period: Period
    figure: Figure


def parts(selection: Selection, statistic: Statistic, player: Player, bucket: str = "") -> list[PeriodPart]:
    part = {"figure__bucket": bucket} if bucket else {}
    asked = Q(figure__stat=statistic.key, **part) | Q(figure__stat=ROUNDS.key)
    sums = sums_by("period", selection.tallies(_within(selection)).filter(asked, player=player))
    made_of = [PeriodPart(Period.node(period), figure_of(statistic, sums[period], bucket)) for period in sorted(sums)]
    return [one for one in reversed(made_of) if one.figure.n]


def cases_of(selection: Selection, statistic: Statistic, player: Player, bucket: str = "") -> QuerySet[Any, Any]:
    """Return every case that made up a player's figure, the latest first; as many as its `n`, adding up to its `total`.

    Each is a named tuple: of_match, nr, value, part, why (the reason of a line of points, else nothing).
    """
    source, matches = SOURCES[statistic.source], _matches(selection).values_list("pk", flat=True)
    of_matches = {f"{source.match}__in": list(matches) if selection.period.first else matches}
    rows = cases(statistic, of_matches)
    # The added 0 keeps SQLite off the index on the player: it would read all rows of this player first.
    rows = rows.alias(whose=F("who") + 0).filter(whose=player.pk)
    rows = rows.annotate(
        of_match=F(source.match), began=F(f"{source.match}__started"), part=part(statistic.by, statistic),
        nr=F(source.number) if source.number else Value(0),
        why=F("reason") if statistic.source == "lines" else Value(""),
    )  # fmt: skip
    found: QuerySet[Any, Any] = rows.filter(part=bucket) if bucket else rows
    return found.order_by("-began", "-of_match", "-nr", "pk").values_list(
        "of_match", "nr", "value", "part", "why", named=True
    )


def matches_between(selection: Selection, player: Player, other: Player, *, together: bool) -> QuerySet[Match]:
    sat = Seat.objects.filter(PARTNERS if together else OPPOSITE, player=player, match__seats__player=other)
    return _matches(selection).filter(finished=True, pk__in=sat.values("match")).order_by("-started", "-pk")


def _matches(selection: Selection) -> QuerySet[Any, Any]:
    matches = Match.objects.filter(club=selection.club)
    if selection.period.first:
        matches = matches.filter(night_date__range=selection.period.days)
    if selection.game:
        matches = matches.filter(game_key=selection.game)
    return matches.annotate(sitting=Count("seats")).filter(sitting=selection.seats) if selection.seats else matches


def _within(selection: Selection) -> list[int]:
    if selection.period.first:
        return selection.period.months
    there = span(selection.club)
    return list(range(there[0].year, there[1].year + 1)) if there else []


ON_A_PAGE = 25


class FigureCase(NamedTuple):
    """A round (0: the whole match) of a figure: its value, and the reason of a score line."""

    match: Match
    number: int
    value: int
    why: str


@dataclass
class FigureCases:
    """A figure of a player and what it is made of. A year or all time of a single month is that month."""

    player: Player
    selection: Selection
    statistic: Statistic
    part: str
    page: str = "1"

    def __post_init__(self) -> None:
        self.parts = self._parts()
        while len(self.parts) == 1 and not self.selection.period.is_month:
            self.selection = replace(self.selection, period=self.parts[0].period)
            self.parts = self._parts()

    @property
    def label(self) -> str:
        """The name of the selected part of the statistic; "" for the whole."""
        return self.statistic.label(self.part) if self.part else ""

    @property
    def query(self) -> str:
        query = {"stat": self.statistic.key, "part": self.part, "game": self.selection.game}
        query |= {"seats": str(self.selection.seats or "")}
        return urlencode({name: value for name, value in query.items() if value})

    @property
    def here(self) -> str:
        return f"{self.query}&period={self.selection.period}"

    @cached_property
    def cases(self) -> Page[Any] | None:
        """A page of the rounds; None for a period longer than a month."""
        if not self.selection.period.is_month:
            return None
        rows = cases_of(self.selection, self.statistic, self.player, self.part)
        page = Paginator(rows, ON_A_PAGE).get_page(self.page)
        matches = Match.objects.in_bulk({row.of_match for row in page.object_list})
        page.object_list = [FigureCase(matches[row.of_match], row.nr, row.value, row.why) for row in page.object_list]
        return page

    def _parts(self) -> list[PeriodPart]:
        return parts(self.selection, self.statistic, self.player, self.part)
