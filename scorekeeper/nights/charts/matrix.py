"""Head to head: everybody against everybody, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Meetings(NamedTuple):
    """How often two met, and how often the first of them came out ahead."""

    won: int
    met: int


@dataclass(frozen=True)
class Matrix:
    """For each two names, by their places in the row of names, how they met; who never met is left out."""

    title: str
    names: Sequence[str]
    meetings: Mapping[tuple[int, int], Meetings]
    said: str = "How often the player of the row was placed before the player of the column, of how many meetings."

    @property
    def rows(self) -> list[tuple[str, list[Meetings | None]]]:
        """The table row by row; None where two never met, and where a name meets itself."""
        places = range(len(self.names))
        return [(name, [self.meetings.get((row, column)) for column in places]) for row, name in enumerate(self.names)]
