"""A plausible turn around of Dice Sheet, made up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.dice_sheet.facts import Facts, open_boxes

if TYPE_CHECKING:
    from games.core.definition import MatchState


def simulate(luck: Random, state: MatchState) -> Facts:
    rolls = tuple("".join(str(luck.randint(1, 6)) for _ in range(5)) for _ in state.names)
    boxes = tuple(luck.choice(open_boxes(state, seat)) for seat in range(state.players))
    return Facts(rolls, boxes)  # type: ignore[arg-type]
