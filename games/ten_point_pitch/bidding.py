"""The auction: everybody bids once, the dealer last, and the highest bid plays the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from games.core.deal import around, left_of
from games.core.errors import Impossible
from games.core.text import minus

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.house_rules import HouseRules
    from games.ten_point_pitch.facts import Facts

PLAYERS, MOST = 4, 10
SEATS = tuple(f"seat {seat}" for seat in range(PLAYERS))


class Contract(NamedTuple):
    """Who plays the hand, and for how many points."""

    bidder: int
    bid: int


def contract(facts: Facts, dealer: int, rules: HouseRules, names: Sequence[str] = SEATS) -> Contract:
    """Return who plays a hand and for how much; Impossible where the facts do not say, or say it twice differently."""
    if facts.bids is UNSET:
        return _named(facts, rules, names)
    played = auction(facts.bids, dealer, rules, names)
    if played is None:
        raise Impossible("everybody passed: the same dealer deals again, and nothing is scored", "bids")
    _check_agrees(facts, played, names)
    return played


def contract_after(state: MatchState, facts: Facts) -> Contract:
    """Return who plays the hand that follows, told with the players' names."""
    return contract(facts, state.deal.dealer, state.rules, state.names)


def auction(
    bids: Sequence[int | None], dealer: int, rules: HouseRules, names: Sequence[str] = SEATS
) -> Contract | None:
    """Return what the bids by seat (None a pass) come to; None where the hand is dealt again."""
    best = None
    for seat in around(left_of(dealer, PLAYERS), PLAYERS):
        bid = bids[seat]
        if bid is not None:
            may_match = seat == dealer and rules.dealer_may_match
            enough = best.bid + (not may_match) if best else rules.minimum_bid
            _check_bid(bid, enough, names[seat], f"bids[{seat}]")
            best = Contract(seat, bid)
    everybody_passed = {"dealer": Contract(dealer, rules.minimum_bid), "redeal": None}
    return best or everybody_passed[rules.all_pass]


def check_moon(bid: int, rules: HouseRules) -> None:
    """Refuse a moon the house does not play, or called with another bid than all the points."""
    if rules.moon == "off":
        raise Impossible("a moon is not played here: it is a house rule", "moon")
    if bid != MOST:
        raise Impossible(f"a moon is a bid of {MOST}, but {bid} was bid: {MOST - bid} too low", "moon")


def _named(facts: Facts, rules: HouseRules, names: Sequence[str]) -> Contract:
    if facts.bidder is UNSET or facts.bid is UNSET:
        missing = "bidder" if facts.bidder is UNSET else "bid"
        raise Impossible(f"{missing}: it is not said who plays the hand, and for how much", missing)
    _check_bid(facts.bid, rules.minimum_bid, names[facts.bidder], "bid")
    return Contract(facts.bidder, facts.bid)


def _check_agrees(facts: Facts, played: Contract, names: Sequence[str]) -> None:
    if facts.bidder is not UNSET and facts.bidder != played.bidder:
        named, highest = names[facts.bidder], names[played.bidder]
        raise Impossible(f"{named} is named as the bidder, but by the bids {highest} plays the hand", "bidder")
    if facts.bid is not UNSET and facts.bid != played.bid:
        raise Impossible(f"the bid is said to be {minus(facts.bid)}, but the bids come to {played.bid}", "bid")


def _check_bid(bid: int, enough: int, name: str, field: str) -> None:
    if bid > MOST:
        raise Impossible(f"{name} bid {bid}: {bid - MOST} more than the {MOST} points there are", field)
    if bid < enough:
        needed = f"it takes {enough}, or a pass" if enough <= MOST else "nobody can bid more than that"
        raise Impossible(f"{name} bid {minus(bid)}: {enough - bid} too low, {needed}", field)
