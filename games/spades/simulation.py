"""A plausible hand of Spades, made up: most people take about what they bid."""

from random import Random

from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.simulation import bids_and_tricks, happens, weighted_choice
from games.spades.facts import Facts

# How many tricks more than bid somebody takes, and how often.
OVER = {-1: 2, 0: 5, 1: 3, 2: 1}
NIL_SHARE = 0.5


def simulate(rng: Random, state: MatchState) -> Facts:
    facts: Facts = bids_and_tricks(rng, state)
    return replace(facts, bids=tuple(_bid(rng, tricks, state.deal.cards[0]) for tricks in facts.tricks or ()))


def _bid(rng: Random, tricks: int, cards: int) -> int:
    """Return the bid that may have come before so many tricks; hands without one were often meant as nil."""
    if not tricks and happens(rng, NIL_SHARE):
        return 0
    return min(max(tricks - weighted_choice(rng, OVER), 1), cards)
