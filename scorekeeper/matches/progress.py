"""How the totals of a match moved: leads, swings, and where it was decided.

A side leads when its total is better than that of every other side. Equal best totals are level: nobody leads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
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
        """The leads after each round, among those who played it."""
        leading = []
        for number, totals in enumerate(self.totals[1:], 1):
            sides = self.playing_after(number - 1)
            best = self.game.leaders([totals[side] for side in sides])
            leading.append((number, tuple(sides[place] for place in best)))
        runs = [list(run) for _, run in groupby(leading, key=lambda lead: lead[1])]
        return [Lead(run[0][0], run[-1][0], run[0][1]) for run in runs]

    def ahead(self, side: int, number: int, among: Collection[int]) -> int:
        """Return how far a side is ahead of the best other one after a round (< 0: behind); 0 if it is none of them."""
        totals, sign = self.totals[number], -1 if self.game.lowest_wins else 1
        others = (sign * (totals[side] - totals[other]) for other in among if other != side)
        return min(others, default=0) if side in among else 0

    def ahead_at_end(self, side: int) -> int:
        """Return how far a side is ahead of the best other one that played to the end (< 0: behind)."""
        return self.ahead(side, len(self.points), self.playing_after(len(self.points)))

    def swings(self, side: int) -> list[Swing]:
        """Return what each round did to the lead of a side over the best other one that played the round."""
        return [
            Swing(number, *(self.ahead(side, at, self.playing_after(number - 1)) for at in (number - 1, number)))
            for number in range(1, len(self.totals))
        ]

    def last_not_ahead(self, side: int) -> Swing | None:
        """Return the last round before or after which a side was not ahead alone; None if it is not at the end.

        If it was not ahead after that round either, then it led because others left, or joined with more than they had.
        """
        not_ahead = [swing for swing in self.swings(side) if swing.before <= 0 or swing.after <= 0]
        return not_ahead[-1] if not_ahead and self.ahead_at_end(side) > 0 else None

    def swing(self, side: int) -> Swing | None:
        """Return the round with the biggest gain of a side on the best other side; None if it is not the only one."""
        swings = self.swings(side)
        biggest = max((swing.size for swing in swings), default=0)
        of_that_size = [swing for swing in swings if swing.size == biggest > 0]
        return of_that_size[0] if len(of_that_size) == 1 else None

    def comeback(self, side: int) -> Swing | None:
        """Return how far a side was behind at most, and how it came out; None if that was no comeback.

        A comeback makes good more than a round usually parts the best side from the worst, and ends level or ahead.
        Who left is not compared with: to be ahead of them is no comeback.
        """
        stayed = {*self.playing_after(len(self.points))}
        ahead = [self.ahead(side, at, stayed & {*self.playing_after(at)}) for at in range(len(self.totals))]
        number, deficit = min(enumerate(ahead), key=lambda pair: pair[1])
        usual = median(max(row) - min(row) for row in self.points) if self.points else 0
        return Swing(number, deficit, ahead[-1]) if -deficit > usual and ahead[-1] >= 0 else None


class TurningPoint(NamedTuple):
    """How the only winner of a match won it.

    `since`: the round from which the winner was ahead alone to the end; None if that was never so: the rules chose
    the winner. `before`: how far ahead the winner was before that round, or at the end (< 0: behind). `left`: who had
    to leave, after the round before `since`, for the winner to be ahead; `joined`: the winner joined ahead.
    """

    name: str
    since: int | None
    before: int
    swing: Swing | None
    left: Sequence[str] = ()
    joined: bool = False

    @property
    def before_in_words(self) -> str:
        return _gap(self.before)


def find_turning_point(match: Match, progress: MatchProgress) -> TurningPoint | None:
    """Return how a match was decided; None while it is open, for a shared win, without points, and for one side."""
    winners = {seat.side for seat in match.seat_list if seat.won}
    if len(winners) != 1 or progress.sides == 1 or not match.game.has_points:
        return None
    side, names = winners.pop(), match.side_names
    last, swing = progress.last_not_ahead(side), progress.swing(side)
    if last is None:
        return TurningPoint(names[side], None, progress.ahead_at_end(side), swing)
    if last.after > 0:
        return TurningPoint(names[side], last.number, last.before, swing)
    played, stayed = progress.playing_after(last.number - 1), progress.playing_after(last.number)
    left = [names[other] for other in played if other not in stayed]
    return TurningPoint(names[side], last.number + 1, last.after, swing, left, joined=side not in played)


def _gap(points: int) -> str:
    return f"{abs(points)} {'ahead' if points > 0 else 'behind'}" if points else "level"


def _add_points(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, totals, points))
