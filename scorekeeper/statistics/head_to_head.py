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
from scorekeeper.matches.models import Match, MatchQuerySet, Seat
from scorekeeper.statistics.figures import Figure
from scorekeeper.statistics.selection import ChosenSelection, Selection
from scorekeeper.statistics.standings import player_results

MATCHES_ON_A_PAGE = 25
# Steps in the chart of two players.
MAX_STEPS = 60
# The ids of two players.
Pair = tuple[int, int]

# Filters for pairs of seats in the same match, whose players both played to its end.
BOTH_STAYED = Q(left=False, match__seats__left=False)
OPPOSITE = BOTH_STAYED & (Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side")))
ANOTHER_SEAT = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
PARTNERS = ANOTHER_SEAT & Q(match__seats__side=F("side"))


@dataclass
class SharedMatches:
    """The matches of two players in the selection; `together`: as partners."""

    player: Player
    other: Player
    chosen: ChosenSelection
    together: bool
    page_number: str = ""

    @property
    def page(self) -> Page[Any]:
        matches = Match.objects.filter(pk__in=self._seats.values("match")).order_by("-started", "-pk")
        return Paginator(matches, MATCHES_ON_A_PAGE).get_page(self.page_number)

    @property
    def matches(self) -> list[Match]:
        return list(cast("MatchQuerySet", self.page.object_list).with_seats())

    @property
    def query(self) -> str:
        query = {"other": self.other.pk} | ({"together": 1} if self.together else {})
        return "&".join(filter(None, [urlencode(query), self.chosen.query]))

    @property
    def toggled(self) -> SharedMatches:
        """Their matches as opponents instead of partners, or as partners instead of opponents."""
        return replace(self, together=not self.together, page_number="")

    @property
    def ahead(self) -> int:
        return sum(place < others_place for place, others_place, _ in self.results)

    @property
    def behind(self) -> int:
        return sum(place > others_place for place, others_place, _ in self.results)

    @property
    def level(self) -> int:
        return len(self.results) - self.ahead - self.behind

    @property
    def won(self) -> int:
        return sum(won for _, _, won in self.results)

    @property
    def chart(self) -> LineChart | None:
        """How often each had been ahead after each match; None for partners or fewer than two matches."""
        if self.together or len(self.results) < 2:
            return None
        ahead = accumulate(place < others_place for place, others_place, _ in self.results)
        behind = accumulate(place > others_place for place, others_place, _ in self.results)
        steps = thin_out(list(enumerate(zip(ahead, behind, strict=True), 1)), MAX_STEPS)
        lines = zip((self.player, self.other), zip(*(counts for _, counts in steps), strict=True), strict=True)
        series = [Series(player.name, values, player.mark) for player, values in lines]
        return LineChart("Finished ahead", [str(number) for number, _ in steps], series, "Match")

    # Read by each figure of the page: 21 queries without the cache, 10 with it.
    @cached_property
    def results(self) -> list[tuple[int, int, bool]]:
        """(player's place, other's place, player won) of each match, oldest first."""
        seats = self._seats.order_by("match__started", "match")
        return list(seats.values_list("place", "match__seats__place", "won"))

    @property
    def _seats(self) -> QuerySet[Seat]:
        relation = PARTNERS if self.together else OPPOSITE
        finished = {"match__finished": True, **self.chosen.selection.match_lookups("match__")}
        return Seat.objects.filter(relation, player=self.player, match__seats__player=self.other, **finished)


class Opponent(NamedTuple):
    """Results of a player against another: of `n` matches, placed `ahead`, `behind` or `level`."""

    player: Player
    other: Player
    n: int
    ahead: int
    behind: int

    @property
    def quarter(self) -> int:
        """The share of meetings finished ahead, in quarters rounded down: 0 to 4."""
        return 4 * self.ahead // self.n

    @property
    def marks(self) -> list[int]:
        return [self.player.mark, self.other.mark]

    @property
    def percent(self) -> int:
        return round(100 * self.ahead / self.n)

    @property
    def level(self) -> int:
        return self.n - self.ahead - self.behind


# A row for each player, with their results against each of the same players; None if they never met.
Matrix = list[tuple[Player, list[Opponent | None]]]


class Partnership(NamedTuple):
    player: Player
    other: Player
    won: Figure

    @property
    def marks(self) -> list[int]:
        return [self.player.mark, self.other.mark]


def opponents(selection: Selection, player: Player) -> list[Opponent]:
    results = _opponent_results(selection, lambda pair: pair[0] == player.pk)
    return sorted(results, key=lambda opponent: (-opponent.n, opponent.other.name))


def matrix(selection: Selection, most: int) -> Matrix:
    """Return the head to head of the players with the most matches; [] without any meeting."""
    results = player_results(selection)
    shown = sorted(results, key=lambda pk: (-results[pk].n, pk))[:most]
    meetings = {
        (opponent.player, opponent.other): opponent
        for opponent in _opponent_results(selection, lambda pair: {*pair} <= {*shown})
    }
    players = Player.objects.filter(pk__in=shown).order_by("name") if meetings else ()
    return [(row, [meetings.get((row, column)) for column in players]) for row in players]


def partners(selection: Selection, player: Player) -> list[Partnership]:
    results = _partner_results(selection, player)
    return sorted(results, key=lambda pair: (-pair.won.n, pair.other.name))


def partnerships(selection: Selection, most: int | None = None) -> list[Partnership]:
    """Return the pairs with the most wins, each once."""
    results = _partner_results(selection)
    # Each pair is counted in both orders.
    pairs = [pair for pair in results if pair.player.name < pair.other.name]
    return sorted(pairs, key=lambda pair: (-pair.won.total, pair.won.n, pair.player.name, pair.other.name))[:most]


def rivalries(selection: Selection, most: int) -> list[Opponent]:
    """Return the pairs who met most often, each once: who was ahead more often stands first."""
    results = _opponent_results(selection, lambda _: True)
    pairs = [pair for pair in results if (-pair.ahead, pair.player.name) < (-pair.behind, pair.other.name)]
    return sorted(pairs, key=lambda pair: (-pair.n, pair.player.name, pair.other.name))[:most]


def _opponent_results(selection: Selection, is_wanted: Callable[[Pair], bool]) -> list[Opponent]:
    ahead = Count("pk", filter=Q(place__lt=F("match__seats__place")))
    behind = Count("pk", filter=Q(place__gt=F("match__seats__place")))
    sums = selection.cached_sums("met", lambda part: _count_pairs(part, OPPOSITE, Count("pk"), ahead, behind))
    return [Opponent(*pair, *counts) for pair, counts in _with_players(sums, is_wanted)]


def _partner_results(selection: Selection, player: Player | None = None) -> list[Partnership]:
    won = Count("pk", filter=Q(won=True))
    sums = selection.cached_sums("partners", lambda part: _count_pairs(part, PARTNERS, Count("pk"), won))
    pairs = _with_players(sums, lambda pair: player is None or pair[0] == player.pk)
    return [Partnership(*pair, Figure(WON, "", n, wins, n)) for pair, (n, wins) in pairs]


def _count_pairs(selection: Selection, relation: Q, *counts: Count) -> dict[Pair, tuple[int, ...]]:
    """Count the finished matches of any two players; each pair in both orders."""
    seats = Seat.objects.filter(relation, match__finished=True, **selection.match_lookups("match__")).order_by()
    aggregates = {f"count{number}": count for number, count in enumerate(counts)}
    rows = seats.values_list("player", "match__seats__player").annotate(**aggregates)
    return {(player, other): tuple(numbers) for player, other, *numbers in rows}


def _with_players(
    sums: dict[Pair, tuple[int, ...]], is_wanted: Callable[[Pair], bool]
) -> list[tuple[tuple[Player, Player], tuple[int, ...]]]:
    wanted = {pair: counts for pair, counts in sums.items() if is_wanted(pair)}
    players = Player.objects.in_bulk({pk for pair in wanted for pk in pair})
    return [((players[pk], players[other]), counts) for (pk, other), counts in wanted.items()]
