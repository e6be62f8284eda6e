"""Behind a figure: the periods it is made of, down to the rounds of a month."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator

from scorekeeper.nights import books
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from django.core.paginator import Page

    from games.statistics import Statistic
    from scorekeeper.club.models import Player
    from scorekeeper.nights.books import Part, Selection

A_PAGE = 100


class Case(NamedTuple):
    """One of the rounds (0: all of the match) behind a figure: what it added, and why where points have a reason."""

    match: Match
    number: int
    value: int
    why: str


@dataclass
class Behind:
    """A figure of a player and what it is made of. A year or all time of a single month is that month."""

    player: Player
    selection: Selection
    statistic: Statistic
    part: str
    page: str = "1"

    def __post_init__(self) -> None:
        self.parts = self._parts()
        while len(self.parts) == 1 and not self.selection.period.is_month:
            self.selection = self.selection.but(period=self.parts[0].period)
            self.parts = self._parts()

    @property
    def label(self) -> str:
        """The name of the part of the statistic that is looked at; "" for all of it."""
        return self.statistic.label(self.part) if self.part else ""

    @property
    def query(self) -> str:
        """The figure as it stands in an address, but for the period."""
        said = {"stat": self.statistic.key, "part": self.part, "game": self.selection.game}
        said |= {"seats": str(self.selection.seats or "")}
        return urlencode({name: value for name, value in said.items() if value})

    @property
    def here(self) -> str:
        """The figure as it stands in the address of this page."""
        return f"{self.query}&period={self.selection.period}"

    @cached_property
    def cases(self) -> Page[Any] | None:
        """The rounds, a page of them; None where the period has to be narrowed first."""
        if not self.selection.period.is_month:
            return None
        rows = books.behind(self.selection, self.statistic, self.player, self.part)
        page = Paginator(rows, A_PAGE).get_page(self.page)
        matches = Match.objects.in_bulk({row.of_match for row in page.object_list})
        page.object_list = [Case(matches[row.of_match], row.nr, row.value, row.why) for row in page.object_list]
        return page

    def _parts(self) -> list[Part]:
        return books.parts(self.selection, self.statistic, self.player, self.part)
