"""How people play, for made-up rounds: everybody has a temper, the same in every game and in every match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import NamedTuple, TypeVar

from games.core.definition import MatchState

T = TypeVar("T")


class Temper(NamedTuple):
    """`bold`: from −1, who bids less than the cards are worth, to 1, who bids more. `skill`: from 0 to 1."""

    bold: float
    skill: float


@lru_cache(maxsize=1000)
def temper(name: str) -> Temper:
    bold, skill, *_ = sha256(name.encode()).digest()
    return Temper(bold / 127.5 - 1, skill / 255)


def strengths(rng: Random, state: MatchState) -> list[float]:
    return [rng.gammavariate(3, 1) * (0.7 + 0.6 * temper(name).skill) for name in state.names]


def happens(rng: Random, share: float) -> bool:
    return rng.random() < share


def weighted_choice(rng: Random, weights: Mapping[T, float]) -> T:
    return rng.choices([*weights], [*weights.values()])[0]
