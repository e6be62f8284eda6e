"""The matches two people played: against each other, or as partners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Sum

from games.core.statistics import WON
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import SEATS_PREFETCH, with_seats
from scorekeeper.statistics import figure_cases
from scorekeeper.statistics.figure_cases import A_PAGE
from scorekeeper.statistics.figures import Figure
from scorekeeper.statistics.models import PairTotal

if TYPE_CHECKING:
    from django.core.paginator import Page

    from scorekeeper.matches.models import Match
    from scorekeeper.statistics.selection import ChosenSelection, Selection


@dataclass
class SharedMatches:
    """The matches of two players in the selection; `together`: as partners."""

    player: Player
    other: Player
    chosen: ChosenSelection
    together: bool
    asked: str = ""

    @cached_property
    def page(self) -> Page[Any]:
        found = figure_cases.matches_between(self.chosen.selection, self.player, self.other, together=self.together)
        return Paginator(found.prefetch_related(SEATS_PREFETCH), A_PAGE).get_page(self.asked)

    @property
    def matches(self) -> list[Match]:
        return with_seats(self.page.object_list)

    @property
    def query(self) -> str:
        query = {"other": self.other.pk} | ({"together": 1} if self.together else {})
        return "&".join(filter(None, [urlencode(query), self.chosen.query]))


class Opponent(NamedTuple):
    """Results of a player against another: of `n` matches, placed `ahead`, `behind` or `level`."""

    player: Player
    other: Player
    n: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.n - self.ahead - self.behind


class Partnership(NamedTuple):
    """Results of two players as partners."""

    player: Player
    other: Player
    won: Figure


def opponents(selection: Selection, player: Player) -> list[Opponent]:
    return _most_first(_meetings(selection, player=player))


def matrix(selection: Selection) -> tuple[list[Player], dict[tuple[int, int], Opponent]]:
    meetings = _meetings(selection)
    people = {one.player for one in meetings}
    return sorted(people, key=lambda one: one.name), {(one.player.pk, one.other.pk): one for one in meetings}


def partners(selection: Selection, player: Player) -> list[Partnership]:
    rows = _rows(selection, PairTotal.WITH, player=player)
    found = [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won, _ in rows]
    return sorted(found, key=lambda one: (-one.won.n, one.other.name))


def partnerships(selection: Selection) -> list[Partnership]:
    rows = _rows(selection, PairTotal.WITH)
    pairs = [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won, _ in rows]
    once = [pair for pair in pairs if (pair.player.name, pair.player.pk) < (pair.other.name, pair.other.pk)]
    return sorted(once, key=lambda pair: (-pair.won.total, pair.won.n, pair.player.name, pair.other.name))


def _meetings(selection: Selection, **whose: Player) -> list[Opponent]:
    return [Opponent(*row) for row in _rows(selection, PairTotal.AGAINST, **whose)]


def _most_first(meetings: list[Opponent]) -> list[Opponent]:
    return sorted(meetings, key=lambda one: (-one.n, one.other.name))


def _rows(selection: Selection, stat: str, **whose: Player) -> list[tuple[Player, Player, int, int, int]]:
    pairs = selection.pairs().filter(stat=stat, **whose).values_list("player_id", "other_id")
    rows = list(pairs.annotate(cases=Sum("n"), sum=Sum("total"), lost=Sum("behind")))
    people = Player.objects.in_bulk({pk for player, other, *_ in rows for pk in (player, other)})
    return [(people[player], people[other], n, total, behind) for player, other, n, total, behind in rows]


class Meetings(NamedTuple):
    """How often two met, and how often the first of them came out ahead."""

    won: int
    met: int


@dataclass(frozen=True)
class Matrix:
    """Meetings by the positions of two names; pairs that never met are left out."""

    title: str
    names: Sequence[str]
    meetings: Mapping[tuple[int, int], Meetings]
    said: str = "How often the player of the row was placed before the player of the column, of how many meetings."

    @property
    def rows(self) -> list[tuple[str, list[Meetings | None]]]:
        """The rows of the table; None for pairs that never met and on the diagonal."""
        places = range(len(self.names))
        return [(name, [self.meetings.get((row, column)) for column in places]) for row, name in enumerate(self.names)]
