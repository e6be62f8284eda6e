"""The questions of a turn around: the dice, and the box."""

from typing import Any

from games.core import keypad, round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickCards, PickOne
from games.dice_sheet.facts import Facts, open_boxes


class RoundForm(round_form.RoundForm):
    """Five keys and a box for everybody."""

    def ask(self) -> None:
        rows = []
        for seat, name in enumerate(self.state.names):
            roll, box = f"rolls-{seat}", f"boxes-{seat}"
            self.fields[roll] = PickCards(f"{name} rolled", keypad.numbers(1, 6), short="dice", most=5, no_spaces=True)
            boxes = [Key(one, one) for one in open_boxes(self.state, seat)]
            self.fields[box] = PickOne(f"{name} fills", boxes, short="box")
            rows.append(EntryRow(name, (roll, box), side=seat))
        self.sections = [EntrySection(rows, columns=("dice", "box"))]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {name: [answers[f"{name}-{seat}"] for seat in range(self.state.players)] for name in ("rolls", "boxes")}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers = {f"rolls-{seat}": roll for seat, roll in enumerate(facts.rolls)}
        return answers | {f"boxes-{seat}": box for seat, box in enumerate(facts.boxes)}
