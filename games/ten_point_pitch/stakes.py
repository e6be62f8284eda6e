"""What the bid of a hand stands to win or lose, while the hand is still played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.scorecard import Stake, signed
from games.ten_point_pitch.bidding import contract_after
from games.ten_point_pitch.scoring import ALL_POINTS, GAME_DECIDED, Hand, outcome

if TYPE_CHECKING:
    from games.so_far import SoFar
    from games.ten_point_pitch.record import Record


def stakes(record: Record, so_far: SoFar) -> Iterator[Stake]:
    """Show what the bidding side wins or loses, near where that takes it home; and what the others need to set it."""
    bidder, bid = contract_after(so_far, record)
    moon = so_far.rules.moon if record.moon else "off"
    hands = [Hand(bidder % 2, bid, took, ALL_POINTS - took, 0, moon) for took in range(ALL_POINTS + 1)]
    made, most, missed = (_worth(hands[took], so_far) for took in (bid, ALL_POINTS, bid - 1))
    home = record.moon or so_far.totals[bidder % 2] + bid >= so_far.rules.target
    yield Stake(bidder % 2, f"{made}{'' if made == most else ' or more'} / {missed}", near=home)
    needed = min(hand.theirs for hand in hands if not hand.made)
    yield Stake(1 - bidder % 2, "1 point sets the bid" if needed == 1 else f"{needed} points set the bid")


def _worth(hand: Hand, so_far: SoFar) -> str:
    """Say what a hand is worth to the bidding side: points, or the game."""
    if (hand.moon, hand.made) in GAME_DECIDED:
        return "the game" if hand.made else "the game lost"
    return signed(sum(line.points for line in outcome(hand, so_far) if line.side == hand.side))
