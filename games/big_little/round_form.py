"""The questions of a hand of Big Little: a tap for each bid, a tap for each player's tricks."""

from games.core.bids_and_tricks import BidForm as RoundForm

__all__ = ["RoundForm"]
