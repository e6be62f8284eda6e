"""The questions of a hand of Big Little: a tap for each bid, a tap for each player's tricks."""

from __future__ import annotations

from collections.abc import Sequence

from games.big_little.facts import no_such_trump
from games.big_little.referee import lead
from games.core import bids_and_tricks, keypad


class RoundForm(bids_and_tricks.BidForm):
    def ask(self) -> None:
        super().ask()
        left = self.state.deal.left
        suits = [key for key in keypad.suits() if not no_such_trump(key.value, left)]
        self.ask_trump(suits, none=not no_such_trump(None, left))

    def leader(self, bids: Sequence[int]) -> int:
        return lead([*bids], self.state.deal.dealer)
