"""The lines of a sheet kept on paper: each is a round, checked after those above it, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from games.form import Pick
from games.impossible import Impossible, quoted
from games.paper import Column, from_paper, out_of_place
from games.scorecard import ScoredRound

if TYPE_CHECKING:
    from games.form import RoundForm
    from games.scorecard import Deal
    from games.so_far import SoFar

Written = Mapping[str, str]


class Cell(NamedTuple):
    """One answer: its name in the form, what was typed, and what follows from the others of its line."""

    name: str
    column: Column
    label: str
    typed: str
    follows: str
    wrong: bool

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The answers to choose from; also what was sent and is none of them, so that nothing is lost."""
        known = [(key.value, key.label) for key in self.column.question.keys if key.value]
        return known if self.typed in ("", *dict(known)) else [*known, (self.typed, self.typed)]


@dataclass(frozen=True)
class Line:
    """One round: its deal (of nothing, after the last), the answers, the totals after it, what is wrong and where."""

    number: int
    cards: str
    dealer: str
    cells: Sequence[Cell]
    totals: Sequence[int] = ()
    wrong: Sequence[tuple[str, str]] = ()


class Reader:
    """Reads a sheet from its first line down. `insists`: what is merely not entered yet is wrong too."""

    def __init__(self, table: SoFar, columns: Sequence[Column], *, insists: bool) -> None:
        """Begin before the first round: `so_far` is what can be built on, `whole` while no line was wrong."""
        self.so_far: SoFar | None = table
        self.whole = True
        self.table, self.columns, self.insists = table, columns, insists
        self.asked = table.game.form(table, {})

    def read(self, typed: Mapping[int, Written], count: int) -> Iterator[Line]:
        """Yield so many lines; those after the last that says something are left alone."""
        last = max((number for number, written in typed.items() if any(written.values())), default=0)
        for number in range(1, max(count, last) + 1):
            written = typed.get(number, {})
            yield self._line(number, written) if number <= last else self._drawn(number, written)

    def _line(self, number: int, written: Written) -> Line:
        if self.so_far is None:
            return self._drawn(number, written)
        form, wrong = self._checked(self.so_far, written)
        record = form.record if form and not wrong else None
        if record is not None:
            self.so_far = self.so_far.game.play(self.so_far, record)
        else:
            self.so_far, self.whole = _as_if_played(self.so_far), False
        totals = self.so_far.totals if self.so_far and self.whole else ()
        return replace(self._drawn(number, written, form, wrong), totals=totals, wrong=wrong)

    def _checked(self, so_far: SoFar, written: Written) -> tuple[RoundForm | None, list[tuple[str, str]]]:
        """Ask the round's questions, and return what is wrong with the answers, by question ("" for all of them)."""
        name = so_far.game.round_name
        if so_far.game.finish(so_far) is not None:
            return None, [("", f"the game was over after {name} {so_far.number - 1}: this line is too many")]
        if not any(written.values()):
            return None, [("", f"this {name} is not entered, but later ones are")]
        form = so_far.game.form(so_far, from_paper(self.asked, written))
        wrong = list(out_of_place(form, written))
        if not form.is_valid() and (self.insists or not form.missing):
            wrong += [(name, _said(form, name, str(told[0]))) for name, told in form.errors.items()]
        return form, wrong

    def _drawn(
        self, number: int, written: Written, form: RoundForm | None = None, wrong: Sequence[tuple[str, str]] = ()
    ) -> Line:
        at_fault = {name for name, _ in wrong}
        follows = form.derived if form else {}
        cells = [
            Cell(f"{number}-{column.name}", column, f"{self.table.game.round_name} {number}: {column.question.label}",
                 written.get(column.name, ""), follows.get(column.name, ""), column.name in at_fault)
            for column in self.columns
        ]  # fmt: skip
        return Line(number, *_deal(self.table, number), cells)


def _as_if_played(so_far: SoFar) -> SoFar | None:
    """Leave a round out, so that those after it can be looked at; nobody can before the first that is right."""
    if not so_far.rounds:
        return None
    if so_far.game.finish(so_far) is not None:
        return so_far
    nothing = ScoredRound(so_far.deal, so_far.rounds[-1].record, (), (0,) * len(so_far.totals), so_far.totals)
    return replace(so_far, rounds=(*so_far.rounds, nothing))


def _deal(table: SoFar, number: int) -> tuple[str, str]:
    try:
        deal = table.game.deal_of(table.players, number, table.first_dealer, table.rules)
    except Impossible:
        return "", ""
    return dealt(deal), table.names[deal.dealer]


def dealt(deal: Deal) -> str:
    """Say how many cards everybody is dealt."""
    least, most = min(deal.cards), max(deal.cards)
    return f"{most}" if least == most else f"{least}–{most}"


def _said(form: RoundForm, name: str, message: str) -> str:
    """Say what is wrong with an answer; on paper there are no keys."""
    question, answer = form.fields.get(name), form.answers.get(name, "")
    keys = question.keys if isinstance(question, Pick) else ()
    if question and keys and answer and answer not in {key.value for key in keys}:
        return f"{question.label}: {quoted(answer)}, but it can only be {keys[0].label} to {keys[-1].label}"
    return message
