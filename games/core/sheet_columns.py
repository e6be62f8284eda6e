"""What a game asks, as the columns of a sheet of paper: one for each question, under what it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.core.keypad import EntryRow
    from games.core.round_form import FormQuestion, RoundForm


class SheetColumn(NamedTuple):
    """One question of every round: its name, and what its column is called."""

    name: str
    question: FormQuestion
    label: str

    @property
    def is_digits(self) -> bool:
        return all(key.value.isdecimal() for key in self.question.keys)

    @property
    def is_number(self) -> bool:
        return all(key.value.isdecimal() or not key.value.isalnum() for key in self.question.keys)

    @property
    def is_choice(self) -> bool:
        return not self.question.many and not self.is_number

    @property
    def is_long(self) -> bool:
        return self.question.many and not self.question.joined and self.question.most not in (1, 2)


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
    left = [ColumnGroup(question.short, None, (SheetColumn(name, question, question.short),))
            for name, question in form.fields.items() if name not in there and name not in form.off_paper]  # fmt: skip
    return sorted([*laid_out, *left], key=lambda heading: (heading.side is not None, heading.side or 0))


def answers_from_sheet(form: RoundForm, written: Mapping[str, str]) -> dict[str, str]:
    given = {name: answer for name, answer in written.items() if answer}
    return {**dict(_implied_answers(form, given)), **given}


def misplaced_answers(form: RoundForm, written: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    given = form.given()
    for name, answer in written.items():
        if answer and name not in given and name != "irregular":
            label = form.fields[name].label if name in form.fields else name
            yield name, f"{label}: this does not go with the other entries of this line, remove one of them"


def _column_group(form: RoundForm, row: EntryRow) -> ColumnGroup:
    columns = [SheetColumn(name, form.fields[name], form.fields[name].short) for name in row.questions
               if name not in form.off_paper]  # fmt: skip
    return ColumnGroup(row.label, row.side, tuple(columns))


def _implied_answers(form: RoundForm, given: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name in reversed(given):
        other, _, answers = form.fields[name].when.partition("=") if name in form.fields else ("", "", "")
        if other in form.off_paper and other not in given:
            yield other, answers.split("|")[0]
