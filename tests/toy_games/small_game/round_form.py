"""The questions of a hand of Small Game."""

from typing import Any

from games.core import round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, FixedSum
from games.core.points import ask_points, read_points
from games.small_game.facts import ALL_POINTS, Facts


class RoundForm(round_form.RoundForm):
    """A number for each side; the last one follows."""

    def ask(self) -> None:
        rows = []
        for side, name in enumerate(self.state.side_names):
            self.fields[f"taken-{side}"] = ask_points(f"{name} took", most=3, below_zero=False, short="cards")
            rows.append(EntryRow(name, (f"taken-{side}",), side=side))
        self.sums["taken"] = FixedSum(tuple(self.fields), ALL_POINTS, "point")
        self.sections = [EntrySection(rows, columns=("cards",))]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {"taken": [read_points(answers[name], name) for name in self.fields]}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return {f"taken-{side}": str(points) for side, points in enumerate(facts.taken)}
