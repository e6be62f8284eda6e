"""The columns of the paper sheet of a game: one for each question, grouped by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.keypad import EntryRow
    from games.core.round_form import Field, RoundForm


class SheetColumn(NamedTuple):
    """A column for one question of each round. `label`: its heading."""

    name: str
    question: Field
    label: str

    @property
    def is_long(self) -> bool:
        return self.question.many and not self.question.no_spaces and self.question.most not in (1, 2)


class ColumnGroup(NamedTuple):
    """Columns under one heading. `side`: None if they are not about a side."""

    label: str
    side: int | None
    columns: tuple[SheetColumn, ...]

    @property
    def is_single(self) -> bool:
        return self.side is None and len(self.columns) == 1


def column_groups(form: RoundForm) -> list[ColumnGroup]:
    rows = [row for section in form.sections for row in section.rows]
    groups = [group for row in rows if (group := _column_group(form, row)).columns]
    names = {column.name for group in groups for column in group.columns}
    others = [
        ColumnGroup(question.short, None, (SheetColumn(name, question, question.short),))
        for name, question in form.fields.items()
        if name not in names and name not in form.not_on_paper
    ]
    sides = sorted({group.side for group in groups if group.side is not None})
    without_side = [group for group in groups if group.side is None]
    return [*without_side, *others, *(_merge([group for group in groups if group.side == side]) for side in sides)]


def _merge(groups: Sequence[ColumnGroup]) -> ColumnGroup:
    """Merge the columns of partners, who have a row each in the form."""
    columns = tuple(column for group in groups for column in group.columns)
    return ColumnGroup(" & ".join(group.label for group in groups), groups[0].side, columns)


def _column_group(form: RoundForm, row: EntryRow) -> ColumnGroup:
    columns = [
        SheetColumn(name, form.fields[name], form.fields[name].short)
        for name in row.questions
        if name not in form.not_on_paper
    ]
    return ColumnGroup(row.label, row.side, tuple(columns))
