"""The matches two people played: against each other, or as partners."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q

from games.core.statistics import WON
from scorekeeper.clubs.models import Player
from scorekeeper.matches.match import Match, MatchQuerySet, Seat
from scorekeeper.statistics.figures import Figure, results_of
from scorekeeper.statistics.selection import ChosenSelection, Selection

MATCHES_ON_A_PAGE = 25
Pair = tuple[int, int]

# Two seats of one match.
OPPOSITE = Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side"))
BESIDE = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
PARTNERS = BESIDE & Q(match__seats__side=F("side"))


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
        found = matches_between(self.chosen.selection, self.player, self.other, together=self.together)
        return Paginator(found, MATCHES_ON_A_PAGE).get_page(self.asked)

    @cached_property
    def matches(self) -> list[Match]:
        return list(cast("MatchQuerySet", self.page.object_list).with_seats())

    @property
    def query(self) -> str:
        query = {"other": self.other.pk} | ({"together": 1} if self.together else {})
        return "&".join(filter(None, [urlencode(query), self.chosen.query]))


def matches_between(selection: Selection, player: Player, other: Player, *, together: bool) -> MatchQuerySet:
    sat = Seat.objects.filter(PARTNERS if together else OPPOSITE, player=player, match__seats__player=other)
    found = Match.objects.filter(**selection.matches()).filter(finished=True, pk__in=sat.values("match"))
    return found.order_by("-started", "-pk")


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
    met = _met(selection, lambda one, _: one == player.pk)
    return sorted(met, key=lambda one: (-one.n, one.other.name))


def matrix(selection: Selection, most: int) -> Matrix | None:
    """Return the head to head of the players with the most matches; None without any meeting."""
    results = results_of(selection)
    shown = sorted(results, key=lambda pk: (-results[pk][0], pk))[:most]
    meetings = {(met.player, met.other): met for met in _met(selection, lambda *pair: {*pair} <= {*shown})}
    return Matrix(list(Player.objects.filter(pk__in=shown).order_by("name")), meetings) if meetings else None


def partners(selection: Selection, player: Player) -> list[Partnership]:
    pairs = _pairs(selection, lambda one, _: one == player.pk)
    return sorted(pairs, key=lambda pair: (-pair.won.n, pair.other.name))


def partnerships(selection: Selection, most: int) -> list[Partnership]:
    """Return the pairs with the most wins, each once."""
    once = [pair for pair in _pairs(selection, lambda one, other: one != other) if pair.player.name < pair.other.name]
    return sorted(once, key=lambda pair: (-pair.won.total, pair.won.n, pair.player.name, pair.other.name))[:most]


def _met(selection: Selection, which: Callable[[int, int], bool]) -> list[Opponent]:
    ahead = Count("pk", filter=Q(place__lt=F("match__seats__place")))
    behind = Count("pk", filter=Q(place__gt=F("match__seats__place")))
    sums = selection.total("met", lambda year: _count(year, OPPOSITE, Count("pk"), ahead, behind))
    return [Opponent(*row) for row in _with_players(sums, which)]


def _pairs(selection: Selection, which: Callable[[int, int], bool]) -> list[Partnership]:
    won = Count("pk", filter=Q(won=True))
    sums = selection.total("partners", lambda year: _count(year, PARTNERS, Count("pk"), won))
    return [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won in _with_players(sums, which)]


def _count(selection: Selection, which: Q, *counts: Count) -> dict[Pair, tuple[int, ...]]:
    """Count the finished matches of each two players, both ways round."""
    seats = Seat.objects.filter(which, match__finished=True, **selection.matches("match__")).order_by()
    named = {f"count{number}": count for number, count in enumerate(counts)}
    rows = seats.values_list("player", "match__seats__player").annotate(**named)
    return {(one, other): tuple(counted) for one, other, *counted in rows}


def _with_players(sums: dict[Pair, tuple[int, ...]], which: Callable[[int, int], bool]) -> list[tuple[Any, ...]]:
    pairs = [pair for pair in sums if which(*pair)]
    people = Player.objects.in_bulk({pk for pair in pairs for pk in pair})
    return [(people[one], people[other], *sums[one, other]) for one, other in pairs]
