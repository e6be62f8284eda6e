"""The table view: what a phone shows that lies in the middle of the table, to be read from every chair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.core.scorecard import Stake, Status
from games.core.text import minus
from scorekeeper.matches.drafts import EntryMode, Place
from scorekeeper.matches.match import Match
from scorekeeper.matches.round_entry import EntryCell, RoundEntry, ShownRow
from scorekeeper.matches.scoreboard import Scoreboard, SideColumn

# By how far, clockwise: an arrow to whom the page is turned, and where they sit, seen by who can read it now.
ROTATIONS = {
    0: ("↓", "this way"),
    90: ("←", "to the left"),
    180: ("↑", "to the other side"),
    270: ("→", "to the right"),
}


class TableSide(NamedTuple):
    """A side with its answers in this round, what they score once it is played, and what is at stake before."""

    column: SideColumn
    cells: list[EntryCell]
    plus: str
    notes: tuple[Status | Stake, ...]


class TableNote(NamedTuple):
    """What concerns the whole table: the trump."""

    label: str
    text: str
    tone: str


class Rotation(NamedTuple):
    """A way to turn the page: by how far from where it lies straight, an arrow, and where to in words."""

    turned: int
    arrow: str
    where: str


@dataclass(frozen=True, eq=False)
class TableView:
    """A match as it stands, `turned` clockwise by so many degrees."""

    match: Match
    turned: int

    @classmethod
    def of(cls, match: Match, turned: str) -> TableView:
        """Lay a match on the table; straight where the address says no way to turn it."""
        return cls(match, next((turn for turn in ROTATIONS if str(turn) == turned), 0))

    @cached_property
    def entry(self) -> RoundEntry | None:
        """The round that is played; None once the match is over."""
        if not self.match.goes_on:
            return None
        return RoundEntry.from_draft(self.match, Place(EntryMode.PLAY, self.match.state.number))

    @cached_property
    def sides(self) -> list[TableSide]:
        columns = Scoreboard.of(self.match).columns()
        if self.entry is None:
            return [TableSide(column, [], "", ()) for column in columns]
        cells = {row.standing.side: row.cells for row in self._rows if row.standing}
        standings = zip(columns, self.entry.standings, strict=True)
        return [TableSide(column, cells.get(column.side, []), one.plus, one.notes) for column, one in standings]

    @property
    def longest(self) -> int:
        return max(len(minus(side.column.total)) for side in self.sides)

    @property
    def deal(self) -> dict[str, str]:
        """Which round it is, who deals; nothing once the match is over."""
        return self.entry.deal if self.entry else {}

    @property
    def turn(self) -> str:
        """Who bids first, or leads; nothing once the round is played."""
        return self.entry.turn if self.entry else ""

    @property
    def facts(self) -> list[TableNote]:
        """What is to be seen in large; where the game names nothing, the answers that are no side's."""
        if self.entry is None:
            return []
        if notes := self.entry.notes:
            return [TableNote(note.spoken, note.label, note.tone) for note in notes]
        rows = [row for row in self._rows if row.standing is None]
        return [
            TableNote(row.row.label, cell.bound.shown, cell.bound.tone or row.row.tone)
            for row in rows
            for cell in row.cells
            if cell.bound.shown
        ]

    @property
    def missing(self) -> str:
        """What has to be entered next, in the words of its question; "" where nothing has."""
        form = self.entry.form if self.entry else None
        if form is None or not form.missing:
            return ""
        question = form.fields[form.missing]
        return question.short if question.many else question.label

    def turns(self) -> list[Rotation]:
        return [Rotation((self.turned + by) % 360, arrow, where) for by, (arrow, where) in ROTATIONS.items()]

    @cached_property
    def _rows(self) -> list[ShownRow]:
        return [row for _, rows in self.entry.sections() for row in rows] if self.entry else []
