"""The table view: what a phone shows that lies in the middle of the table, to be read from every chair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.form import Pick
from games.scorecard import minus
from scorekeeper.table.pad import Pad
from scorekeeper.table.pages import LABELS, coming, deal_in_words

if TYPE_CHECKING:
    from games.scorecard import Carried, Stake
    from scorekeeper.table.entering import Entering
    from scorekeeper.table.models import Match
    from scorekeeper.table.pad import Column
    from scorekeeper.table.rows import Cell, LedgerRow

TURNS = {0: ("↓", "this way"), 90: ("←", "to the left"), 180: ("↑", "to the other side"), 270: ("→", "to the right")}
"""By how far, clockwise: an arrow to whom the page is turned, and where they sit, seen by who can read it now."""


class Side(NamedTuple):
    """A side with what it said in this round, what that is worth once it is played, and what is at stake before."""

    column: Column
    cells: tuple[Cell, ...]
    plus: str
    notes: tuple[Carried | Stake, ...]


class Fact(NamedTuple):
    """What concerns the whole table: the trump."""

    label: str
    said: str
    tone: str


class Turn(NamedTuple):
    """A way to turn the page: by how far from where it lies straight, an arrow, and where to in words."""

    turned: int
    arrow: str
    where: str


@dataclass(frozen=True, eq=False)
class Tabletop:
    """A match as it stands, `turned` clockwise by so many degrees."""

    match: Match
    turned: int

    @classmethod
    def of(cls, match: Match, turned: str) -> Tabletop:
        """Lay a match on the table; straight where the address says no way to turn it."""
        return cls(match, next((turn for turn in TURNS if str(turn) == turned), 0))

    @cached_property
    def entering(self) -> Entering | None:
        """The round that is played; None once the match is over."""
        return coming(self.match, self.match.draft) if self.match.is_open else None

    @cached_property
    def sides(self) -> list[Side]:
        """The sides, in their order at the table."""
        columns = Pad.of(self.match).columns()
        if self.entering is None:
            return [Side(column, (), "", ()) for column in columns]
        cells = {row.standing.side: row.cells for row in self._rows if row.standing}
        standings = zip(columns, self.entering.standings, strict=True)
        return [Side(column, cells.get(column.side, ()), one.plus, one.notes) for column, one in standings]

    @property
    def longest(self) -> int:
        """How many characters the longest total has: it decides how large all of them can be."""
        return max(len(minus(side.column.total)) for side in self.sides)

    @property
    def deal(self) -> dict[str, str]:
        """Which round it is, who deals and who is first; nothing once the match is over."""
        if self.entering is None:
            return {}
        title = LABELS[self.entering.place.doing][0]
        number, name = self.entering.number, self.match.game.round_name
        return deal_in_words(title.format(round=name, number=number), self.entering.so_far)

    @property
    def facts(self) -> list[Fact]:
        """What is to be seen in large; where the game names nothing, the answers that are no side's."""
        if self.entering is None:
            return []
        if notes := self.entering.notes:
            return [Fact(note.spoken, note.label, note.tone) for note in notes]
        rows = [row for row in self._rows if row.standing is None]
        return [
            Fact(row.row.label, cell.said, cell.tone or row.row.tone) for row in rows for cell in row.cells if cell.said
        ]

    @property
    def missing(self) -> str:
        """What has to be entered next, in the words of its question; "" where nothing has."""
        form = self.entering.form if self.entering else None
        if form is None or not form.missing:
            return ""
        question = form.fields[form.missing]
        return str(question.label) if isinstance(question, Pick) else question.short

    def turns(self) -> list[Turn]:
        """Return the ways to turn it, from how it lies now."""
        return [Turn((self.turned + by) % 360, arrow, where) for by, (arrow, where) in TURNS.items()]

    @cached_property
    def _rows(self) -> list[LedgerRow]:
        return [row for _, rows in self.entering.sections() for row in rows] if self.entering else []
