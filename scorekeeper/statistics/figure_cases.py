"""The cases behind a figure: all time by years, a year by months, and a month by its rounds, page by page."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from games.core.statistics import ROUNDS, Statistic
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match
from scorekeeper.statistics.cases import cases, part_expression, reason_expression
from scorekeeper.statistics.figures import Figure, Sums, make_figure, sums_by
from scorekeeper.statistics.selection import Period, Selection

CASES_ON_A_PAGE = 25


@dataclass
class FigureCases:
    """A figure of a player, and the periods or cases that add up to it.

    If a single year or month has all of them, the selection becomes that period.
    """

    player: Player
    selection: Selection
    statistic: Statistic
    part: str
    page_number: str = "1"

    def __post_init__(self) -> None:
        self.periods = self._periods()
        while len(self.periods) == 1 and not self.selection.period.is_month:
            self.selection = replace(self.selection, period=self.periods[0][0])
            self.periods = self._periods()

    @property
    def label(self) -> str:
        """The name of the selected part of the statistic; "" for the whole."""
        return self.statistic.label(self.part) if self.part else ""

    @property
    def query(self) -> str:
        """The query of this page without its period."""
        query = {"stat": self.statistic.key, "part": self.part, "game": self.selection.game}
        query |= {"scale": self.selection.scale_text, "seats": str(self.selection.seats or "")}
        return urlencode({name: value for name, value in query.items() if value})

    @property
    def page_query(self) -> str:
        return f"{self.query}&period={self.selection.period}"

    @cached_property
    def cases(self) -> Page[Any] | None:
        """A page of the cases, each with its match; None for a period longer than a month."""
        if not self.selection.period.is_month:
            return None
        rows = cases_of(self.selection, self.statistic, self.player, self.part)
        page = Paginator(rows, CASES_ON_A_PAGE).get_page(self.page_number)
        matches = Match.objects.in_bulk({row.match_pk for row in page.object_list})
        page.object_list = [(matches[row.match_pk], row) for row in page.object_list]
        return page

    def _periods(self) -> list[tuple[Period, Figure]]:
        return period_figures(self.selection, self.statistic, self.player, self.part)


def period_figures(
    selection: Selection, statistic: Statistic, player: Player, part: str = ""
) -> list[tuple[Period, Figure]]:
    """Split a figure, the latest period first: all time by years, anything shorter by months."""
    by_night = sums_by("night", selection, {statistic, ROUNDS}, part, player)
    by_period: Sums = {}
    for (night, key, name), (n, total) in by_night.items():
        period = Period.year(night.year) if selection.period == Period() else Period.month(night)
        before = by_period.get((period, key, name), (0, 0))
        by_period[period, key, name] = before[0] + n, before[1] + total
    periods = sorted({period for period, _, _ in by_period}, key=lambda period: period.first, reverse=True)
    figures = [(period, make_figure(statistic, by_period, period, part)) for period in periods]
    return [(period, figure) for period, figure in figures if figure.n]


def cases_of(selection: Selection, statistic: Statistic, player: Player, part: str = "") -> QuerySet[Any, Any]:
    """Return the cases of a player's figure, the latest first: its `n` rows, whose values add up to its `total`.

    Named tuples: match_pk, round_number (0: the whole match), value, part, line_reason ("" but for lines of points).
    """
    rows = cases(statistic, selection, player).annotate(
        part=part_expression(statistic.by, statistic.source),
        line_reason=reason_expression(statistic),
    )
    of_part: QuerySet[Any, Any] = rows.filter(part=part) if part else rows
    return of_part.order_by("-started", "-match_pk", "-round_number", "pk").values_list(
        "match_pk", "round_number", "value", "part", "line_reason", named=True
    )
