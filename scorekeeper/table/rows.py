"""A round being entered as the page shows it: rows and questions, all plain values, so that what looks alike is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from games.form import Cards, Pick
from games.keypad import is_open
from games.scorecard import signed, sums

if TYPE_CHECKING:
    from games.keypad import Key, Row, Section
    from games.scorecard import Carried, Stake
    from scorekeeper.table.entering import Entering


class Cell(NamedTuple):
    """One answer in the ledger; `tone` is the look of the key it was given with."""

    name: str
    label: str
    short: str
    many: bool
    said: str
    tone: str
    derived: bool
    asked: bool
    wrong: bool


class Standing(NamedTuple):
    """A side before this round, and what the round as entered would add.

    `notes`: what the side stands to win or lose, once that is known; before, what it came with.
    """

    side: int
    name: str
    total: int
    plus: str
    deals: bool
    notes: tuple[Carried | Stake, ...]


class Asked(NamedTuple):
    """One question as the keys show it, each with how many there are of it (0: no limit)."""

    name: str
    label: str
    many: bool
    keys: tuple[tuple[Key, int], ...]
    answer: str | None
    wrong: bool
    when: str
    unless: str
    beside: str
    passed_over: bool
    outline: str
    most: int
    deck: str
    joined: bool


class LedgerRow(NamedTuple):
    """One row of the ledger; `standing` where it is a side's."""

    row: Row
    cells: tuple[Cell, ...]
    standing: Standing | None


def sections(entering: Entering) -> Iterator[tuple[Section, list[LedgerRow]]]:
    """Yield the ledger section by section, without those not asked now."""
    for section in entering.form.sections:
        if is_open(section.when, entering.form.answers):
            yield section, [_row(entering, row) for row in section.rows]


def standings(entering: Entering) -> list[Standing]:
    """Return every side: its total so far and what this round would add."""
    so_far, points = entering.so_far, sums(entering.lines, len(entering.so_far.totals))
    carried = {one.side: (one,) for one in so_far.game.carried(so_far)}
    stakes = [tuple(one for one in entering.stakes if one.side == side) for side in range(len(so_far.totals))]
    dealing = so_far.side_of(so_far.deal.dealer)
    return [
        Standing(
            side, name, so_far.totals[side], signed(points[side]) if entering.form.record else "", side == dealing,
            stakes[side] or carried.get(side, ()),
        )
        for side, name in enumerate(so_far.side_names)
    ]  # fmt: skip


def asked(entering: Entering) -> Iterator[Asked]:
    """Yield the questions in the order they are answered."""
    for name, question in entering.form.fields.items():
        cards = question if isinstance(question, Cards) else None
        yield Asked(
            name, str(question.label), cards is not None,
            tuple(cards.stocked() if cards else ((key, 0) for key in question.keys)),
            entering.form.answers.get(name), name == entering.wrong,
            question.when, question.unless, question.beside, question.passed_over,
            question.outline if isinstance(question, Pick) else "",
            cards.most if cards else 0, cards.deck if cards else "", cards.joined if cards else False,
        )  # fmt: skip


def _row(entering: Entering, row: Row) -> LedgerRow:
    standing = entering.standings[row.side] if row.side is not None else None
    return LedgerRow(row, tuple(_cell(entering, name) for name in row.questions), standing)


def _cell(entering: Entering, name: str) -> Cell:
    form = entering.form
    question, answer = form.fields[name], form.answers.get(name)
    said = question.said(answer) if answer is not None else ""
    tone = next((key.tone for key in question.keys if key.value == answer), "")
    return Cell(
        name, str(question.label), question.short, isinstance(question, Cards) and bool(question.deck), said, tone,
        name in form.derived, form.is_asked(name), name == entering.wrong,
    )  # fmt: skip
