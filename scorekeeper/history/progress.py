"""The progress of a match: totals, leads and swings, read from the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from django.db.models import Sum

from games.core.definition import Game
from scorekeeper.matches.models import Match, Round


class Lead(NamedTuple):
    """Consecutive rounds after which the same sides led."""

    first: int
    last: int
    sides: tuple[int, ...]


class Swing(NamedTuple):
    """A round that changed the lead of a side over the best other side: its lead before and after."""

    number: int
    before: int
    after: int

    @property
    def size(self) -> int:
        return self.after - self.before

    @property
    def in_words(self) -> str:
        """The swing in words: “from 45 behind to 15 ahead”."""
        return f"from {_gap(self.before)} to {_gap(self.after)}"


@dataclass(frozen=True)
class MatchProgress:
    """The points of every round by side, and what follows from them."""

    game: Game
    sides: int
    points: Sequence[tuple[int, ...]]

    @cached_property
    def totals(self) -> list[tuple[int, ...]]:
        return list(accumulate(self.points, _add_points, initial=(0,) * self.sides))

    @cached_property
    def leads(self) -> list[Lead]:
        leading = [(number, self.game.leaders(totals)) for number, totals in enumerate(self.totals[1:], 1)]
        runs = [list(run) for _, run in groupby(leading, key=lambda one: one[1])]
        return [Lead(run[0][0], run[-1][0], run[0][1]) for run in runs]

    def ahead(self, side: int) -> list[int]:
        sign = -1 if self.game.lowest_wins else 1
        return [
            min(sign * (totals[side] - total) for other, total in enumerate(totals) if other != side)
            for totals in self.totals
        ]

    def for_good(self, side: int) -> int | None:
        """Return the round from which a side led or shared the lead to the end; None if it did not."""
        ahead = self.ahead(side)[1:]
        behind = [number for number, by in enumerate(ahead, 1) if by < 0]
        since = max(behind, default=0) + 1
        return since if since <= len(ahead) else None

    def swing(self, side: int) -> Swing | None:
        """Return the round with the biggest gain of a side, the first of equal ones; None without a gain."""
        ahead = self.ahead(side)
        swings = [Swing(number, before, after) for number, (before, after) in enumerate(pairwise(ahead), 1)]
        best = max(swings, key=lambda swing: swing.size, default=None)
        return best if best and best.size > 0 else None


def match_progress(matches: Sequence[Match]) -> dict[int, MatchProgress]:
    rows = Round.objects.filter(match__in=[match.pk for match in matches]).values_list("match", "number", "lines__side")
    sums: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for match, number, side, points in rows.annotate(points=Sum("lines__points")).order_by("match", "number"):
        sums[match][number][side] = int(points or 0)
    return {match.pk: _progress_of(match, sums[match.pk].values()) for match in matches}


def _progress_of(match: Match, rounds: Iterable[dict[int, int]]) -> MatchProgress:
    sides = len(match.side_names)
    return MatchProgress(match.game, sides, [tuple(one.get(side, 0) for side in range(sides)) for one in rounds])


def _gap(by: int) -> str:
    return f"{abs(by)} {'ahead' if by > 0 else 'behind'}" if by else "level"


def _add_points(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, totals, points))
