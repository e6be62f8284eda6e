"""The cases behind a figure: all time in years, a year in months, and a month, which has not too many, in rounds."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet, Value

from games.core.statistics import ROUNDS, Statistic
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match
from scorekeeper.statistics.cases import cases, part_of
from scorekeeper.statistics.figures import Figure, Sums, figure_of, sums_by
from scorekeeper.statistics.selection import Period, Selection

CASES_ON_A_PAGE = 25


class PeriodPart(NamedTuple):
    period: Period
    figure: Figure


def parts(selection: Selection, statistic: Statistic, player: Player, part: str = "") -> list[PeriodPart]:
    """Return what a figure is made of, the latest first: years of all time, months of anything shorter."""
    by_night = sums_by("night", selection, {statistic, ROUNDS}, part, player=player)
    by_period: Sums = {}
    for (night, key, name), (n, total) in by_night.items():
        period = Period.year(night.year) if selection.period == Period() else Period.month(night)
        before = by_period.get((period, key, name), (0, 0))
        by_period[period, key, name] = before[0] + n, before[1] + total
    periods = sorted({period for period, _, _ in by_period}, key=lambda period: period.first, reverse=True)
    made_of = [PeriodPart(period, figure_of(statistic, by_period, period, part)) for period in periods]
    return [one for one in made_of if one.figure.n]


def cases_of(selection: Selection, statistic: Statistic, player: Player, part: str = "") -> QuerySet[Any, Any]:
    """Return every case that made up a player's figure, the latest first; as many as its `n`, adding up to its `total`.

    Each is a named tuple: of_match, nr, value, part, why (the reason of a line of points, else nothing).
    """
    rows = cases(statistic, selection, player=player).annotate(
        part=part_of(statistic.by, statistic.source),
        why=F("reason") if statistic.source == "lines" else Value(""),
    )
    found: QuerySet[Any, Any] = rows.filter(part=part) if part else rows
    return found.order_by("-began", "-of_match", "-nr", "pk").values_list(
        "of_match", "nr", "value", "part", "why", named=True
    )


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
        page = Paginator(rows, CASES_ON_A_PAGE).get_page(self.page)
        matches = Match.objects.in_bulk({row.of_match for row in page.object_list})
        page.object_list = [FigureCase(matches[row.of_match], row.nr, row.value, row.why) for row in page.object_list]
        return page

    def _parts(self) -> list[PeriodPart]:
        return parts(self.selection, self.statistic, self.player, self.part)
