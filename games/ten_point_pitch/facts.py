"""The facts of a hand of Ten-point Pitch: the bids, and where the ten points went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.core import facts
from games.core.cards import SYMBOLS, FrenchSuit
from games.core.deal import Deal, around, left_of
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, TricksTaken, UnknownFact
from games.core.house_rules import HouseRules
from games.core.schema import plain
from games.core.seats import Names, SeatNumber
from games.core.text import minus, plural

MOON = "moon"
# The owner of a card's point: a side, or lost with a card in the discards.
Place = Annotated[Literal[0, 1, "lost"], Names.SIDE]

LOST: Literal["lost"] = "lost"
PLACES: tuple[Place, ...] = (0, 1, LOST)
POINTS = {"A": 1, "J": 1, "off-J": 1, "HJ": 1, "LJ": 1, "10": 1, "3": 3, "2": 1}
ALL_POINTS = sum(POINTS.values())
MOON_POINTS = 20
# Two full hands hold twelve of sixteen trumps. The four left are at most the three and three cards of 1 point.
MAX_LOST_CARDS, MAX_LOST_POINTS = 4, 6


def points_by_place(places: Mapping[str, Place]) -> dict[Place, int]:
    """Return the points of side 0, of side 1, and those lost. `places`: of each point card."""
    return {place: sum(POINTS[card] for card, at in places.items() if at == place) for place in PLACES}


# --- The auction: everybody bids once, the dealer last. The highest bidder plays the hand.

PLAYERS, MAX_BID = 4, 10
NAMELESS_SEATS = tuple(f"seat {seat}" for seat in range(PLAYERS))


class Contract(NamedTuple):
    """The seat that plays the hand, and its bid."""

    bidder: int
    bid: int


def contract(facts: Facts, dealer: int, rules: HouseRules, names: Sequence[str] = NAMELESS_SEATS) -> Contract:
    """Return the contract of a hand; Impossible if it is missing, or contradicts the bids."""
    if facts.bids is UNSET:
        return _named_contract(facts)
    played = auction(facts.bids, dealer, rules)
    if played is None:
        raise Impossible("everybody passed: the same dealer deals again, and nothing is scored", "bids")
    _check_agrees(facts, played, names)
    return played


def contract_after(state: MatchState, facts: Facts) -> Contract:
    return contract(facts, state.deal.dealer, state.rules, state.names)


def auction(bids: Sequence[int | None], dealer: int, rules: HouseRules) -> Contract | None:
    """Return the contract after these bids by seat (None: a pass); None if the hand is dealt again."""
    highest = None
    for bid, lowest_possible in _in_turn(bids, dealer, rules):
        if highest is None or bid.bid >= lowest_possible or bid.bid > highest.bid:
            highest = bid
    everybody_passed = {"dealer": Contract(dealer, rules.minimum_bid), "redeal": None}
    return highest or everybody_passed[rules.all_pass]


def _in_turn(bids: Sequence[int | None], dealer: int, rules: HouseRules) -> Iterator[tuple[Contract, int]]:
    """Yield the bids in turn, each with the lowest possible bid."""
    enough = rules.minimum_bid
    for seat in around(left_of(dealer, PLAYERS), PLAYERS):
        bid = bids[seat]
        if bid is not None:
            may_match = seat == dealer and rules.dealer_may_match and enough > rules.minimum_bid
            yield Contract(seat, bid), enough - may_match
            enough = max(enough, bid + 1)


def low_bids(
    bids: Sequence[int | None], dealer: int, rules: HouseRules, names: Sequence[str] = NAMELESS_SEATS
) -> Iterator[tuple[str, str]]:
    """Yield an error for each bid that is too low, with the path of the fact."""
    for (seat, bid), enough in _in_turn(bids, dealer, rules):
        if bid < enough:
            yield _too_low(bid, enough, names[seat]), f"bids[{seat}]"


def check_moon(bid: int, rules: HouseRules) -> None:
    if rules.moon == "off":
        raise Impossible("a moon is not played here: it is a house rule", "moon")
    if bid != MAX_BID:
        raise Impossible(f"a moon is a bid of {MAX_BID}, but {bid} was bid: {MAX_BID - bid} too low", "moon")


NOT_SAID = {
    "bidder": ("enter who won the bid, or what everybody bid (“bidder” or “bids”)", "bidder"),
    "bid": ("enter the winning bid, or what everybody bid (“bid” or “bids”)", "bid"),
}


def _named_contract(facts: Facts) -> Contract:
    if facts.bidder is UNSET or facts.bid is UNSET:
        raise Impossible(*NOT_SAID["bidder" if facts.bidder is UNSET else "bid"])
    return Contract(facts.bidder, facts.bid)


def _check_agrees(facts: Facts, played: Contract, names: Sequence[str]) -> None:
    if facts.bidder is not UNSET and facts.bidder != played.bidder:
        named, highest = names[facts.bidder], names[played.bidder]
        raise Impossible(f"{named} is named as the bidder, but by the bids {highest} plays the hand", "bidder")
    if facts.bid is not UNSET and facts.bid != played.bid:
        raise Impossible(f"the bid is said to be {minus(facts.bid)}, but the bids come to {played.bid}", "bid")


def check_bid(bid: int, name: str, field: str) -> None:
    if bid > MAX_BID:
        raise Impossible(f"{name} bid {bid}: {bid - MAX_BID} more than the {MAX_BID} points there are", field)
    if bid < 1:
        raise Impossible(_too_low(bid, 1, name), field)


def _too_low(bid: int, enough: int, name: str) -> str:
    needed = f"it takes {enough}, or a pass" if enough <= MAX_BID else "nobody can bid more than that"
    return f"{name} bid {minus(bid)}: {enough - bid} too low, {needed}"


# --- A hand.

Seat = Annotated[SeatNumber, Meta(ge=0, lt=PLAYERS)]
BidLevel = Annotated[int, Meta(ge=-99, le=99)]
Bids = Annotated[tuple[BidLevel | None, BidLevel | None, BidLevel | None, BidLevel | None], Names.SEAT]
Points = Annotated[int, Meta(ge=0, le=ALL_POINTS)]

NAMES = ("ace", "jack", "off_jack", "high_joker", "low_joker", "ten", "three", "two")


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=dict(zip(NAMES, POINTS, strict=True))):
    """The side of each point card, or “lost” if it is in the discards."""

    ace: Place
    jack: Place
    off_jack: Place
    high_joker: Place
    low_joker: Place
    ten: Place
    three: Place
    two: Place


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bidder and bid, or all `bids` by seat; then point cards `taken`, or `points` by side and `lost`."""

    bidder: Seat | UnsetType = UNSET
    bid: BidLevel | UnsetType = UNSET
    bids: Bids | UnsetType = UNSET
    trump: FrenchSuit | UnsetType = UNSET
    moon: bool = False
    taken: Taken | UnsetType = UNSET
    points: Annotated[tuple[Points, Points], Names.SIDE] | UnsetType = UNSET
    lost: Points = 0

    @property
    def is_complete(self) -> bool:
        return self.taken is not UNSET or self.points is not UNSET

    @property
    def places(self) -> dict[str, Any]:
        """The place of each point card; empty if only the points were counted."""
        return {} if self.taken is UNSET else plain(self.taken)

    @property
    def counted_points(self) -> dict[Any, int]:
        if self.points is not UNSET:
            return {0: self.points[0], 1: self.points[1], LOST: self.lost}
        return points_by_place(self.places)

    def without_unasked(self, state: MatchState) -> Self:
        return msgspec.structs.replace(self, moon=self.moon and state.rules.moon != "off")

    def unknown(self, state: MatchState, other_rules: HouseRules) -> Iterator[UnknownFact]:
        if state.rules.moon == "off" != other_rules.moon and contract_after(state, self).bid == MAX_BID:
            yield UnknownFact(MOON, f"Was the bid of {MAX_BID} a moon?", {True: "yes", False: "no"})

    def check(self, state: MatchState) -> None:
        for seat, bid in enumerate(self.bids or ()):
            if bid is not None:
                check_bid(bid, state.names[seat], f"bids[{seat}]")
        played = contract_after(state, self)
        check_bid(played.bid, state.names[played.bidder], "bid")
        if self.moon:
            check_moon(played.bid, state.rules)
        _check_points(self, state.side_names)
        _check_lost(self)

    def low_bids(self, state: MatchState) -> Iterator[tuple[str, str]]:
        if self.bids:
            yield from low_bids(self.bids, state.deal.dealer, state.rules, state.names)
        elif contract_after(state, self).bid < state.rules.minimum_bid:
            bidder, bid = contract_after(state, self)
            yield _too_low(bid, state.rules.minimum_bid, state.names[bidder]), "bid"

    def heading(self, deal: Deal, state: MatchState) -> str:
        bidder, bid = contract(self, deal.dealer, state.rules)
        return f"{state.names[bidder]} {bid} {SYMBOLS.get(str(self.trump), '')}".strip()

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        if not self.is_complete:
            return ("", "")
        bidder, bid = contract(self, deal.dealer, state.rules)
        return [
            f"{self.counted_points[side]}/{bid}" if side == bidder % 2 else f"{self.counted_points[side]}"
            for side in (0, 1)
        ]

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        bidder, highest = contract(self, deal.dealer, state.rules)
        bids = dict(enumerate(self.bids or ())) | {bidder: highest}
        for seat, bid in sorted(bids.items()):
            if seat == bidder:
                made = self.counted_points[seat % 2] >= highest if self.is_complete else None
                yield BidMade(seat, bid, MOON if self.moon else "", made)
            else:
                yield BidMade(seat, bid, "pass" if bid is None else "")

    def tricks_taken(self) -> Iterator[TricksTaken]:
        cards = [(place, POINTS[card], card) for card, place in self.places.items()]
        counted = [(place, points, "points") for place, points in self.counted_points.items() if points]
        for place, count, kind in cards or counted:
            yield TricksTaken(None if place == LOST else place, count, kind)


def _check_points(facts: Facts, sides: Sequence[str]) -> None:
    if facts.points is UNSET:
        if facts.lost:
            raise Impossible("points lost are counted beside the points of both sides, not alone", "lost")
        return
    if facts.taken is not UNSET:
        raise Impossible("the hand is entered card by card and counted as well: one of the two is enough", "points")
    total = sum(facts.counted_points.values())
    if total != ALL_POINTS:
        over = f"{total - ALL_POINTS} too many, count the piles again"
        under = f"{ALL_POINTS - total} missing, look in the discards or mark it lost"
        counted = f"{sides[0]} {facts.points[0]}, {sides[1]} {facts.points[1]}, lost {facts.lost}"
        difference = over if total > ALL_POINTS else under
        raise Impossible(f"{counted}: {plural(total, 'point')}, but a hand has {ALL_POINTS}: {difference}", "points")


def _check_lost(facts: Facts) -> None:
    left = f"12 of the 16 trumps fill two hands, so {MAX_LOST_CARDS} cards at most are left over"
    cards = [card for card, place in facts.places.items() if place == LOST]
    if (over := len(cards) - MAX_LOST_CARDS) > 0:
        message = f"{len(cards)} point cards are lost, but {left}: {over} too many, look through the piles again"
        raise Impossible(message, f"taken.{cards[-1]}")
    if facts.points is not UNSET and (over := facts.lost - MAX_LOST_POINTS) > 0:
        message = (
            f"{facts.lost} points are lost, but {left}, worth {MAX_LOST_POINTS}: {over} too many, count the piles again"
        )
        raise Impossible(message, LOST)
