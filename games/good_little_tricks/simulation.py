"""Made-up rounds of Good Little Tricks."""

from random import Random

from games.core.definition import MatchState
from games.core.simulation import happens, temper
from games.good_little_tricks.facts import Facts, Suits

# Share of rounds with a sweep.
SWEEP_SHARE = 0.02


def simulate(rng: Random, state: MatchState) -> Facts:
    """Weak players and those with high cards collect more suits; sometimes one player collects all."""
    seats, deck = range(state.players), state.rules.deck
    if happens(rng, SWEEP_SHARE):
        return Facts(Suits(**dict.fromkeys(deck, rng.choice(seats))))
    winning = [rng.gammavariate(4, 1) * (1.4 - 0.8 * temper(name).skill) for name in state.names]
    owners = rng.choices(seats, winning, k=len(deck))
    while len(set(owners)) > state.deal.cards[0]:  # a trick has one winner
        owners = rng.choices(seats, winning, k=len(deck))
    return Facts(Suits(**dict(zip(deck, owners, strict=True))))
