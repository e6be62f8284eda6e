"""Tools for made-up rounds. Each player has a temper, derived from the name."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET

from games.core.bids_and_tricks import dealers_barred_bid
from games.core.cards import SUITS
from games.core.definition import MatchState

T = TypeVar("T")


class Temper(NamedTuple):
    """`bold`: from −1 for low bids to 1 for high bids. `skill`: from 0 to 1."""

    bold: float
    skill: float


def temper(name: str) -> Temper:
    bold, skill, *_ = sha256(name.encode()).digest()
    return Temper(bold / 127.5 - 1, skill / 255)


def strengths(rng: Random, state: MatchState) -> list[float]:
    return [rng.gammavariate(3, 1) * (0.7 + 0.6 * temper(name).skill) for name in state.names]


def happens(rng: Random, share: float) -> bool:
    return rng.random() < share


def weighted_choice(rng: Random, weights: Mapping[T, float]) -> T:
    return rng.choices([*weights], [*weights.values()])[0]


# --- Games in which each player bids a number of tricks.


def bids_and_tricks(rng: Random, state: MatchState) -> Any:
    """Return made-up facts of a game whose facts are BidFacts."""
    cards, strong = state.deal.cards[0], strengths(rng, state)
    bids = []
    for strength, name in zip(strong, state.names, strict=True):
        expected = cards * strength / sum(strong)
        hoped = expected + temper(name).bold * 0.9 * sqrt(expected) + rng.gauss(0, 0.35)
        bids.append(max(0, min(cards, round(hoped))))
    bid = bids[state.deal.dealer]
    if dealers_barred_bid(sum(bids) - bid, state) == bid:
        bids[state.deal.dealer] += 1 if bid == 0 or (bid < cards and happens(rng, 0.5)) else -1
    tricks = _tricks_taken(rng, bids, strong, state)
    return state.game.facts(bids=tuple(bids), tricks=tuple(tricks), trump=_trump(rng, state))  # type: ignore[call-arg]


def _tricks_taken(rng: Random, bids: Sequence[int], strong: Sequence[float], state: MatchState) -> list[int]:
    seats = range(state.players)
    ducks = [0.75 - 0.5 * temper(name).skill for name in state.names]
    taken = [0] * state.players
    for _ in range(state.deal.cards[0]):
        wanting = [strong[seat] * (1.5 if taken[seat] < bids[seat] else ducks[seat]) for seat in seats]
        taken[rng.choices(seats, wanting)[0]] += 1
    return taken


def _trump(rng: Random, state: MatchState) -> Any:
    why_not = state.game.facts.no_such_trump  # type: ignore[attr-defined]
    if not why_not(next(iter(SUITS)), state):
        return rng.choice([*SUITS])
    return UNSET if why_not(None, state) else None
