"""What happens in a round of a game and is told for weeks."""

from __future__ import annotations

from typing import NamedTuple

from games.scorecard import Line


class Tale(NamedTuple):
    """Lines of one rule that are worth telling, and as what; `points`: only those of exactly so many."""

    rule: str
    title: str
    points: int | None = None

    def tells(self, line: Line) -> bool:
        """Say whether a line is such a moment."""
        return line.rule == self.rule and self.points in (None, line.points)
