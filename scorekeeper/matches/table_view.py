"""The table view: the match in large type, for a phone in the middle of the table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.core.scorecard import Stake, Status
from games.core.text import minus
from scorekeeper.matches.answers import next_place
from scorekeeper.matches.models import Match
from scorekeeper.matches.round_entry import EntryCell, RoundEntry, ShownRow
from scorekeeper.matches.scoreboard import Scoreboard, SideColumn

# By rotation in degrees: an arrow and a label for the player the page will face.
ROTATIONS = {
    0: ("↓", "this way"),
    90: ("←", "to the left"),
    180: ("↑", "to the other side"),
    270: ("→", "to the right"),
}

# By the number of letters on a line.
NAME_SIZES = (5, "largest"), (8, "large"), (12, "medium"), (20, "small")


class TableSide(NamedTuple):
    """A side with its answers in this round, and its points, or its stakes while the round is played."""

    column: SideColumn
    cells: list[EntryCell]
    plus: str
    notes: tuple[Status | Stake, ...]


class TableNote(NamedTuple):
    """A fact about the whole table, such as the trump."""

    label: str
    text: str
    tone: str


class Rotation(NamedTuple):
    """A link that rotates the page: degrees from upright, an arrow and a label."""

    turned: int
    arrow: str
    label: str


@dataclass(frozen=True, eq=False)
class TableView:
    """A match, rotated clockwise by `turned` degrees."""

    match: Match
    turned: int

    @classmethod
    def of(cls, match: Match, turned: str) -> TableView:
        """Rotate a match as the URL says; not at all if that is no valid rotation."""
        return cls(match, next((turn for turn in ROTATIONS if str(turn) == turned), 0))

    @cached_property
    def entry(self) -> RoundEntry | None:
        """The round being played; None once the match is over."""
        if not self.match.goes_on:
            return None
        return RoundEntry.from_answers(self.match, next_place(self.match))

    @cached_property
    def sides(self) -> list[TableSide]:
        columns = Scoreboard.of(self.match).columns()
        if self.entry is None:
            return [TableSide(column, [], "", ()) for column in columns]
        cells = {row.standing.side: row.cells for row in self._rows if row.standing}
        standings = zip(self.match.state.playing, self.entry.standings, strict=True)
        return [
            TableSide(columns[side], cells.get(preview.side, []), preview.plus, preview.notes)
            for side, preview in standings
        ]

    @property
    def max_total_length(self) -> int:
        return max(len(minus(side.column.total)) for side in self.sides)

    @property
    def is_in_lines(self) -> bool:
        """Whether each side has a line of its own on an upright phone. Fewer have room for more; more need columns."""
        return 5 <= len(self.sides) <= 8

    @property
    def name_size(self) -> str:
        """The largest size in which each name fits on two lines."""
        names = [side.column.name for side in self.sides]
        letters = max(max(len(name) // 2, *map(len, re.split(r"[\s-]", name))) for name in names)
        return next((size for most, size in NAME_SIZES if letters <= most), "smallest")

    @property
    def deal(self) -> dict[str, str]:
        """The title and the dealer of the round; {} once the match is over."""
        return self.entry.deal if self.entry else {}

    @property
    def turn(self) -> str:
        """The player whose turn it is, in words; "" once the round is complete."""
        return self.entry.turn if self.entry else ""

    @property
    def message(self) -> str:
        """The error, the number of players who are ready, or the sums so far; "" once the match is over."""
        if self.entry is None:
            return ""
        return self.entry.error or (self.entry.progress if self.entry.hidden_questions else self.entry.sentence)

    @property
    def notes(self) -> list[TableNote]:
        """The game's notes on the round; without any, the answers that belong to no side."""
        if self.entry is None:
            return []
        if self.entry.notes:
            return [TableNote(note.spoken, note.label, note.tone) for note in self.entry.notes]
        rows = [row for row in self._rows if row.standing is None]
        return [
            TableNote(row.row.label, cell.question.display_text, cell.question.tone or row.row.tone)
            for row in rows
            for cell in row.cells
            if cell.question.display_text
        ]

    @property
    def next_question(self) -> str:
        """The label of the next question that is unanswered; "" if none is, or bids are hidden."""
        form = self.entry.form if self.entry and not self.entry.hidden_questions else None
        if form is None or not form.missing_question:
            return ""
        question = form.fields[form.missing_question]
        return question.short if question.many else question.label

    def turns(self) -> list[Rotation]:
        return [Rotation((self.turned + degrees) % 360, arrow, label) for degrees, (arrow, label) in ROTATIONS.items()]

    @cached_property
    def _rows(self) -> list[ShownRow]:
        return [row for section in self.entry.sections() for row in section.rows] if self.entry else []
