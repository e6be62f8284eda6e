"""Made-up hands of Maverick."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.simulation import happens, strengths, temper, weighted_choice
from games.maverick.cards import DECK, HAND_TRICKS, InPlay, cards_in_play
from games.maverick.facts import SIDES, Bid, Facts, Trick, barred, points_of
from games.maverick.laws import too_many_cards

# Shares of hands with each bid, if it is possible.
BID_SHARES = {"null": 0.05, "blind": 0.4, "bling": 0.03}

# Shares of nulls that are lost, of sides that renege, and of hands of which only the points are entered.
NULL_LOST_SHARE, RENEGE_SHARE, COUNTED_SHARE = 0.35, 0.02, 0.2
# Weights of the number of adders in a trick with adders.
ADDER_WEIGHTS = {1: 4, 2: 4, 3: 2.5, 4: 1}


def simulate(rng: Random, state: MatchState) -> Facts:
    """Turn two cards up, bid, share the tricks out; some tables only enter points."""
    turned = rng.sample([*DECK], 2)
    bids = tuple(_bids(rng, state))
    [cards] = cards_in_play(turned, state.rules)
    sizes = list(_adders(rng, cards.adders))
    tricks = tuple(_tricks(rng, cards, sizes, strengths(rng, state)))
    reneges = tuple(side for side in SIDES if happens(rng, RENEGE_SHARE))
    facts = Facts((turned[0], turned[1]), tricks=tricks, reneges=reneges)
    facts = replace(facts, bids=tuple(_with_took_trick(rng, bid, facts) for bid in bids))
    return _as_counted_points(facts) if happens(rng, COUNTED_SHARE) else facts


def _bids(rng: Random, state: MatchState) -> Iterator[Bid]:
    bidding_sides = set()
    for seat, name in enumerate(state.names):
        side = state.side_of(seat)
        for kind, share in BID_SHARES.items():
            tempted = happens(rng, share * (1 + temper(name).bold))
            if tempted and side not in bidding_sides and not barred(kind, state.totals[side]):
                bidding_sides.add(side)
                yield Bid(seat, kind)  # type: ignore[arg-type]


def _adders(rng: Random, remaining: int) -> Iterator[int]:
    while remaining:
        adders = min(weighted_choice(rng, ADDER_WEIGHTS), remaining)
        yield adders
        remaining -= adders


def _tricks(rng: Random, cards: InPlay, adders: Sequence[int], strength: Sequence[float]) -> Iterator[Trick]:
    pair_strength = [strength[0] + strength[2], strength[1] + strength[3]]
    kinds = ["adders"] * len(adders) + _kinds_without_adders(rng, HAND_TRICKS - len(adders), cards)
    for number, kind in enumerate(kinds):
        side = rng.choices(SIDES, pair_strength)[0]
        yield Trick(side, "adders", adders[number]) if kind == "adders" else Trick(side, kind)  # type: ignore[arg-type]


def _kinds_without_adders(rng: Random, count: int, cards: InPlay) -> list[str]:
    """Draw kinds for the tricks without adders; with trump, if the cards do not suffice for another kind."""
    kinds = rng.choices(["trump", "plain", "all-trump"], [5, 1.5, 0.7], k=count)
    while any(too_many_cards({kind: kinds.count(kind) for kind in kinds}, cards.adders, [cards])):
        rare_kind = "all-trump" if "all-trump" in kinds else "plain"
        kinds[kinds.index(rare_kind)] = "trump"
    return kinds


def _with_took_trick(rng: Random, bid: Bid, facts: Facts) -> Bid:
    """Add whether the player of a null took a trick."""
    if bid.bid != "null":
        return bid
    lost = happens(rng, NULL_LOST_SHARE) and bool(facts.tricks_of(bid.side))
    return replace(bid, took_trick=lost)


def _as_counted_points(facts: Facts) -> Facts:
    ours, theirs = (points_of(side, facts) for side in SIDES)
    bling = any(bid.bid == "bling" for bid in facts.bids)
    counted = Facts(facts.turned, facts.bids, points=(ours, theirs), reneges=facts.reneges)
    return replace(counted, books=(facts.books_of(0), facts.books_of(1))) if bling else counted
