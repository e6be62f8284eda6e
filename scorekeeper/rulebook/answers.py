"""What the search answers: where to read it, and what a match's table has agreed on instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from scorekeeper.rulebook.hit import Hit
from scorekeeper.rulebook.house_rules import HouseRule, house_rules
from scorekeeper.rulebook.pages import OPEN_QUESTIONS, rules_page
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.woven import is_told

if TYPE_CHECKING:
    from scorekeeper.table.models import Match


@dataclass(frozen=True)
class Answer:
    """A section that answers a question, for whoever asks: at a match (None: at none)."""

    hit: Hit
    match: Match | None

    @property
    def address(self) -> str:
        """Where the section stands: on the match's own rules page for its game."""
        place, match = self.hit.place, self.match
        at = (
            reverse("match-rules", args=(match.pk,))
            if match and self._is_own
            else reverse("rules", args=(place.game.key,))
        )
        return f"{at}#{place.section.anchor}"

    @property
    def is_open_question(self) -> bool:
        """Say whether the rules leave this open."""
        return self.hit.place.section.parent == OPEN_QUESTIONS

    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules by which the table plays this otherwise."""
        if not self.match or not self._is_own:
            return []
        place = self.hit.place
        rules, page = house_rules(place.game, self.match.table.rules), rules_page(place.game)
        return [rule for rule in rules if rule.differs and is_told(page, place.section, rule)]

    @property
    def _is_own(self) -> bool:
        return self.match is not None and self.match.game is self.hit.place.game


def answers(question: str, match: Match | None) -> list[Answer]:
    """Answer a question, from the match's own game first."""
    return [Answer(hit, match) for hit in search(question, match.game if match else None)]
