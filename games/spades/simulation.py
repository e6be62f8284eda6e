"""Made-up hands of Spades."""

from random import Random

from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.simulation import bids_and_tricks, happens, weighted_choice
from games.spades.facts import Facts

# Weights of tricks taken above the bid.
OVER = {-1: 2, 0: 5, 1: 3, 2: 1}
NIL_SHARE = 0.5


def simulate(rng: Random, state: MatchState) -> Facts:
    facts: Facts = bids_and_tricks(rng, state)
    bids = [_bid(rng, tricks, state.deal.cards[0]) for tricks in facts.tricks or ()]
    for seats in state.teams if state.rules.minimum else ():
        if len(seats) > 1:
            bids[seats[0]] += max(state.rules.minimum - sum(bids[seat] for seat in seats), 0)
    return replace(facts, bids=tuple(bids))


def _bid(rng: Random, tricks: int, cards: int) -> int:
    """Return a bid that fits the tricks taken; without tricks it is often nil."""
    if not tricks and happens(rng, NIL_SHARE):
        return 0
    return min(max(tricks - weighted_choice(rng, OVER), 1), cards)
