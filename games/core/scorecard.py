"""A point and its reason are born together; everything else on a scorecard is a sum of lines."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.core.deal import Deal
from games.core.facts import RoundFacts


class ScoreLine(NamedTuple):
    """Points for one side, the rule they come from (its anchor on the rules page) and the arithmetic in words.

    A line of zero points says why there is nothing; it is for people, not for the sum.
    """

    side: int
    rule: str
    points: int
    reason: str


class Status(NamedTuple):
    """What carries over to a side's next round, in a few words; `near` where it is about to matter."""

    side: int
    text: str
    near: bool = False


class Stake(NamedTuple):
    """What a side stands to win or lose once the bids are made, in a few characters; `near` where it is close."""

    side: int
    text: str
    near: bool = False


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """One round: its deal, its facts, its lines, and each side's total after it.

    `irregular`: correct play cannot bring it, but the table insists.
    """

    deal: Deal
    facts: RoundFacts
    lines: tuple[ScoreLine, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    irregular: bool = False

    @property
    def number(self) -> int:
        return self.deal.number


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A whole match, worked out: rounds, totals and places by side, and winners."""

    rounds: tuple[ScoredRound, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    next_deal: Callable[[], Deal | None] = field(repr=False, compare=False)

    @property
    def next(self) -> Deal | None:
        """The deal to come; None once the match is over."""
        return self.next_deal()


def sums(lines: Iterable[ScoreLine], sides: int) -> tuple[int, ...]:
    points = [0] * sides
    for line in lines:
        points[line.side] += line.points
    return tuple(points)


def places(totals: Sequence[int], lowest_wins: bool, winners: Sequence[int]) -> tuple[int, ...]:
    """Return each side's place: equal totals share one and the next is skipped; a decided winner is first."""

    def rank(side: int) -> tuple[bool, int]:
        return (bool(winners) and side not in winners, totals[side] if lowest_wins else -totals[side])

    return tuple(1 + sum(rank(other) < rank(side) for other in range(len(totals))) for side in range(len(totals)))
