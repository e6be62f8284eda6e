"""A match beside the same match counted otherwise: round by round, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rulebook.result import result

if TYPE_CHECKING:
    from scorekeeper.rulebook.recount import Recount
    from scorekeeper.table.models import Match


class Compared(NamedTuple):
    """A side's points in a round and total after it: as played, and otherwise."""

    side: int
    name: str
    points: int
    total: int
    other_points: int
    other_total: int

    @property
    def scores_differently(self) -> bool:
        """Say whether the points of this round differ."""
        return self.points != self.other_points

    @property
    def difference(self) -> int:
        """What the total would be more."""
        return self.other_total - self.total


class Row(NamedTuple):
    """A round, for all sides."""

    number: int
    sides: list[Compared]

    @property
    def differs(self) -> bool:
        """Say whether any side scores differently in this round."""
        return any(side.scores_differently for side in self.sides)


@dataclass(frozen=True)
class Comparison:
    """A match, and how it was counted again."""

    match: Match
    recount: Recount

    @cached_property
    def rows(self) -> list[Row]:
        """The rounds up to where both are counted, oldest first."""
        both = zip(self.match.so_far.rounds, self.recount.so_far.rounds, strict=False)
        return [
            Row(real.number, list(map(self._compared, range(len(real.totals)), real.points, real.totals,
                                      other.points, other.totals)))
            for real, other in both
        ]  # fmt: skip

    @property
    def real(self) -> str:
        """Who has won or leads, as it is played."""
        return result(self.match.so_far, self.match.scorecard)

    @property
    def other(self) -> str:
        """Who would have won or would lead."""
        return result(self.recount.so_far, self.recount.card)

    @property
    def told(self) -> str:
        """How many rounds score differently."""
        name, count, of = self.match.game.round_name, sum(row.differs for row in self.rows), len(self.rows)
        if not count:
            return f"No {name} scores differently: the totals are the same either way."
        return f"{count} of {of} {name}{'' if of == 1 else 's'} score{'s' if count == 1 else ''} differently."

    def _compared(self, side: int, points: int, total: int, other_points: int, other_total: int) -> Compared:
        return Compared(side, self.match.so_far.side_names[side], points, total, other_points, other_total)
