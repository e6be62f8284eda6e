"""Score lines: points with their rule and reason. Everything else on a scorecard is a sum of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.core.deal import Deal
from games.core.facts import RoundFacts
from games.core.text import isolate, listed, plural


class ScoreLine(NamedTuple):
    """Points of a side. `rule`: the anchor on the rules page. `reason`: the arithmetic in words.

    A line of 0 points says why the side scores nothing.
    """

    side: int
    rule: str
    points: int
    reason: str


class Status(NamedTuple):
    """A side's status for its next round, in a few words. `near`: it is about to count."""

    side: int
    text: str
    near: bool = False


class Stake(NamedTuple):
    """The points that a side can win or lose with the bids of this round. `near`: it may decide the match."""

    side: int
    text: str
    near: bool = False


class SheetRow(NamedTuple):
    """A row of a sheet that is filled over the whole match, with the text of each side's box. `is_total`: the last."""

    label: str
    texts: tuple[str, ...]
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round with its lines and the totals after it. `facts` count only the `sides` that played it.

    `irregular`: correct play cannot bring it, and the table confirmed it.
    """

    deal: Deal
    facts: RoundFacts
    lines: tuple[ScoreLine, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    sides: tuple[int, ...]
    irregular: bool = False

    @property
    def number(self) -> int:
        return self.deal.number


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The scores of a match. `totals`, `places`: by side. `playing`: the sides that play on, or played to the end."""

    rounds: tuple[ScoredRound, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    playing: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    next_deal: Callable[[], Deal | None] = field(repr=False, compare=False)

    @property
    def next(self) -> Deal | None:
        """The next deal; None once the match is over."""
        return self.next_deal()


def sums(lines: Iterable[ScoreLine], sides: int) -> tuple[int, ...]:
    points = [0] * sides
    for line in lines:
        points[line.side] += line.points
    return tuple(points)


def places(
    totals: Sequence[int], lowest_wins: bool, winners: Sequence[int] | None, playing: Sequence[int]
) -> tuple[int, ...]:
    """Return each side's place. Equal totals share a place and the next is skipped; winners come first.

    `winners`: None while the match goes on. If nobody won and all are level, the game beat them and nobody is first.
    Sides that are not `playing` share the place after all others: they have left.
    """
    beaten = winners is not None and not winners and len({totals[side] for side in playing}) == 1
    first = 2 if beaten else 1

    def rank(side: int) -> tuple[bool, int]:
        return (bool(winners) and side not in (winners or ()), totals[side] if lowest_wins else -totals[side])

    by_side = {side: first + sum(rank(other) < rank(side) for other in playing) for side in playing}
    return tuple(by_side.get(side, first + len(playing)) for side in range(len(totals)))


def verb_of_winning(scorecard: Scorecard, *, has_points: bool) -> str:
    """Return the rest of a sentence that begins with the winners, or with nobody."""
    winners = scorecard.winners
    if not has_points and len(winners) == len(scorecard.playing) > 1:
        return "won together"
    return "share the win" if len(winners) > 1 else "won"


def stopped_in_words(rounds: int, round_name: str, places: Mapping[str, int]) -> str:
    """Return “stopped after 1 hand: Noam and Ben ahead”: of a match that its table ended before anybody won it.

    `places`: of the sides that play on, by name.
    """
    if not rounds:
        return f"stopped before the first {round_name}"
    ahead = [isolate(name) for name, place in places.items() if place == 1]
    standing = f"{listed(ahead)} ahead" if len(ahead) < len(places) else "all level" if len(places) > 1 else ""
    return f"stopped after {plural(rounds, round_name)}{standing and f': {standing}'}"
