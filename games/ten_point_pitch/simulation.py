"""Made-up hands of Ten-point Pitch."""

from random import Random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from games.core.cards import SUITS
from games.core.deal import around
from games.core.definition import MatchState
from games.core.simulation import happens, temper
from games.ten_point_pitch.facts import LOST, MAX_BID, NAMES, Contract, Facts, Place, Taken, auction, contract

# Mean and deviation of the points that a player expects, and what the boldest add.
HAND_MEAN, HAND_SPREAD, BOLD_EXTRA = 3.2, 1.7, 1.2

# From this expectation on a player shoots the moon.
MOON_WORTH = 7.5

LOST_SHARE, BIDS_NOT_NOTED_SHARE, COUNTED_SHARE = 0.03, 0.3, 0.2
# With three point cards lost the others could take almost nothing.
MAX_LOST_CARDS = 2


def simulate(rng: Random, state: MatchState) -> Facts:
    bids = _bids(rng, state)
    played = contract(Facts(bids=tuple(bids)), state.deal.dealer, state.rules)  # type: ignore[arg-type]
    moon = state.rules.moon != "off" and played.bid == MAX_BID
    facts: dict[str, Any] = {"bids": tuple(bids)}
    if happens(rng, BIDS_NOT_NOTED_SHARE):
        facts = {"bidder": played.bidder, "bid": played.bid}
    trump = rng.choice([*SUITS])
    played_out = Facts(trump=trump, moon=moon, taken=_taken(rng, played, state), **facts)  # type: ignore[arg-type]
    return _as_counted_points(played_out) if happens(rng, COUNTED_SHARE) else played_out


def _bids(rng: Random, state: MatchState) -> list[int | None]:
    """Bid clockwise, the dealer last; if the hand cannot be passed out, somebody bids."""
    rules, dealer = state.rules, state.deal.dealer
    bids: list[int | None] = [None] * state.players
    hopes = [rng.gauss(HAND_MEAN + BOLD_EXTRA * temper(name).bold, HAND_SPREAD) for name in state.names]
    enough = rules.minimum_bid
    for seat in around(state.deal.first, state.players):
        lowest = enough - 1 if seat == dealer and rules.dealer_may_match and any(bids) else enough
        if lowest <= MAX_BID and hopes[seat] >= lowest - 0.5:
            everything = rules.moon != "off" and hopes[seat] > MOON_WORTH
            bid = MAX_BID if everything else max(lowest, min(MAX_BID, round(hopes[seat]) - rng.choice((0, 1))))
            bids[seat], enough = bid, max(enough, bid + 1)
    if not any(bids) and auction(bids, dealer, rules) is None:
        bids[hopes.index(max(hopes))] = rules.minimum_bid
    return bids


def _taken(rng: Random, played: Contract, state: MatchState) -> Taken:
    ours = played.bidder % 2
    skills = [temper(name).skill for name in state.names]
    better = skills[ours] + skills[ours + 2] - skills[1 - ours] - skills[3 - ours]
    share = min(0.95, 0.46 + 0.035 * played.bid + 0.06 * better)
    places: list[Place] = [ours if happens(rng, share) else 1 - ours for _ in NAMES]  # type: ignore[misc]
    lost = [number for number in range(len(places)) if happens(rng, LOST_SHARE)]
    for number in lost[:MAX_LOST_CARDS]:
        places[number] = LOST
    return Taken(*places)


def _as_counted_points(facts: Facts) -> Facts:
    counted = facts.counted_points
    return replace(facts, taken=UNSET, points=(counted[0], counted[1]), lost=counted[LOST])
