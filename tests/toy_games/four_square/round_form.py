"""The question of a round of Four Square: how much did every side count?"""

from typing import Any

from games.core import keypad, round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection
from games.core.round_form import PickOne
from games.four_square.facts import MOST, Facts


class RoundForm(round_form.RoundForm):
    """A number for every side."""

    def ask(self) -> None:
        for side, name in enumerate(self.state.side_names):
            self.fields[f"points-{side}"] = PickOne(f"{name} counted", keypad.numbers(0, MOST), short="points")
        rows = [EntryRow(name, (f"points-{side}",), side=side) for side, name in enumerate(self.state.side_names)]
        self.sections = [EntrySection(rows, columns=("points",))]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {"points": [int(answers[f"points-{side}"]) for side in range(len(self.state.totals))]}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return {f"points-{side}": str(points) for side, points in enumerate(facts.points)}
