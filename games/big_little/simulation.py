"""A plausible hand of Big Little, made up."""

from __future__ import annotations

from math import comb
from random import Random

from games.big_little.facts import JOKER_COUNT, Facts
from games.big_little.referee import DECK
from games.core import bids_and_tricks
from games.core.cards import SUITS
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.simulation import happens


def simulate(rng: Random, state: MatchState) -> Facts:
    bids, tricks = bids_and_tricks.simulate(rng, state)
    return Facts(bids, tricks, _trump(rng, state.deal))  # type: ignore[arg-type]


def _trump(rng: Random, deal: Deal) -> str | None:
    # None where there is no card to turn up, or just the two jokers are left.
    all_jokers = deal.left == 0 or (deal.left == JOKER_COUNT and happens(rng, 1 / comb(len(DECK), JOKER_COUNT)))
    return None if all_jokers else rng.choice([*SUITS])
