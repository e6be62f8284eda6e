"""The form of a hand of Big Little: bids and tricks."""

from games.core.bids_and_tricks import BidForm as RoundForm

__all__ = ["RoundForm"]
