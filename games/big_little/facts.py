"""The facts of one hand of Big Little: what everybody bid, and how many tricks everybody took."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.core import bids_and_tricks
from games.core.cards import FrenchSuit
from games.core.definition import MatchState
from games.core.errors import Impossible

JOKER_COUNT = 2


class Facts(bids_and_tricks.BidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bids and tricks by seat; `tricks` are missing while the hand is played; `trump` null for no trumps."""

    trump: FrenchSuit | UnsetType | None = UNSET

    def check(self, state: MatchState) -> None:
        if self.trump is not UNSET and (why_not := no_such_trump(self.trump, state.deal.left)):
            raise Impossible(why_not, "trump")
        super().check(state)


def no_such_trump(trump: str | None, left: int) -> str:
    """Say why the cards left over cannot bring this trump, or no trumps; "" where they can."""
    if trump is None and left > JOKER_COUNT:
        return f"there is always a trump here: {left} cards are left over, and only {JOKER_COUNT} of them can be jokers"
    if trump and not left:
        return "all cards are dealt, so none is left to turn up: this hand is played without trumps"
    return ""
