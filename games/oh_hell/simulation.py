"""Made-up hands of Oh Hell."""

from random import Random

from msgspec import structs

from games.core.definition import MatchState
from games.core.simulation import bids_and_tricks, happens, weighted_choice
from games.oh_hell.facts import Facts


def simulate(rng: Random, state: MatchState) -> Facts:
    facts: Facts = bids_and_tricks(rng, state)
    if state.rules.scoring != "skull-king" or not happens(rng, 0.3):
        return facts
    bonus = [weighted_choice(rng, {0: 6, 10: 1, 20: 1, 30: 2, 40: 1}) if took else 0 for took in facts.tricks or ()]
    return structs.replace(facts, bonus=tuple(bonus))
