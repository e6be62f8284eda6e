"""A plausible round of Good Little Tricks, made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.good_little_tricks.record import Record, Suits
from games.plausible import happens, temper

if TYPE_CHECKING:
    from random import Random

    from games.so_far import SoFar

SWEEPS = 0.02
"""In such a share of the rounds somebody sets out to collect everything, and does."""


def plausible(luck: Random, so_far: SoFar) -> Record:
    """Let suits go rather to whoever plays worse and had the high cards; now and then all to one."""
    seats, deck = range(so_far.players), so_far.rules.deck
    if happens(luck, SWEEPS):
        return Record(Suits(**dict.fromkeys(deck, luck.choice(seats))))
    winning = [luck.gammavariate(4, 1) * (1.4 - 0.8 * temper(name).skill) for name in so_far.names]
    return Record(Suits(**dict(zip(deck, luck.choices(seats, winning, k=len(deck)), strict=True))))
