"""The question of a round of High Card: who took it?"""

from __future__ import annotations

from typing import Any

from games import form
from games.form import Pick
from games.high_card.record import Record
from games.keypad import Key, Row, Section
from games.so_far import SoFar


class RoundForm(form.RoundForm):
    """One tap."""

    def ask(self) -> None:
        keys = [Key(str(seat), name) for seat, name in enumerate(self.so_far.names)]
        self.fields["taker"] = Pick("Who turned up the highest card?", keys, short="taker")
        self.sections = [Section([Row("Taker", ("taker",))], grid=True)]

    def facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {"taker": int(answers["taker"])}

    @classmethod
    def answers_of(cls, record: Record, so_far: SoFar) -> dict[str, str]:
        return {"taker": str(record.taker)}
