"""The questions of a hand of Oh Hell: a tap for each bid, a tap for each player's tricks."""

from __future__ import annotations

from typing import Any

from games.core import bids_and_tricks
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne
from games.oh_hell.facts import BONUS_STEP_POINTS, MAX_BONUS_POINTS, Facts


class RoundForm(bids_and_tricks.BidForm):
    """Where the scoring has bonus points, a third column asks for them; nobody has to fill it in."""

    def ask(self) -> None:
        super().ask()
        if self.state.rules.scoring == "skull-king":
            self._ask_bonus()

    def _ask_bonus(self) -> None:
        keys = [Key(str(points), str(points)) for points in range(0, MAX_BONUS_POINTS + 1, BONUS_STEP_POINTS)]
        rows = []
        for row, seat in zip(self.sections[0].rows, self.order, strict=True):
            question = f"bonus-{seat}"
            label = f"{row.label}: bonus points"
            self.fields[question] = PickOne(label, keys, short="bonus", required=False, passed_over=True)
            rows.append(EntryRow(row.label, (*row.questions, question), side=seat))
        self.sections[0] = EntrySection(rows, columns=(*self.sections[0].columns, "bonus"))

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        facts, asked = super().read_facts(answers), [f"bonus-{seat}" for seat in range(len(self.order))]
        if any(question in answers for question in asked):
            facts["bonus"] = [int(answers.get(question, 0)) for question in asked]
        return facts

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        bonus = {f"bonus-{seat}": str(points) for seat, points in enumerate(facts.bonus or ())}
        return super().answers_of(facts, state) | bonus
