"""A plausible hand of Big Little, made up."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from games.big_little.record import Record
from games.big_little.referee import DECK
from games.cards import SUITS
from games.plausible import happens, strengths, temper

if TYPE_CHECKING:
    from random import Random

    from games.scorecard import Deal
    from games.so_far import SoFar

JOKERS = 2


def plausible(luck: Random, so_far: SoFar) -> Record:
    """Bid about what the cards are worth, then take tricks: rather those one has bid."""
    cards, strong = so_far.deal.cards[0], strengths(luck, so_far)
    worth = [cards * mine / sum(strong) for mine in strong]
    bids = [_bid(luck, fair, name, cards) for fair, name in zip(worth, so_far.names, strict=True)]
    if so_far.rules.hook and sum(bids) == cards:
        bids[so_far.deal.dealer] += _hooked(luck, bids[so_far.deal.dealer], cards)
    tricks = _taken(luck, bids, strong, so_far)
    return Record(tuple(bids), tuple(tricks), _trump(luck, so_far.deal))  # type: ignore[arg-type]


def _bid(luck: Random, fair: float, name: str, cards: int) -> int:
    hoped = fair + temper(name).bold * 0.9 * sqrt(fair) + luck.gauss(0, 0.35)
    return max(0, min(cards, round(hoped)))


def _hooked(luck: Random, bid: int, cards: int) -> int:
    """What the dealer, who may not bid this, bids more or less."""
    return 1 if bid == 0 or (bid < cards and happens(luck, 0.5)) else -1


def _taken(luck: Random, bids: Sequence[int], strong: Sequence[float], so_far: SoFar) -> list[int]:
    seats = range(so_far.players)
    ducks = [0.75 - 0.5 * temper(name).skill for name in so_far.names]
    taken = [0] * so_far.players
    for _ in range(so_far.deal.cards[0]):
        wanting = [strong[seat] * (1.5 if taken[seat] < bids[seat] else ducks[seat]) for seat in seats]
        taken[luck.choices(seats, wanting)[0]] += 1
    return taken


def _trump(luck: Random, deal: Deal) -> str | None:
    """The suit turned up; none where there is no card to turn up, or the only one is a joker."""
    all_jokers = deal.left == 0 or (deal.left == 1 and happens(luck, JOKERS / len(DECK)))
    return None if all_jokers else luck.choice([*SUITS])
