"""A plausible turn around of Dice Sheet, made up."""

from random import Random

from games.core.definition import MatchState
from games.dice_sheet.facts import Facts, open_boxes


def simulate(rng: Random, state: MatchState) -> Facts:
    rolls = tuple("".join(str(rng.randint(1, 6)) for _ in range(5)) for _ in state.names)
    boxes = tuple(rng.choice(open_boxes(state, seat)) for seat in range(state.players))
    return Facts(rolls, boxes)
