"""A round being entered: its questions and answers as the table's pages show them, and what they would score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.functional import cached_property

from games.form import Question, Row
from games.scorecard import Line, signed, sums

if TYPE_CHECKING:
    from games.form import RoundForm
    from games.so_far import SoFar


class Cell(NamedTuple):
    """One answer in the ledger; `tone` is the look of the key it was given with."""

    name: str
    question: Question
    said: str
    tone: str
    derived: bool
    asked: bool


class LedgerRow(NamedTuple):
    """One row of the ledger; `plus` and `total` where it is a side's."""

    row: Row
    cells: list[Cell]
    standing: Standing | None


class Standing(NamedTuple):
    """A side before this round, and what the round as entered would add."""

    side: int
    name: str
    total: int
    plus: str
    deals: bool
    carried: str
    near: bool


@dataclass
class Entering:
    """The round after `so_far` with the answers there are; `sent` once somebody wanted to save it."""

    so_far: SoFar
    answers: Mapping[str, str]
    sent: bool = False

    @cached_property
    def form(self) -> RoundForm:
        """The game's questions, answered and checked as far as they are."""
        form = self.so_far.game.form(self.so_far, self.answers)
        form.is_valid()
        return form

    @property
    def number(self) -> int:
        """The round's number, from 1."""
        return self.so_far.number

    @property
    def error(self) -> str:
        """What is wrong, in a player's words; what is merely not entered yet is only wrong once it was sent."""
        if self.form.is_valid() or (self.form.missing and not self.sent):
            return ""
        return next(iter(self.form.errors.values()))[0]

    @property
    def sentence(self) -> str:
        """The arithmetic so far."""
        return self.form.sentence(self.form.given())

    @property
    def notes(self) -> list:  # type: ignore[type-arg]
        """What is to be seen in large: the trump."""
        return self.form.notes(self.form.given())

    @property
    def shortcuts(self) -> list:  # type: ignore[type-arg]
        """Keys that answer several questions at once."""
        return self.form.shortcuts(self.form.given())

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What the round would score, as soon as it is complete."""
        record = self.form.record
        return self.so_far.game.play(self.so_far, record).rounds[-1].lines if record is not None else ()

    @cached_property
    def standings(self) -> list[Standing]:
        """Every side: its total so far and what this round would add."""
        game, deal = self.so_far.game, self.so_far.deal
        points = sums(self.lines, len(self.so_far.totals))
        carried = {one.side: one for one in game.carried(self.so_far)}
        return [
            Standing(
                side, name, self.so_far.totals[side], signed(points[side]) if self.form.record else "",
                self.so_far.side_of(deal.dealer) == side,
                carried[side].text if side in carried else "", side in carried and carried[side].near,
            )
            for side, name in enumerate(self.so_far.side_names)
        ]  # fmt: skip

    @property
    def sides_in_rows(self) -> bool:
        """Say whether the ledger's rows show the sides' points themselves."""
        shown = {row.side for section in self.form.sections for row in section.rows}
        return set(range(len(self.so_far.totals))) <= shown

    def sections(self) -> Iterator[tuple[object, list[LedgerRow]]]:
        """Yield the ledger section by section, without those not asked now."""
        for section in self.form.sections:
            if self._open(section.when):
                yield section, [self._row(row) for row in section.rows]

    def questions(self) -> Iterator[tuple[str, Question, str | None]]:
        """Yield each question for the pad, with its name and its answer."""
        for name, question in self.form.fields.items():
            yield name, question, self.form.answers.get(name)

    def _open(self, when: str) -> bool:
        other, _, wanted = when.partition("=")
        return not when or self.form.answers.get(other, "") in wanted.split("|")

    def _row(self, row: Row) -> LedgerRow:
        standing = self.standings[row.side] if row.side is not None else None
        return LedgerRow(row, [self._cell(name) for name in row.questions], standing)

    def _cell(self, name: str) -> Cell:
        question = self.form.fields[name]
        answer = self.form.answers.get(name)
        said = question.said(answer) if answer is not None else ""
        tone = next((key.tone for key in question.keys if key.value == answer), "")
        return Cell(name, question, said, tone, name in self.form.derived, self.form.is_asked(name))
