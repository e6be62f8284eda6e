"""The matches two people played: against each other, or as partners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet

from games.core.statistics import WON
from scorekeeper.charts import LineChart, Series, thin_out
from scorekeeper.clubs.models import Player
from scorekeeper.matches.match import Match, MatchQuerySet, Seat
from scorekeeper.statistics.figures import Figure
from scorekeeper.statistics.selection import ChosenSelection, Selection
from scorekeeper.statistics.standings import results_of

MATCHES_ON_A_PAGE = 25
# Of the chart of two players.
MAX_STEPS = 60
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

    @property
    def page(self) -> Page[Any]:
        found = Match.objects.filter(pk__in=self._seats.values("match")).order_by("-started", "-pk")
        return Paginator(found, MATCHES_ON_A_PAGE).get_page(self.asked)

    @cached_property
    def matches(self) -> list[Match]:
        return list(cast("MatchQuerySet", self.page.object_list).with_seats())

    @property
    def query(self) -> str:
        query = {"other": self.other.pk} | ({"together": 1} if self.together else {})
        return "&".join(filter(None, [urlencode(query), self.chosen.query]))

    @property
    def other_way(self) -> SharedMatches:
        """As opponents those who are partners here, and the other way round."""
        return replace(self, together=not self.together, asked="")

    @property
    def ahead(self) -> int:
        return sum(mine < theirs for mine, theirs, _ in self.results)

    @property
    def behind(self) -> int:
        return sum(mine > theirs for mine, theirs, _ in self.results)

    @property
    def level(self) -> int:
        return len(self.results) - self.ahead - self.behind

    @property
    def won(self) -> int:
        return sum(won for _, _, won in self.results)

    @property
    def chart(self) -> LineChart | None:
        """How often each was ahead of the other so far; None for partners and before the second match."""
        if self.together or len(self.results) < 2:
            return None
        mine = accumulate(mine < theirs for mine, theirs, _ in self.results)
        theirs = accumulate(mine > theirs for mine, theirs, _ in self.results)
        steps = thin_out(list(enumerate(zip(mine, theirs, strict=True), 1)), MAX_STEPS)
        lines = zip((self.player, self.other), zip(*(ahead for _, ahead in steps), strict=True), strict=True)
        series = [Series(one.name, values, one.mark) for one, values in lines]
        return LineChart("Finished ahead", [str(number) for number, _ in steps], series, "Match")

    @cached_property
    def results(self) -> list[tuple[int, int, bool]]:
        """The places of the two in their matches and whether the player won, the first match first."""
        seats = self._seats.order_by("match__started", "match")
        return list(seats.values_list("place", "match__seats__place", "won"))

    @property
    def _seats(self) -> QuerySet[Seat]:
        which = PARTNERS if self.together else OPPOSITE
        finished = {"match__finished": True, **self.chosen.selection.matches("match__")}
        return Seat.objects.filter(which, player=self.player, match__seats__player=self.other, **finished)


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
    sums = selection.total("met", lambda part: _count(part, OPPOSITE, Count("pk"), ahead, behind))
    return [Opponent(*row) for row in _with_players(sums, which)]


def _pairs(selection: Selection, which: Callable[[int, int], bool]) -> list[Partnership]:
    won = Count("pk", filter=Q(won=True))
    sums = selection.total("partners", lambda part: _count(part, PARTNERS, Count("pk"), won))
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
