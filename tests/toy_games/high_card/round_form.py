"""The question of a round of High Card: who took it?"""

from typing import Any

from games.core import round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne
from games.high_card.facts import Facts


class RoundForm(round_form.RoundForm):
    """One tap."""

    def ask(self) -> None:
        keys = [Key(str(seat), name) for seat, name in enumerate(self.state.names)]
        self.fields["taker"] = PickOne("Who turned up the highest card?", keys, short="taker")
        self.sections = [EntrySection([EntryRow("Taker", ("taker",))], grid=True)]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {"taker": int(answers["taker"])}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return {"taker": str(facts.taker)}
