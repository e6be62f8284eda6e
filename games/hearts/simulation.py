"""Made-up hands of Hearts."""

from random import Random

from msgspec import UNSET

from games.core.definition import MatchState
from games.core.simulation import happens, temper
from games.hearts.facts import ALL_HEARTS, Facts

# Share of hands in which somebody shoots the moon.
MOON_SHARE = 0.04


def simulate(rng: Random, state: MatchState) -> Facts:
    """Weak players and those with high cards take more hearts; sometimes one player takes all."""
    seats = range(state.players)
    dangers = [rng.gammavariate(2, 1) * (1.4 - 0.8 * temper(name).skill) for name in state.names]
    queen = rng.choices(seats, dangers)[0]
    jack = rng.choice(seats) if state.rules.jack else UNSET
    is_moon = happens(rng, MOON_SHARE)
    takers = [queen] * ALL_HEARTS if is_moon else rng.choices(seats, dangers, k=ALL_HEARTS)
    moon_off = state.rules.moon == "choice" and is_moon and happens(rng, 0.2)
    return Facts(hearts=tuple(map(takers.count, seats)), queen=queen, jack=jack, moon_off=moon_off)
