"""Two toys: Dice Sheet with a house rule that is a game of its own by now, Double Dice."""

import re
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

from games.core import registry
from games.core.definition import Successor
from games.core.house_rules import NamedChoice
from games.dice_sheet import scoring
from games.dice_sheet.game import GAME

SHEET = NamedChoice(
    name="sheet", default="plain", labels={"plain": "plain", "double": "double", "odd": "odd"},
    title="Sheet", why="For the tests.", rule="fives",
)  # fmt: skip
MORE = NamedChoice(name="more", default=False, labels={False: "no", True: "yes"}, title="More", rule="fives")


def _double(facts, state):
    for line in scoring.score(facts, state):
        yield line._replace(points=2 * line.points, reason=f"doubled: {line.reason}")


def _score(facts, state):
    factor = {"plain": 1, "double": 2, "odd": 3}[state.rules.sheet]
    for line in scoring.score(facts, state):
        yield line._replace(points=factor * line.points)


OLD = replace(
    GAME, house_rules=(SHEET, MORE), score=_score,
    successors=(
        # The rules named odd are another game's only by their name: it scores them otherwise.
        Successor(
            game="double-dice", words=re.compile(r"doubl"),
            house_rules=lambda rules: None if rules.sheet == "plain" else {"more": rules.more},
        ),
    ),
)  # fmt: skip
NEW = replace(GAME, key="double-dice", name="Double Dice", house_rules=(MORE,), score=_double)


@contextmanager
def double_dice(*, exists=True):
    """Dice Sheet has its successor; `exists`: whether the folder of that is there already."""
    registry.find.cache_clear()
    with patch.dict(registry.games(), {"dice-sheet": OLD} | ({"double-dice": NEW} if exists else {})):
        yield
    registry.find.cache_clear()
