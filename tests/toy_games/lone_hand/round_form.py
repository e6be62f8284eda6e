"""The questions of a round of Lone Hand."""

from typing import Any

from games.core import keypad, round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne
from games.lone_hand.facts import Facts
from games.lone_hand.referee import SUITS


class RoundForm(round_form.RoundForm):
    """Three taps."""

    def ask(self) -> None:
        seats = keypad.sides(self.state.names, self.state.seat_marks)
        self.fields["soloist"] = PickOne("Who plays alone?", seats, short="alone")
        self.fields["suit"] = PickOne("Which suit?", [Key(suit, suit, tone=f"suit-{suit}") for suit in SUITS])
        self.fields["made"] = PickOne("Was it made?", [Key("yes", "made"), Key("no", "lost")], short="made")
        rows = [EntryRow("Hand", ("soloist", "suit", "made"))]
        self.sections = [EntrySection(rows, grid=True)]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"soloist": int(answers["soloist"]), "suit": answers["suit"]}
        return facts | ({"made": answers["made"] == "yes"} if "made" in answers else {})

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers = {"soloist": str(facts.soloist), "suit": facts.suit}
        return answers | ({"made": "yes" if facts.made else "no"} if facts.is_complete else {})
