"""What the bid of a hand stands to win or lose, while the hand is still played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.core.scorecard import Stake
from games.core.text import signed
from games.ten_point_pitch.bidding import contract_after
from games.ten_point_pitch.scoring import ALL_POINTS, GAME_DECIDED, Hand, outcome

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.ten_point_pitch.facts import Facts


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Show what the bidding side wins or loses, near where that takes it home; and what the others need to set it."""
    bidder, bid = contract_after(state, facts)
    moon = state.rules.moon if facts.moon else "off"
    hands = [Hand(bidder % 2, bid, took, ALL_POINTS - took, 0, moon) for took in range(ALL_POINTS + 1)]
    made, most, missed = (_worth(hands[took], state) for took in (bid, ALL_POINTS, bid - 1))
    home = facts.moon or state.totals[bidder % 2] + bid >= state.rules.target
    yield Stake(bidder % 2, f"{made}{'' if made == most else ' or more'} / {missed}", near=home)
    needed = min(hand.theirs for hand in hands if not hand.made)
    yield Stake(1 - bidder % 2, "1 point sets the bid" if needed == 1 else f"{needed} points set the bid")


def _worth(hand: Hand, state: MatchState) -> str:
    """Say what a hand is worth to the bidding side: points, or the game."""
    if (hand.moon, hand.made) in GAME_DECIDED:
        return "the game" if hand.made else "the game lost"
    return signed(sum(line.points for line in outcome(hand, state) if line.side == hand.side))
