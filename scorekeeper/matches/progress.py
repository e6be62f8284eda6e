"""How the totals of a match moved: leads, swings, and where it was decided.

A side leads when its total is better than that of every other side. Equal best totals are level: nobody leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from statistics import median
from typing import NamedTuple

from games.core.definition import Game
from games.core.joining import seats_at
from scorekeeper.matches.models import Match


class Lead(NamedTuple):
    """Consecutive rounds after which the same sides had the best total; several of them were level, and none led."""

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
    """The points of every round by side, and what follows from them.

    `starts`: the totals before the first round; 0 for all if empty. `playing`: the sides that go on before
    the first and after each round, if not all of them always do: others are not compared with.
    """

    game: Game
    sides: int
    points: Sequence[tuple[int, ...]]
    starts: Sequence[int] = ()
    playing: Sequence[Sequence[int]] = ()

    @classmethod
    def of(cls, match: Match, points: Sequence[tuple[int, ...]]) -> MatchProgress:
        sides, changes = len(match.side_names), match.changes
        if not changes:
            return cls(match.game, sides, points)
        playing = [seats_at(number, sides, changes) for number in range(1, len(points) + 2)]
        return cls(match.game, sides, points, match.initial_state.totals, playing)

    @cached_property
    def totals(self) -> list[tuple[int, ...]]:
        return list(accumulate(self.points, _add_points, initial=tuple(self.starts) or (0,) * self.sides))

    def playing_after(self, number: int) -> Sequence[int]:
        """Return the sides that go on after a round, or begin with the first."""
        return self.playing[number] if self.playing else range(self.sides)

    @cached_property
    def leads(self) -> list[Lead]:
        leading = []
        for number, totals in enumerate(self.totals[1:], 1):
            sides = self.playing_after(number)
            best = self.game.leaders([totals[side] for side in sides])
            leading.append((number, tuple(sides[place] for place in best)))
        runs = [list(run) for _, run in groupby(leading, key=lambda lead: lead[1])]
        return [Lead(run[0][0], run[-1][0], run[0][1]) for run in runs]

    def ahead(self, side: int) -> list[int]:
        """Return how far a side is ahead of the best other side (< 0: behind), at the start and after each round.

        0 for a side that plays alone, and while it does not play.
        """
        sign, ahead = -1 if self.game.lowest_wins else 1, []
        for number, totals in enumerate(self.totals):
            sides = self.playing_after(number)
            others = (sign * (totals[side] - totals[other]) for other in sides if other != side)
            ahead.append(min(others, default=0) if side in sides else 0)
        return ahead

    def lead_since(self, side: int) -> int | None:
        """Return the first round after which, and after every later one, a side was ahead alone; None without one."""
        ahead = self.ahead(side)
        since = 1 + max(number for number, points in enumerate(ahead) if points <= 0)
        return since if since < len(ahead) else None

    def swing(self, side: int) -> Swing | None:
        """Return the round with the biggest gain of a side on the best other side; None if it is not the only one."""
        swings = [Swing(number, before, after) for number, (before, after) in enumerate(pairwise(self.ahead(side)), 1)]
        biggest = max((swing.size for swing in swings), default=0)
        of_that_size = [swing for swing in swings if swing.size == biggest > 0]
        return of_that_size[0] if len(of_that_size) == 1 else None

    def comeback(self, side: int) -> Swing | None:
        """Return how far a side was behind at most, and how it came out; None if that was no comeback.

        A comeback makes good more than a round usually parts the best side from the worst, and ends level or ahead.
        """
        ahead = self.ahead(side)
        number, deficit = min(enumerate(ahead), key=lambda pair: pair[1])
        usual = median(max(row) - min(row) for row in self.points) if self.points else 0
        return Swing(number, deficit, ahead[-1]) if -deficit > usual and ahead[-1] >= 0 else None


class TurningPoint(NamedTuple):
    """How the only winner of a match won it.

    `since`: the round from which the winner was ahead alone to the end; None if that was never so: the rules chose
    the winner. `before`: how far ahead the winner was before that round, or at the end (< 0: behind).
    """

    name: str
    since: int | None
    before: int
    swing: Swing | None

    @property
    def before_in_words(self) -> str:
        return _gap(self.before)


def find_turning_point(match: Match, progress: MatchProgress) -> TurningPoint | None:
    """Return how a match was decided; None while it is open, for a shared win, without points, and for one side."""
    winners = {seat.side for seat in match.seat_list if seat.won}
    if len(winners) != 1 or progress.sides == 1 or not match.game.has_points:
        return None
    side = winners.pop()
    since, ahead = progress.lead_since(side), progress.ahead(side)
    return TurningPoint(match.side_names[side], since, ahead[since - 1] if since else ahead[-1], progress.swing(side))


def _gap(points: int) -> str:
    return f"{abs(points)} {'ahead' if points > 0 else 'behind'}" if points else "level"


def _add_points(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, totals, points))
