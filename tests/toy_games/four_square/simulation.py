"""A plausible round of Four Square, made up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.four_square.facts import MOST, Facts

if TYPE_CHECKING:
    from games.core.definition import MatchState


def simulate(luck: Random, state: MatchState) -> Facts:
    return Facts(tuple(luck.randint(0, MOST) for _ in state.totals))
