"""What a game asks, as the columns of a sheet of paper: one for each question, under what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.keypad import EntryRow
    from games.core.round_form import FormQuestion, RoundForm


class SheetColumn(NamedTuple):
    """One question of every round: its name, and what its column is called."""

    name: str
    question: FormQuestion
    label: str

    @property
    def is_long(self) -> bool:
        return self.question.many and not self.question.no_spaces and self.question.most not in (1, 2)


class ColumnGroup(NamedTuple):
    """What some columns are about: a side of the table, or something else."""

    label: str
    side: int | None
    columns: tuple[SheetColumn, ...]

    @property
    def is_single(self) -> bool:
        return self.side is None and len(self.columns) == 1


def column_groups(form: RoundForm) -> list[ColumnGroup]:
    rows = [row for section in form.sections for row in section.rows]
    laid_out = [heading for row in rows if (heading := _column_group(form, row)).columns]
    there = {column.name for heading in laid_out for column in heading.columns}
    left = [
        ColumnGroup(question.short, None, (SheetColumn(name, question, question.short),))
        for name, question in form.fields.items()
        if name not in there and name not in form.not_on_paper
    ]
    sides = sorted({heading.side for heading in laid_out if heading.side is not None})
    apart = [heading for heading in laid_out if heading.side is None]
    return [*apart, *left, *(_together([one for one in laid_out if one.side == side]) for side in sides)]


def _together(headings: Sequence[ColumnGroup]) -> ColumnGroup:
    """Put the columns of partners, who were asked one by one, under one heading."""
    columns = tuple(column for heading in headings for column in heading.columns)
    return ColumnGroup(" & ".join(heading.label for heading in headings), headings[0].side, columns)


def _column_group(form: RoundForm, row: EntryRow) -> ColumnGroup:
    columns = [
        SheetColumn(name, form.fields[name], form.fields[name].short)
        for name in row.questions
        if name not in form.not_on_paper
    ]
    return ColumnGroup(row.label, row.side, tuple(columns))
