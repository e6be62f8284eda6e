"""Made-up hands of Hearts."""

from random import Random

from msgspec import structs

from games.core.definition import MatchState
from games.core.simulation import happens, temper
from games.hearts.facts import ALL_HEARTS, HEART_KEYS, QUEEN, Facts, cards_that_count

# Share of hands in which somebody shoots the moon.
MOON_SHARE = 0.04
# Share of players without a card that counts who took no trick at all.
NO_TRICKS_SHARE = 0.5


def simulate(rng: Random, state: MatchState) -> Facts:
    """Weak players and those with high cards take more hearts; sometimes one player takes all."""
    seats = range(state.players)
    dangers = [rng.gammavariate(2, 1) * (1.4 - 0.8 * temper(name).skill) for name in state.names]
    rules, queen = state.rules, rng.choices(seats, dangers)[0]
    is_moon = happens(rng, MOON_SHARE)
    takers = [queen] * ALL_HEARTS if is_moon else rng.choices(seats, dangers, k=ALL_HEARTS)
    cards = {name: rng.choice(seats) for name in cards_that_count(rules)} | ({QUEEN: queen} if rules.queen else {})
    facts = structs.replace(Facts(hearts=tuple(map(takers.count, seats))), **cards)
    if rules.heart_values == "face":
        ranks = rng.sample([key.value for key in HEART_KEYS], ALL_HEARTS)
        taken = [" ".join(rank for rank, taker in zip(ranks, takers, strict=True) if taker == seat) for seat in seats]
        facts = structs.replace(facts, heart_cards=tuple(taken))
    if rules.no_tricks and facts.shooter(rules) is None and facts.took_nothing:
        without = tuple(seat for seat in facts.took_nothing if happens(rng, NO_TRICKS_SHARE))
        facts = structs.replace(facts, no_tricks=without)
    moon_off = rules.moon == "choice" and facts.shooter(rules) is not None and happens(rng, 0.2)
    return structs.replace(facts, moon_off=moon_off)
