"""The referee of Dice Sheet: what a roll is worth."""

from typing import Annotated, ClassVar

from msgspec import Meta

from games.core.house_rules import HouseRules
from games.core.prompts import Prompt, numbers, words
from games.core.referee import Question, Ruling
from games.dice_sheet.facts import BOXES, Box
from games.dice_sheet.scoring import worth

DICE = 5


class Worth(Question, tag="worth", frozen=True, kw_only=True):
    """What is this roll worth in that box?"""

    title: ClassVar[str] = "What is this roll worth?"
    dice: Annotated[
        list[Annotated[int, Meta(ge=1, le=6)]],
        Meta(min_length=DICE, max_length=DICE),
        Prompt("The dice", numbers(1, 6), many=True, least=DICE, most=DICE, repeats=True),
    ]
    box: Annotated[Box, Prompt("Which box?", words(*BOXES))]

    def ruling(self, rules: HouseRules) -> Ruling:
        points = worth("".join(map(str, self.dice)), self.box)
        return Ruling(points, f"{len(self.dice)} dice in the box {self.box} make {points}", self.box)


QUESTIONS = (Worth,)
