"""Any match of Ten-point Pitch with any house rules, and a second scorer that knows nothing of the first."""

from dataclasses import dataclass, field

from hypothesis import strategies as st

from tests.games.every_game import plain_sheet
from tests.games.ten_point_pitch.rounds import table

CARDS = {"A": 1, "J": 1, "off-J": 1, "HJ": 1, "LJ": 1, "10": 1, "3": 3, "2": 1}

rngs = st.randoms(use_true_random=True)
house_rules = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(10, 60),
        "minimum_bid": st.integers(1, 10),
        "all_pass": st.sampled_from(["dealer", "redeal"]),
        "dealer_may_match": st.booleans(),
        "two": st.sampled_from(["player", "taker"]),
        "jokers": st.sampled_from(["marked", "first-played"]),
        "moon": st.sampled_from(["off", "game", "to-target", "twenty"]),
        "must_bid_to_win": st.booleans(),
        "floor_at_zero": st.booleans(),
        "opening_special": st.booleans(),
    },
)


def bids(rng, dealer, house):
    """Four bids by seat in which everybody goes over the last, and the dealer perhaps just as high."""
    made, lowest = [None] * 4, house.get("minimum_bid", 4)
    for step in range(1, 5):
        seat = (dealer + step) % 4
        matches = step == 4 and house.get("dealer_may_match") and any(made)
        low = lowest - 1 if matches else lowest
        if low <= 10 and rng.random() < 0.5:
            made[seat] = rng.randint(low, 10)
            lowest = made[seat] + 1
    if not any(made) and house.get("all_pass") == "redeal":
        made[dealer] = lowest
    return made


def hand(rng, dealer, house):
    """One complete hand: facts as they stand in a sheet."""
    made = bids(rng, dealer, house)
    bidder, bid = who_plays(made, dealer, house)
    known = rng.choice(["bidder", "bids", "both"])
    facts = {} if known == "bids" else {"bidder": bidder, "bid": bid}
    facts |= {} if known == "bidder" else {"bids": made}
    if rng.random() < 0.5:
        facts["trump"] = rng.choice("SHDC")
    if bid == 10 and house.get("moon", "off") != "off":
        facts |= rng.choice([{}, {"moon": True}, {"moon": False}])
    side = bidder % 2
    if rng.random() < 0.5:
        others = rng.choice([[], [0, 1, "lost"]])
        taken = {card: rng.choice([side, *others]) for card in CARDS}
        lost = [card for card, place in taken.items() if place == "lost"]
        return facts | {"taken": taken | dict.fromkeys(lost[2:], side)}
    lost = rng.choice([0, rng.randint(0, 6)])
    theirs = rng.randint(0, {5: 3, 6: 0}.get(lost, 10 - lost))
    points = [theirs, 10 - lost - theirs] if side else [10 - lost - theirs, theirs]
    return facts | {"points": points} | ({"lost": lost} if lost else {})


@st.composite
def matches(draw, most=14):
    """House rules, a first dealer, and hands until the game is over or somebody goes home."""
    ledger, rng = Ledger(draw(house_rules), draw(st.integers(0, 3))), draw(rngs)
    for number in range(draw(st.integers(1, most))):
        if ledger.winner is None:
            ledger.enter(hand(rng, (ledger.first_dealer + number) % 4, ledger.house))
    return ledger


def who_plays(made, dealer, house):
    """The highest bid, of two equal ones the dealer's; or the dealer for the minimum."""
    best = max((bid for bid in made if bid), default=None)
    if best is None:
        return dealer, house.get("minimum_bid", 4)
    return (dealer if made[dealer] == best else made.index(best)), best


@dataclass
class Ledger:
    """The second scorer: two totals, kept by hand."""

    house: dict
    first_dealer: int
    facts: list = field(default_factory=list)
    points: list = field(default_factory=list)
    made: list = field(default_factory=list)
    totals: list = field(default_factory=lambda: [0, 0])
    winner: int | None = None

    def enter(self, facts):
        dealer = (self.first_dealer + len(self.facts)) % 4
        bids = facts.get("bids")
        bidder, bid = who_plays(bids, dealer, self.house) if bids else (facts["bidder"], facts["bid"])
        us, them = bidder % 2, 1 - bidder % 2
        took = self.count(facts)
        change = [0, 0]
        moon = self.house.get("moon") if facts.get("moon") else None
        target = self.house.get("target", 52)
        made = took[us] >= bid
        if moon == "game":
            self.winner = us if made else them
        elif moon == "to-target":
            if made:
                change[us] = (target if self.totals[us] >= 0 else 0) - self.totals[us]
            else:
                self.winner = them
        else:
            stake = 20 if moon else None
            change[us] = (stake or took[us]) if made else -(stake or bid)
            change[them] = took[them]
        if self.house.get("floor_at_zero"):
            change = [max(change[side], -self.totals[side]) for side in (0, 1)]
        self.totals = [self.totals[side] + change[side] for side in (0, 1)]
        self.facts.append(facts)
        self.points.append(change)
        self.made.append(made)
        if self.winner is None:
            self.winner = self.at_target(us, made, target)

    def count(self, facts):
        if "points" in facts:
            return facts["points"]
        return [sum(CARDS[card] for card, place in facts["taken"].items() if place == side) for side in (0, 1)]

    def at_target(self, us, made, target):
        there = [side for side in (0, 1) if self.totals[side] >= target]
        if self.house.get("must_bid_to_win"):
            return us if us in there and made else None
        if len(there) == 2:
            return us
        return there[0] if there else None

    def sheet(self):
        return plain_sheet(table(**self.house), self.facts) | {"first_dealer": self.first_dealer}


def sheets():
    """Any scoresheet of three hands at most."""
    return matches(most=3).map(lambda match: match.sheet())
