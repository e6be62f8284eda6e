"""A plausible hand of Oh Hell, made up."""

from __future__ import annotations

from random import Random

from msgspec import UNSET

from games.core import bids_and_tricks
from games.core.cards import SUITS
from games.core.definition import MatchState
from games.core.simulation import happens, weighted_choice
from games.oh_hell.facts import Facts, turns_up


def simulate(rng: Random, state: MatchState) -> Facts:
    bids, tricks = bids_and_tricks.simulate(rng, state)
    trump = UNSET if not turns_up(state.rules) else rng.choice([*SUITS]) if state.deal.left else None
    facts = Facts(bids, tricks, trump)  # type: ignore[arg-type]
    if state.rules.scoring != "skull-king" or not happens(rng, 0.3):
        return facts
    bonus = tuple(weighted_choice(rng, {0: 6, 10: 1, 20: 1, 30: 2, 40: 1}) if took else 0 for took in tricks)
    return Facts(bids, tricks, trump, bonus)  # type: ignore[arg-type]
