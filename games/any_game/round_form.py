"""The form of a round of any game: the points of each side, as one number or column by column."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import UNSET

from games.any_game import box_questions, boxes
from games.any_game.columns import with_bonuses
from games.any_game.facts import MAX_FACTOR, MAX_POINTS, Facts
from games.core import keypad, round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.points import ask_points, read_points
from games.core.round_form import PickCards, PickOne
from games.core.score_columns import ScoreColumn, read_columns
from games.core.text import minus

MAX_DIGITS = len(str(MAX_POINTS))
NOBODY = Key("nobody", "nobody", tone="wide", alone=True)
ALL = Key("all", "all together", tone="wide", alone=True)


class RoundForm(round_form.RoundForm):
    """A number for each side, or a row for each column, or who won; the last number follows from a fixed sum."""

    @cached_property
    def columns(self) -> list[ScoreColumn]:
        return read_columns(self.state.rules.columns)

    def ask(self) -> None:
        if not self.state.game.has_points:
            self._ask_who_won()
            return
        if self.is_by_box:
            self.fields, self.sections = box_questions.ask(self.state, self.posted_answers)
            return
        if self.columns:
            rows = [
                EntryRow(column.title, self._ask_column(at, column))
                for at, column in enumerate(self.columns)
                if not column.bonus
            ]
            self.sections = [EntrySection(rows, grid=True, by_column=True)]
        else:
            rows = []
            for side, name in enumerate(self.state.side_names):
                self.fields[f"points-{side}"] = ask_points(f"{name} scored", most=MAX_DIGITS, short="points")
                rows.append(EntryRow(name, (f"points-{side}",), side=side))
            self.sections = [EntrySection(rows, columns=("points",))]
        if self.state.rules.sum is not None and all(column == ScoreColumn(column.name) for column in self.columns):
            self.sums["points"] = FixedSum(tuple(self.fields), self.state.rules.sum, "point", signed=True)
        if self.state.rules.doubled != "never":
            keys = [Key("", "once"), *(Key(str(n), f"×{n}", f"{n} times") for n in range(2, MAX_FACTOR + 1))]
            self.fields["factor"] = PickOne(
                f"The {self.state.game.round_name} counts", keys, short="counts", required=False, only_when_tapped=True
            )
            self.sections.append(
                EntrySection([EntryRow(f"The {self.state.game.round_name} counts", ("factor",))], grid=True)
            )

    def _ask_who_won(self) -> None:
        names = self.state.side_names
        together = [ALL, NOBODY] if len(names) > 1 else [NOBODY]
        keys = [*keypad.sides(names, self.state.marks), *together]
        once = {str(side): 1 for side in range(len(names))}
        self.fields["won"] = PickCards("Who won?", keys, short="won", most=len(names), copies=once)
        self.sections = [EntrySection([EntryRow("Who won?", ("won",))], grid=True)]

    @property
    def is_by_box(self) -> bool:
        return bool(boxes.columns_by_box(self.state.rules))

    def questions_of(self, path: str) -> tuple[str, ...]:
        return (
            box_questions.questions_of(path, self.given(), self.state) if self.is_by_box else super().questions_of(path)
        )

    def turn(self, given: dict[str, str]) -> str:
        return "" if self.is_by_box else super().turn(given)

    def barred(self) -> dict[str, dict[str, str]]:
        return box_questions.filled(self.state) if self.is_by_box else super().barred()

    def questions_of_seat(self, seat: int) -> tuple[str, ...]:
        """Return also the numbers in the columns of a player who is a side."""
        side = self.state.side_of(seat)
        if self.is_by_box and len(self.state.teams[side]) == 1:
            return box_questions.of_side(side, self.fields)
        if not self.columns or len(self.state.teams[side]) > 1:
            return super().questions_of_seat(seat)
        return tuple(name for name in self.fields if name.startswith(f"columns-{side}-"))

    def _ask_column(self, at: int, column: ScoreColumn) -> tuple[str, ...]:
        names = self.state.side_names
        if column.is_ticked:
            keys = [*keypad.sides(names, self.state.marks), NOBODY]
            label = f"{column.name}: who?"
            self.fields[f"ticks-{at}"] = (
                PickOne(label, keys, short=column.name)
                if column.one
                else PickCards(
                    label, keys, short=column.name, most=len(names), copies={key.value: 1 for key in keys[:-1]}
                )
            )
            return (f"ticks-{at}",)
        questions = {f"columns-{side}-{at}": name for side, name in enumerate(names)}
        for question, name in questions.items():
            self.fields[question] = ask_points(
                f"{name}: {column.name}",
                most=MAX_DIGITS,
                short=name,
                below_zero=column.below_zero,
                rest_of_row=self._nought(question) if len(names) > 1 else "",
            )
        return tuple(questions)

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        sides = range(len(self.state.side_names))
        if not self.state.game.has_points:
            named = answers["won"].split()
            return {"won": [side for side in sides if str(side) in named or ALL.value in named]}
        if self.is_by_box:
            return {"columns": [box_questions.read_row(side, answers, self.columns) for side in sides]}
        factor = {"factor": int(answers["factor"])} if "factor" in answers else {}
        if not self.columns:
            return {"points": [read_points(answers[f"points-{side}"], f"points-{side}") for side in sides]} | factor
        return {"columns": [with_bonuses([*self._row(side, answers)], self.columns) for side in sides]} | factor

    def _row(self, side: int, answers: dict[str, str]) -> Iterator[int]:
        for at, column in enumerate(self.columns):
            if column.bonus:
                yield 0
            elif column.is_ticked:
                yield int(str(side) in answers[f"ticks-{at}"].split())
            else:
                question = f"columns-{side}-{at}"
                yield read_points(answers[question], question)

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        if facts.won is not UNSET:
            is_all = len(facts.won) == len(state.teams) > 1
            return {"won": ALL.value if is_all else " ".join(map(str, facts.won)) or NOBODY.value}
        factor = {} if facts.factor is UNSET else {"factor": str(facts.factor)}
        if facts.points:
            return {f"points-{side}": minus(number) for side, number in enumerate(facts.points)} | factor
        columns = read_columns(state.rules.columns)
        if boxes.columns_by_box(state.rules):
            return box_questions.answers_of(facts.columns or (), columns)
        rows, answers = facts.rows, {}
        for at, column in enumerate(columns):
            if column.bonus:
                continue
            if column.is_ticked:
                ticked = [str(side) for side, row in enumerate(rows) if row[at]]
                answers[f"ticks-{at}"] = " ".join(ticked) or NOBODY.value
            else:
                answers |= {f"columns-{side}-{at}": minus(row[at]) for side, row in enumerate(rows)}
        return answers | factor

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Offer the last number for the next question, and 0 for all questions left."""
        if not self.state.game.has_points or self.is_by_box:
            return []
        needed = [name for name, question in self.fields.items() if question.required]
        entered = [name for name in needed if name in given and name not in self.derived]
        to_come = [name for name in needed if name not in given or name in self.derived]
        if not to_come:
            return []
        shortcuts = []
        if entered and not self.columns:
            again = self.answers[entered[-1]]
            shortcuts.append(Shortcut("again", f"{again} again", {to_come[0]: again}))
        nothing = {name: self._nought(name) for name in to_come}
        is_possible = all(points.rest(self.answers | nothing) == 0 for points in self.sums.values())
        if entered and len(to_come) > 1 and is_possible:
            shortcuts.append(Shortcut("rest", "The rest: 0", nothing, rest=True))
        return shortcuts

    def _nought(self, question: str) -> str:
        """Return the answer that changes nothing: nobody has it, times one, or 0."""
        if question.startswith("ticks-"):
            return NOBODY.value
        is_factor = self.columns and self.columns[int(question.rpartition("-")[2])].times
        return "1" if is_factor else "0"
