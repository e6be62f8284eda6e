"""What cards cost their holder, in the hand or on the little-a pile: asked of the referee, told by the scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from games.core.errors import Impossible
from games.core.question_fields import Field
from games.core.referee import Question, Ruling
from games.grosse_kleine.facts import Pile
from games.grosse_kleine.referee import MOST_PLAYERS
from games.grosse_kleine.scoring import BIG_A, LITTLE_A, cards_left, check_box, little_a_pile

if TYPE_CHECKING:
    from games.core.house_rules import HouseRules
    from games.core.scorecard import ScoreLine


class Worth(Question, tag="worth", frozen=True, kw_only=True):
    """What do these cards cost, left in a hand or, where it says so, on the little-a pile?"""

    title: ClassVar[str] = "What is this hand worth?"
    fields: ClassVar[dict[str, Field]] = {
        "pile": Field(label="Is it the little-a pile?"),
        "cards": Field(label="The cards"),
    }
    cards: list[str]
    pile: bool = False

    def ruling(self, rules: HouseRules) -> Ruling:
        check_box(self.cards, "cards")
        if self.pile:
            self._check_pile()
        cards = " ".join(self.cards)
        lines = list(little_a_pile(Pile(0, cards)) if self.pile else cards_left(0, cards))
        rule = lines[0].rule if len(lines) == 1 else "scoring"
        return Ruling(sum(line.points for line in lines), "; ".join(map(_told, lines)), rule)

    def _check_pile(self) -> None:
        if BIG_A in self.cards:
            raise Impossible("the Big A is never played to the trick of the little a, so it is on no pile", "cards")
        besides, most = sum(card != LITTLE_A for card in self.cards), MOST_PLAYERS - 1
        if not 1 <= besides <= most:
            one_each = f"one from each of the others makes 1 to {most}"
            raise Impossible(f"{besides} cards besides the little a: {one_each}", "cards")


def _told(line: ScoreLine) -> str:
    return f"{line.reason}: {line.points}" if line.points else line.reason
