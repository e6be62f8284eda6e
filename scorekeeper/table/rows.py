"""The ledger of a round being entered, row by row as the page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from games.keypad import is_open
from games.scorecard import signed, sums

if TYPE_CHECKING:
    from games.form import Question
    from games.keypad import Row, Section
    from scorekeeper.table.entering import Entering


class Cell(NamedTuple):
    """One answer in the ledger; `tone` is the look of the key it was given with."""

    name: str
    question: Question
    said: str
    tone: str
    derived: bool
    asked: bool
    wrong: bool


class Standing(NamedTuple):
    """A side before this round, and what the round as entered would add."""

    side: int
    name: str
    total: int
    plus: str
    deals: bool
    carried: str
    near: bool


class LedgerRow(NamedTuple):
    """One row of the ledger; `standing` where it is a side's."""

    row: Row
    cells: list[Cell]
    standing: Standing | None


def sections(entering: Entering) -> Iterator[tuple[Section, list[LedgerRow]]]:
    """Yield the ledger section by section, without those not asked now."""
    for section in entering.form.sections:
        if is_open(section.when, entering.form.answers):
            yield section, [_row(entering, row) for row in section.rows]


def standings(entering: Entering) -> list[Standing]:
    """Return every side: its total so far and what this round would add."""
    so_far, points = entering.so_far, sums(entering.lines, len(entering.so_far.totals))
    carried = {one.side: one for one in so_far.game.carried(so_far)}
    dealing = so_far.side_of(so_far.deal.dealer)
    return [
        Standing(
            side, name, so_far.totals[side], signed(points[side]) if entering.form.record else "", side == dealing,
            carried[side].text if side in carried else "", side in carried and carried[side].near,
        )
        for side, name in enumerate(so_far.side_names)
    ]  # fmt: skip


def _row(entering: Entering, row: Row) -> LedgerRow:
    standing = entering.standings[row.side] if row.side is not None else None
    return LedgerRow(row, [_cell(entering, name) for name in row.questions], standing)


def _cell(entering: Entering, name: str) -> Cell:
    form = entering.form
    question, answer = form.fields[name], form.answers.get(name)
    said = question.said(answer) if answer is not None else ""
    tone = next((key.tone for key in question.keys if key.value == answer), "")
    return Cell(name, question, said, tone, name in form.derived, form.is_asked(name), name == entering.wrong)
