"""The form of a round of any game: the points of each side."""

from typing import Any

from games.any_game.facts import MAX_POINTS, Facts, column_titles
from games.core import round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, FixedSum, Shortcut
from games.core.points import ask_points, read_points
from games.core.text import minus

MAX_DIGITS = len(str(MAX_POINTS))


class RoundForm(round_form.RoundForm):
    """A number for each side, or one for each of its columns; the last one follows from a fixed sum."""

    def ask(self) -> None:
        titles = column_titles(self.state.rules)
        rows = []
        for side, name in enumerate(self.state.side_names):
            asked = {f"columns-{side}-{at}": title for at, title in enumerate(titles)} or {f"points-{side}": "points"}
            for question, title in asked.items():
                label = f"{name} scored" if not titles else f"{name}: {title}"
                self.fields[question] = ask_points(label, most=MAX_DIGITS, short=title)
            rows.append(EntryRow(name, tuple(asked), side=side))
        self.sections = [EntrySection(rows, columns=tuple(titles) or ("points",))]
        if self.state.rules.sum is not None and not titles:
            self.sums["points"] = FixedSum(tuple(self.fields), self.state.rules.sum, "point", signed=True)

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        numbers = {name: read_points(answers[name], name) for name in self.fields}
        by_side = [[numbers[name] for name in row.questions] for row in self.sections[0].rows]
        return {"columns": by_side} if column_titles(self.state.rules) else {"points": [row[0] for row in by_side]}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        if facts.points:
            return {f"points-{side}": minus(number) for side, number in enumerate(facts.points)}
        rows = enumerate(facts.columns or ())
        return {f"columns-{side}-{at}": minus(number) for side, row in rows for at, number in enumerate(row)}

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Offer the last number for the next question, and 0 for all questions left."""
        entered = [name for name in self.fields if name in given and name not in self.derived]
        to_come = [name for name in self.fields if name not in given or name in self.derived]
        if not entered or not to_come:
            return []
        again = self.answers[entered[-1]]
        shortcuts = [Shortcut("again", f"{again} again", {to_come[0]: again})]
        nothing = dict.fromkeys(to_come, "0")
        if len(to_come) > 1 and all(points.rest(self.answers | nothing) == 0 for points in self.sums.values()):
            shortcuts.append(Shortcut("rest", "The rest: 0", nothing))
        return shortcuts
