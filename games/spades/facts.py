"""The facts of a hand of Spades: bids, tricks, blind nils and a renege."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.core import bids_and_tricks
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, TricksTaken
from games.core.schema import Count, not_found_error

NIL, BLIND_NIL = "nil", "blind-nil"
MAX_PLAYERS = 6
# The number of pairs, by players; with any other number everybody plays alone.
PAIRS = {4: 2, 6: 3}


class Facts(bids_and_tricks.BidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bid of 0 is nil. `blind`: the seats that bid blind nil. `reneged`: the side that reneged."""

    blind: tuple[Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)], ...] = ()
    reneged: Count | UnsetType = UNSET

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        return "spades are always trump: leave the trump out"

    def check(self, state: MatchState) -> None:
        super().check(state)
        for seat in self.blind:
            if seat >= state.players or self.bids[seat] or self.blind.count(seat) > 1:
                raise Impossible("blind nil is a bid of nil, named once for each player who made it", "blind")
        if self.reneged is not UNSET and self.reneged >= len(state.teams):
            raise Impossible(f"who reneged: {not_found_error('side', state.side_names)}", "reneged")

    def kind(self, seat: int) -> str:
        """Return the kind of nil that a player bid; "" for a number of tricks."""
        return "" if self.bids[seat] else BLIND_NIL if seat in self.blind else NIL

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [self._note(seats) for seats in state.teams]

    def _note(self, seats: Sequence[int]) -> str:
        bids = "+".join("blind" if seat in self.blind else str(self.bids[seat] or NIL) for seat in seats)
        if len(self.bids) == MAX_PLAYERS and all(self.bids[seat] for seat in seats):
            bids = str(sum(self.bids[seat] for seat in seats))  # three columns are narrow
        return f"{bids}/{sum(self.tricks[seat] for seat in seats) if self.tricks else '–'}"

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        for seat, bid in enumerate(self.bids):
            seats = state.teams[state.side_of(seat)] if bid else [seat]
            yield BidMade(seat, bid or None, self.kind(seat), self._is_made(seats))

    def _is_made(self, seats: Sequence[int]) -> bool | None:
        if self.tricks is UNSET:
            return None
        bid, took = sum(self.bids[seat] for seat in seats), sum(self.tricks[seat] for seat in seats)
        return took >= bid if bid else not took

    def tricks_taken(self) -> Iterator[TricksTaken]:
        tricks = self.tricks or ()
        sides = PAIRS.get(len(tricks), len(tricks))
        for side in range(sides):
            yield TricksTaken(side, sum(tricks[side::sides]))
