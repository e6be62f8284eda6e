"""The questions of a round of Lone Hand."""

from typing import Any

from games.core import round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne
from games.lone_hand.facts import Facts
from games.lone_hand.referee import SUITS


class RoundForm(round_form.RoundForm):
    """Three taps."""

    def ask(self) -> None:
        seats = [
            Key(str(seat), name, tone=f"side-{self.state.seat_marks[seat]}")
            for seat, name in enumerate(self.state.names)
        ]
        self.fields["soloist"] = PickOne("Who plays alone?", seats, short="alone")
        self.fields["suit"] = PickOne("Which suit?", [Key(suit, suit, tone=f"suit-{suit}") for suit in SUITS])
        self.fields["made"] = PickOne("Was it made?", [Key("yes", "made"), Key("no", "lost")], short="made")
        rows = [EntryRow("Hand", ("soloist", "suit", "made"))]
        self.sections = [EntrySection(rows, grid=True)]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {"soloist": int(answers["soloist"]), "suit": answers["suit"], "made": answers["made"] == "yes"}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return {"soloist": str(facts.soloist), "suit": facts.suit, "made": "yes" if facts.made else "no"}
