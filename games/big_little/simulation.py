"""A plausible hand of Big Little, made up."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from random import Random

from games.big_little.facts import JOKER_COUNT, Facts
from games.big_little.referee import DECK
from games.core.cards import SUITS
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.simulation import happens, strengths, temper


def simulate(rng: Random, state: MatchState) -> Facts:
    cards, strong = state.deal.cards[0], strengths(rng, state)
    worth = [cards * mine / sum(strong) for mine in strong]
    bids = [_bid(rng, fair, name, cards) for fair, name in zip(worth, state.names, strict=True)]
    if state.rules.hook and sum(bids) == cards:
        bids[state.deal.dealer] += _step_off_the_hook(rng, bids[state.deal.dealer], cards)
    tricks = _tricks_taken(rng, bids, strong, state)
    return Facts(tuple(bids), tuple(tricks), _trump(rng, state.deal))  # type: ignore[arg-type]


def _bid(rng: Random, fair: float, name: str, cards: int) -> int:
    hoped = fair + temper(name).bold * 0.9 * sqrt(fair) + rng.gauss(0, 0.35)
    return max(0, min(cards, round(hoped)))


def _step_off_the_hook(rng: Random, bid: int, cards: int) -> int:
    return 1 if bid == 0 or (bid < cards and happens(rng, 0.5)) else -1


def _tricks_taken(rng: Random, bids: Sequence[int], strong: Sequence[float], state: MatchState) -> list[int]:
    seats = range(state.players)
    ducks = [0.75 - 0.5 * temper(name).skill for name in state.names]
    taken = [0] * state.players
    for _ in range(state.deal.cards[0]):
        wanting = [strong[seat] * (1.5 if taken[seat] < bids[seat] else ducks[seat]) for seat in seats]
        taken[rng.choices(seats, wanting)[0]] += 1
    return taken


def _trump(rng: Random, deal: Deal) -> str | None:
    # None where there is no card to turn up, or just the two jokers are left.
    all_jokers = deal.left == 0 or (deal.left == JOKER_COUNT and happens(rng, 1 / comb(len(DECK), JOKER_COUNT)))
    return None if all_jokers else rng.choice([*SUITS])
