"""Ten-point Pitch played card by card, at random: what the table writes down, and the points counted from the cards."""

from dataclasses import dataclass, field

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "SHDC" for rank in RANKS] + ["HJ", "LJ"]
OFF_JACK = {"S": "JC", "C": "JS", "H": "JD", "D": "JH"}
POINTS = {"A": 1, "J": 1, "off-J": 1, "HJ": 1, "LJ": 1, "10": 1, "3": 3, "2": 1}


def play(rng, table):
    """Hands until the match is over, with the points that each brings by side."""
    ledger, dealer = Ledger(table.rules.in_force), table.first_dealer
    while ledger.winner is None:
        facts, _ = play_hand(rng, dealer, ledger.house)
        yield facts, ledger.enter(facts, dealer)
        dealer = (dealer + 1) % 4


def play_hand(rng, dealer, house):
    """The facts of a hand, and the points of both sides and those lost."""
    while True:
        cards = shuffled(rng)
        hands, stock = [cards[seat:36:4] for seat in range(4)], cards[36:]
        bids, contract = auction(rng, dealer, house)
        if contract:
            break
    bidder, bid = contract
    trump = rng.choice([max("SHDC", key=lambda suit: len(trumps_of(hands[bidder], suit))), rng.choice("SHDC")])
    hands = draw(rng, hands, stock, bidder, trump)
    taken = play_cards(rng, hands, bidder, trump, house)
    places = {name: taken.get(card_of(name, trump), "lost") for name in POINTS}
    points = [sum(POINTS[name] for name, place in places.items() if place == at) for at in (0, 1, "lost")]
    facts = rng.choice([{"bids": bids}, {"bidder": bidder, "bid": bid}])
    facts |= rng.choice([{"taken": places}, {"points": points[:2], "lost": points[2]}])
    if bid == 10 and house.get("moon", "off") != "off" and rng.random() < 0.5:
        facts["moon"] = True
    return facts, points


def shuffled(rng):
    """The pack, at times so that one pair and the bottom of the stock have nearly all trumps of a suit."""
    cards = rng.sample(PACK, len(PACK))
    if rng.random() < 0.5:
        return cards
    trump, side = rng.choice("SHDC"), rng.randrange(2)
    points = {card_of(name, trump) for name in POINTS}
    trumps = sorted(trumps_of(cards, trump), key=lambda card: card in points and rng.random() < 0.9)
    others = [card for card in cards if card not in trumps]
    pair = [place for place in range(36) if place % 2 == side]
    for place in sorted([*pair[: rng.randint(7, 13)], *range(48, 54)][:16]):
        others.insert(place, trumps.pop(0))
    cards = others + trumps
    for _ in range(rng.randrange(6)):
        here, there = rng.randrange(54), rng.randrange(54)
        cards[here], cards[there] = cards[there], cards[here]
    return cards


def auction(rng, dealer, house):
    """The bids by seat, and who plays for how much; None if the hand is dealt again."""
    bids, best = [None] * 4, None
    lowest = house.get("minimum_bid", 4)
    for step in range(1, 5):
        seat = (dealer + step) % 4
        enough = best[1] + 1 if best else lowest
        if best and seat == dealer and house.get("dealer_may_match"):
            enough -= 1
        if enough <= 10 and rng.random() < 0.5:
            bids[seat] = rng.choice([enough, min(10, enough + rng.randrange(4)), 10])
            best = seat, bids[seat]
    if best or house.get("all_pass") == "redeal":
        return bids, best
    return bids, (dealer, lowest)


def trumps_of(cards, trump):
    return [card for card in cards if card in ("HJ", "LJ", OFF_JACK[trump]) or card[-1] == trump]


def card_of(name, trump):
    return {"off-J": OFF_JACK[trump], "HJ": "HJ", "LJ": "LJ"}.get(name, name + trump)


def draw(rng, hands, stock, bidder, trump):
    """Keep trumps, six at most; three fill up to six, then the bidder and the partner go through what is left."""
    stock, kept = list(stock), [six(rng, trumps_of(hand, trump), trump) for hand in hands]
    for seat in ((bidder + step) % 4 for step in (1, 2, 3)):
        room = 6 - len(kept[seat])
        kept[seat], stock = kept[seat] + trumps_of(stock[:room], trump), stock[room:]
    partner, rest = (bidder + 2) % 4, trumps_of(stock, trump)
    for seat in (bidder, partner):
        room = 6 - len(kept[seat])
        kept[seat], rest = kept[seat] + rest[:room], rest[room:]
    return kept


def six(rng, cards, trump):
    """Six of these trumps: those without points go first."""
    points = {card_of(name, trump) for name in POINTS}
    mixed = rng.sample(cards, len(cards))
    return sorted(mixed, key=lambda card: card not in points)[:6]


def play_cards(rng, hands, bidder, trump, house):
    """The side that has each card: who took its trick, or who played the two."""
    suit = [rank + trump for rank in RANKS]
    order = [*suit[:9], "LJ", "HJ", OFF_JACK[trump], *suit[9:]]
    way = [rng.choice([rng.choice, max_of(order), min_of(order)]) for _ in range(4)]
    owner, leader, opening = {}, bidder, True
    while any(hands):
        while not hands[leader]:
            leader = (leader + 1) % 4
        trick = []
        for seat in ((leader + step) % 4 for step in range(4)):
            if hands[seat]:
                trick.append((seat, way[seat](may_lead(hands[seat], trump, house) if opening else hands[seat])))
                hands[seat].remove(trick[-1][1])
                opening = False
        leader = winner(trick, order, house)
        for seat, card in trick:
            stays = card == f"2{trump}" and house.get("two", "player") == "player"
            owner[card] = (seat if stays else leader) % 2
    return owner


def max_of(order):
    return lambda cards: max(cards, key=order.index)


def min_of(order):
    return lambda cards: min(cards, key=order.index)


def may_lead(hand, trump, house):
    """Neither a joker nor the off-jack opens, unless the house or the hand has it so."""
    plain = [card for card in hand if card not in ("HJ", "LJ", OFF_JACK[trump])]
    return hand if house.get("opening_special") else plain or hand


def winner(trick, order, house):
    """Return the seat that played the highest trump; by house rule the first of two jokers is the higher."""
    jokers = [card for _, card in trick if card in ("HJ", "LJ")]
    height = {card: place for place, card in enumerate(order)}
    if jokers == ["LJ", "HJ"] and house.get("jokers") == "first-played":
        height["LJ"] = height["HJ"] + 0.5
    return max(trick, key=lambda played: height[played[1]])[0]


# --- The score, kept by hand.


def who_plays(made, dealer, house):
    """The highest bid, of two equal ones the dealer's; or the dealer for the minimum."""
    best = max((bid for bid in made if bid), default=None)
    if best is None:
        return dealer, house["minimum_bid"]
    return (dealer if made[dealer] == best else made.index(best)), best


@dataclass
class Ledger:
    """The score as people keep it: two totals, and who has won."""

    house: dict
    totals: list = field(default_factory=lambda: [0, 0])
    winner: int | None = None

    def enter(self, facts, dealer):
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
        if self.winner is None:
            self.winner = self.at_target(us, made, target)
        return change

    def count(self, facts):
        if "points" in facts:
            return facts["points"]
        return [sum(POINTS[card] for card, place in facts["taken"].items() if place == side) for side in (0, 1)]

    def at_target(self, us, made, target):
        there = [side for side in (0, 1) if self.totals[side] >= target]
        if self.house.get("must_bid_to_win"):
            return us if us in there and made else None
        if len(there) == 2:
            return us
        return there[0] if there else None
