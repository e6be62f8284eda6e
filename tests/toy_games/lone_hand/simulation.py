"""A plausible round of Lone Hand, made up."""

from random import Random

from games.core.definition import MatchState
from games.core.simulation import happens
from games.lone_hand.facts import Facts
from games.lone_hand.referee import SUITS


def simulate(luck: Random, state: MatchState) -> Facts:
    return Facts(luck.randrange(state.players), luck.choice(SUITS), happens(luck, 0.6))
