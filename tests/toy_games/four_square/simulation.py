"""A plausible round of Four Square, made up."""

from random import Random

from games.core.definition import MatchState
from games.four_square.facts import MOST, Facts


def simulate(luck: Random, state: MatchState) -> Facts:
    return Facts(tuple(luck.randint(0, MOST) for _ in state.totals))
