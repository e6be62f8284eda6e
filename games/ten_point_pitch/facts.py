"""The facts of one hand of Ten-point Pitch: who bid what, and where the ten points went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.core import facts
from games.core.cards import SYMBOLS, FrenchSuit
from games.core.errors import Impossible, ImpossibleRound
from games.core.facts import BidMade, TricksTaken
from games.core.schema import NO_SEAT, plain
from games.ten_point_pitch.bidding import PLAYERS, check_moon, contract, contract_after
from games.ten_point_pitch.scoring import ALL_POINTS, LOST, MOON, POINTS, Place, counted

if TYPE_CHECKING:
    from games.core.deal import Deal
    from games.core.definition import MatchState

Seat = Annotated[int, Meta(ge=0, lt=PLAYERS, extra=NO_SEAT)]
Said = Annotated[int, Meta(ge=-99, le=99)]
Bids = tuple[Said | None, Said | None, Said | None, Said | None]
Points = Annotated[int, Meta(ge=0, le=ALL_POINTS)]

NAMES = ("ace", "jack", "off_jack", "high_joker", "low_joker", "ten", "three", "two")


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=dict(zip(NAMES, POINTS, strict=True))):
    """The side each point card counts for, or “lost” where it stayed in the discards."""

    ace: Place
    jack: Place
    off_jack: Place
    high_joker: Place
    low_joker: Place
    ten: Place
    three: Place
    two: Place


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bidder and bid, or all `bids` by seat; then the point cards `taken`, or the `points` by side and those `lost`."""

    seat_facts: ClassVar[frozenset[str]] = frozenset({"bidder"})
    bidder: Seat | UnsetType = UNSET
    bid: Said | UnsetType = UNSET
    bids: Bids | UnsetType = UNSET
    trump: FrenchSuit | UnsetType = UNSET
    moon: bool = False
    taken: Taken | UnsetType = UNSET
    points: tuple[Points, Points] | UnsetType = UNSET
    lost: Points = 0

    @property
    def is_complete(self) -> bool:
        return self.taken is not UNSET or self.points is not UNSET

    @property
    def places(self) -> dict[str, Any]:
        """Side 0, side 1 or “lost” by point card; empty where only the points were counted."""
        return {} if self.taken is UNSET else plain(self.taken)

    @property
    def counted(self) -> dict[Any, int]:
        """The points of side 0, of side 1, and those lost."""
        if self.points is not UNSET:
            return {0: self.points[0], 1: self.points[1], LOST: self.lost}
        return counted(self.places)

    def check(self, state: MatchState) -> None:
        try:
            played = contract_after(state, self)
            if self.moon:
                check_moon(played.bid, state.rules)
            _check_points(self, state.side_names)
        except Impossible as error:
            raise ImpossibleRound(error.message, error.field) from None

    def heading(self, deal: Deal, state: MatchState) -> str:
        bidder, bid = contract(self, deal.dealer, state.rules)
        return f"{state.names[bidder]} {bid} {SYMBOLS.get(str(self.trump), '')}".strip()

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        if not self.is_complete:
            return ("", "")
        bidder, bid = contract(self, deal.dealer, state.rules)
        return [f"{self.counted[side]}/{bid}" if side == bidder % 2 else f"{self.counted[side]}" for side in (0, 1)]

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        bidder, highest = contract(self, deal.dealer, state.rules)
        said = dict(enumerate(self.bids or ())) | {bidder: highest}
        for seat, bid in sorted(said.items()):
            made = self.counted[seat % 2] >= highest if seat == bidder and self.is_complete else None
            yield BidMade(seat, bid, "pass" if bid is None else MOON if seat == bidder and self.moon else "", made)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        cards = [(place, POINTS[card], card) for card, place in self.places.items()]
        counted = [(place, points, "points") for place, points in self.counted.items() if points]
        for place, count, kind in cards or counted:
            yield TricksTaken(None if place == LOST else place, count, kind)


def _check_points(facts: Facts, sides: Sequence[str]) -> None:
    if facts.points is UNSET:
        if facts.lost:
            raise Impossible("points lost are counted beside the points of both sides, not alone", "lost")
        return
    if facts.taken is not UNSET:
        raise Impossible("the hand is told card by card and counted as well: one of the two is enough", "points")
    total = sum(facts.counted.values())
    if total != ALL_POINTS:
        over = f"{total - ALL_POINTS} too many, count the piles again"
        under = f"{ALL_POINTS - total} missing, look in the discards or mark it lost"
        told = f"{sides[0]} {facts.points[0]}, {sides[1]} {facts.points[1]}, lost {facts.lost}"
        wrong = over if total > ALL_POINTS else under
        raise Impossible(f"{told}: {total} points, but a hand has {ALL_POINTS}: {wrong}", "points")
