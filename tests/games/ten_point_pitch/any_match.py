"""Any match of Ten-point Pitch with any house rules, and a second scorer that knows nothing of the first."""

from dataclasses import dataclass, field

from hypothesis import strategies as st

CARDS = {"A": 1, "J": 1, "off-J": 1, "HJ": 1, "LJ": 1, "10": 1, "3": 3, "2": 1}

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


@st.composite
def bids(draw, dealer, house):
    """Four bids by seat in which everybody goes over the last, and the dealer perhaps just as high."""
    said, lowest = [None] * 4, house.get("minimum_bid", 4)
    for step in range(1, 5):
        seat = (dealer + step) % 4
        matches = step == 4 and house.get("dealer_may_match") and any(said)
        low = lowest - 1 if matches else lowest
        if low <= 10 and draw(st.booleans()):
            said[seat] = draw(st.integers(low, 10))
            lowest = said[seat] + 1
    if not any(said) and house.get("all_pass") == "redeal":
        said[dealer] = lowest
    return said


@st.composite
def hands(draw, dealer, house):
    """One complete hand: facts as they stand in a sheet."""
    said = draw(bids(dealer, house))
    bidder, bid = who_plays(said, dealer, house)
    told = draw(st.sampled_from(["named", "bids", "both"]))
    facts = {} if told == "bids" else {"bidder": bidder, "bid": bid}
    facts |= {} if told == "named" else {"bids": said}
    if draw(st.booleans()):
        facts["trump"] = draw(st.sampled_from("SHDC"))
    if bid == 10 and house.get("moon", "off") != "off":
        facts |= draw(st.sampled_from([{}, {"moon": True}, {"moon": False}]))
    if draw(st.booleans()):
        side = bidder % 2
        places = st.one_of(st.just(side), st.sampled_from([0, 1, "lost"]))
        everything = dict.fromkeys(CARDS, side)
        return facts | {"taken": everything | draw(st.fixed_dictionaries({}, optional=dict.fromkeys(CARDS, places)))}
    lost = draw(st.one_of(st.just(0), st.integers(0, 10)))
    side_0 = draw(st.integers(0, 10 - lost))
    return facts | {"points": [side_0, 10 - lost - side_0]} | ({"lost": lost} if lost else {})


@st.composite
def matches(draw, most=14):
    """House rules, a first dealer, and hands until the game is over or somebody goes home."""
    house, dealer = draw(house_rules), draw(st.integers(0, 3))
    ledger = Ledger(house, dealer)
    for number in range(draw(st.integers(1, most))):
        if ledger.winner is None:
            ledger.enter(draw(hands((dealer + number) % 4, house)))
    return ledger


def who_plays(said, dealer, house):
    """The highest bid, of two equal ones the dealer's; or the dealer for the minimum."""
    best = max((bid for bid in said if bid), default=None)
    if best is None:
        return dealer, house.get("minimum_bid", 4)
    return (dealer if said[dealer] == best else said.index(best)), best


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
        said = facts.get("bids")
        bidder, bid = who_plays(said, dealer, self.house) if said else (facts["bidder"], facts["bid"])
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
        return {
            "scoresheet": 1,
            "game": "ten-point-pitch",
            "players": ["Ada", "Ben", "Cleo", "Dan"],
            "first_dealer": self.first_dealer,
            "house_rules": self.house,
            "rounds": self.facts,
        }


def sheets():
    """Any scoresheet of three hands at most."""
    return matches(most=3).map(lambda match: match.sheet())
