"""The facts of a hand of Big Little: bids and tricks."""

from collections.abc import Sequence

from games.core import bids_and_tricks
from games.core.deal import around, left_of
from games.core.definition import MatchState
from games.core.text import plural

JOKER_COUNT = 2


class Facts(bids_and_tricks.BidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        left = state.deal.left
        if trump is None and left > JOKER_COUNT:
            most = f"only {JOKER_COUNT} of them can be jokers"
            return f"there is always a trump here: {plural(left, 'card is', 'cards are')} left over, and {most}"
        return super().no_such_trump(trump, state)

    @classmethod
    def leader(cls, bids: Sequence[int], dealer: int) -> int:
        """Return the seat of the highest bid, of equal bids the first."""
        order = around(left_of(dealer, len(bids)), len(bids))
        return max(order, key=lambda seat: bids[seat])
