"""A referee's answer as the desk shows it: in words or as cards, with the rule and the house rules behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.urls import reverse

from scorekeeper.rulebook.house_rules import HouseRule, house_rules
from scorekeeper.rulebook.in_words import told, with_names
from scorekeeper.rulebook.pages import Section, rules_page

if TYPE_CHECKING:
    from games.keypad import Key
    from games.referee import Ruling
    from scorekeeper.rulebook.desk import Desk


class Picked(NamedTuple):
    """A card of the question, and whether it is the answer, or one of it."""

    key: Key
    lit: bool


@dataclass(frozen=True)
class Answered:
    """The answer to a question that was asked with these facts."""

    desk: Desk
    facts: dict[str, Any]
    ruling: Ruling

    @property
    def told(self) -> str:
        """The answer in words."""
        return told(self.desk.kind, self.facts, self.ruling, self.desk.names)

    @property
    def why(self) -> str:
        """The reason in a sentence."""
        return with_names(self.ruling.why, self.desk.names)

    @property
    def cards(self) -> list[Picked]:
        """The cards the answer is among, with those lit that it is."""
        slot = next((slot for slot in self.desk.slots if slot.name == self.desk.kind.picks), None)
        if slot is None:
            return []
        said, answer = self.desk.answers.get(slot.name, "").split(), self.ruling.answer
        return [
            Picked(slot.key(token), at == answer if isinstance(answer, int) else token in answer)
            for at, token in enumerate(said)
        ]

    @property
    def section(self) -> Section | None:
        """The rule it follows from."""
        return rules_page(self.desk.game).section(self.ruling.rule)

    @property
    def address(self) -> str:
        """Where the rules are told: as the match plays them, where it is asked at one."""
        match = self.desk.known.match
        return reverse("match-rules", args=[match.pk]) if match else reverse("rules", args=[self.desk.game.key])

    @property
    def text(self) -> str:
        """The rule's own text."""
        return self.section.linked_from(self.address) if self.section else ""

    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules that change this rule, or are named in its text."""
        agreed, named = house_rules(self.desk.game, self.desk.table.rules), self.section.names if self.section else ()
        return [rule for rule in agreed if rule.option.rule == self.ruling.rule or rule.option.name in named]
