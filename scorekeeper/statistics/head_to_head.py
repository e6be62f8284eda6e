"""The matches two people played: against each other, or as partners."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import F, Sum

from games.core.statistics import WON
from scorekeeper.clubs.models import Player
from scorekeeper.matches.match import Match, MatchQuerySet
from scorekeeper.statistics import figure_cases
from scorekeeper.statistics.figure_cases import ON_A_PAGE
from scorekeeper.statistics.figures import Figure
from scorekeeper.statistics.models import PairTotal
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
        return Paginator(found, ON_A_PAGE).get_page(self.asked)

    @cached_property
    def matches(self) -> list[Match]:
        return list(cast("MatchQuerySet", self.page.object_list).with_seats())

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
    def quarter(self) -> int:
        """How often ahead, in quarters of their meetings."""
        return 4 * self.ahead // self.n

    @property
    def percent(self) -> int:
        return round(100 * self.ahead / self.n)

    @property
    def level(self) -> int:
        return self.n - self.ahead - self.behind


class Matrix(NamedTuple):
    """The meetings of some players; pairs that never met are left out."""

    players: list[Player]
    meetings: dict[tuple[Player, Player], Opponent]

    @property
    def rows(self) -> list[tuple[Player, list[Opponent | None]]]:
        return [(one, [self.meetings.get((one, other)) for other in self.players]) for one in self.players]


class Partnership(NamedTuple):
    player: Player
    other: Player
    won: Figure


def opponents(selection: Selection, player: Player) -> list[Opponent]:
    return sorted(_meetings(selection, player=player), key=lambda one: (-one.n, one.other.name))


def matrix(selection: Selection, most: int) -> Matrix | None:
    """Return the head to head of the players with the most matches; None without any meeting."""
    played = selection.tallies().filter(figure__stat=WON.key).values_list("player").annotate(played=Sum("n"))
    shown = [pk for pk, _ in played.order_by("-played", "player")[:most]]
    meetings = {(one.player, one.other): one for one in _meetings(selection, player__in=shown, other__in=shown)}
    return Matrix(list(Player.objects.filter(pk__in=shown).order_by("name")), meetings) if meetings else None


def partners(selection: Selection, player: Player) -> list[Partnership]:
    return sorted(_pairs(selection, player=player), key=lambda pair: (-pair.won.n, pair.other.name))


def partnerships(selection: Selection, most: int) -> list[Partnership]:
    """Return the pairs with the most wins, each once."""
    order = ("-sum", "cases", "player__name", "other__name")
    best = _pairs(selection, *order, most=most, player__lt=F("other"))
    once = [
        pair if pair.player.name < pair.other.name else Partnership(pair.other, pair.player, pair.won) for pair in best
    ]
    return sorted(once, key=lambda pair: (-pair.won.total, pair.won.n, pair.player.name, pair.other.name))


def _meetings(selection: Selection, **whose: Any) -> list[Opponent]:
    return [Opponent(*row) for row in _rows(selection, PairTotal.AGAINST, **whose)]


def _pairs(selection: Selection, *order: str, **whose: Any) -> list[Partnership]:
    rows = _rows(selection, PairTotal.WITH, *order, **whose)
    return [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won, _ in rows]


def _rows(
    selection: Selection, stat: str, *order: str, most: int | None = None, **whose: Any
) -> list[tuple[Player, Player, int, int, int]]:
    pairs = selection.pairs().filter(figure__stat=stat, **whose).values_list("player_id", "other_id")
    rows = list(pairs.annotate(cases=Sum("n"), sum=Sum("total"), lost=Sum("behind")).order_by(*order)[:most])
    people = Player.objects.in_bulk({pk for player, other, *_ in rows for pk in (player, other)})
    return [(people[player], people[other], n, total, behind) for player, other, n, total, behind in rows]
