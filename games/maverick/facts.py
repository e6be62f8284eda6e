"""The facts of one hand of Maverick: the cards turned up, bids, tricks (or points counted) and reneges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.core import facts
from games.core.cards import SYMBOLS
from games.core.errors import Impossible, ImpossibleRound
from games.core.schema import NO_SEAT
from games.maverick import bidding, counting, scoring
from games.maverick.cards import A_BOOK, ADDERS_IN_PLAY, turn_up

if TYPE_CHECKING:
    from games.core.deal import Deal
    from games.core.definition import MatchState

Seat = Annotated[int, Meta(ge=0, le=3, extra=NO_SEAT)]
Side = Annotated[int, Meta(ge=0, le=1)]
Adders = Annotated[int, Meta(ge=1, le=A_BOOK)]
Points = Annotated[int, Meta(ge=-99, le=99)]
Books = Annotated[int, Meta(ge=0, le=3)]


class Bid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bid of one seat; `took_trick` belongs to a null: whether that player took a trick after all."""

    seat: Seat
    bid: Literal["null", "blind", "bling"]
    took_trick: bool | UnsetType = UNSET

    @property
    def side(self) -> int:
        """The partnership of the seat."""
        return self.seat % 2


class Trick(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A trick of one side; the number of `adders` stands with the kind of that name, and with no other."""

    side: Side
    kind: Literal["all-trump", "trump", "plain", "adders"]
    adders: Adders | UnsetType = UNSET


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """13 tricks, or the points by side as the table counted them (with the books, for a bling); or neither yet."""

    seat_facts: ClassVar[frozenset[str]] = frozenset({"seat"})
    turned: tuple[str, str] | UnsetType = UNSET
    bids: tuple[Bid, ...] = ()
    tricks: tuple[Trick, ...] | UnsetType = UNSET
    points: tuple[Points, Points] | UnsetType = UNSET
    books: tuple[Books, Books] | UnsetType = UNSET
    reneges: tuple[Side, ...] = ()

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET or self.points is not UNSET

    def tricks_of(self, side: int) -> list[Trick]:
        """Return the tricks a side took, where they are known one by one."""
        return [trick for trick in self.tricks or () if trick.side == side]

    def books_of(self, side: int) -> int:
        """Count the books a side took: tricks of four adders."""
        return self.books[side] if self.books else sum(trick.adders == A_BOOK for trick in self.tricks_of(side))

    def check(self, state: MatchState) -> None:
        adders = self._adders_in_play(state)
        for message, field in chain(bidding.wrong(self, state), counting.wrong(self, adders, state)):
            raise ImpossibleRound(message, field)

    def heading(self, deal: Deal, state: MatchState) -> str:
        found = turn_up(self.turned, state.rules) if self.turned else None
        return f"{SYMBOLS[found.trump]} +{SYMBOLS[found.adder]}" if found else ""

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        made = {True: " ✓", False: " ✗", None: ""}
        notes = [[str(len(self.tricks_of(side)))] if self.tricks else [] for side in scoring.SIDES]
        for bid in self.bids_made(deal, state):
            notes[state.side_of(bid.seat)].append(f"{bid.kind}{made[bid.made]}")
        return [" · ".join(note) for note in notes]

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[facts.BidMade]:
        for bid in self.bids:
            made = scoring.is_made(bid, self) if self.is_complete else None
            yield facts.BidMade(bid.seat, kind=bid.bid, made=made)

    def tricks_taken(self) -> Iterator[facts.TricksTaken]:
        for side in scoring.SIDES:
            kinds = ["book" if trick.adders == A_BOOK else trick.kind for trick in self.tricks_of(side)]
            for kind in dict.fromkeys(kinds):
                yield facts.TricksTaken(side, kinds.count(kind), kind)

    def _adders_in_play(self, state: MatchState) -> Sequence[int]:
        try:
            return [turn_up(self.turned, state.rules).adders] if self.turned else ADDERS_IN_PLAY
        except Impossible as error:
            raise ImpossibleRound(error.message, "turned") from None
