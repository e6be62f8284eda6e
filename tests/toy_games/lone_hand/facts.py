"""The facts of one round of Lone Hand: who played alone against the others, and whether it was made."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, UnsetType

from games.core import facts
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import ImpossibleRound
from games.core.facts import BidMade
from games.core.seats import SeatNumber

Suit = Literal["sun", "moon", "star"]


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat that played alone, the suit it called, and whether it made its hand; missing while it is played."""

    soloist: SeatNumber
    suit: Suit
    made: bool | UnsetType = UNSET

    @property
    def is_complete(self) -> bool:
        return self.made is not UNSET

    def check(self, state: MatchState) -> None:
        if not 0 <= self.soloist < state.players:
            raise ImpossibleRound(f"seat {self.soloist} played, but {state.players} sit at the table", "soloist")

    def heading(self, deal: Deal, state: MatchState) -> str:
        return self.suit

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        yield BidMade(self.soloist, kind=self.suit, made=self.made if self.is_complete else None)
