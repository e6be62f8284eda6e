"""A plausible round of Lone Hand, made up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.core.simulation import happens
from games.lone_hand.facts import Facts
from games.lone_hand.referee import SUITS

if TYPE_CHECKING:
    from games.core.definition import MatchState


def simulate(luck: Random, state: MatchState) -> Facts:
    return Facts(luck.randrange(state.players), luck.choice(SUITS), happens(luck, 0.6))  # type: ignore[arg-type]
