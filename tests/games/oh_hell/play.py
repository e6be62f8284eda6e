"""Matches of Oh Hell, played card by card by legal and often by bad play, with each of its packs."""

FRENCH = [(suit, at) for suit in "SHDC" for at in range(13)]
PACKS = {"french": FRENCH, "jokers": [*FRENCH, ("joker", 98), ("joker", 99)]}


class Hand:
    """A hand of so many cards: shuffled, dealt, bid and played; `trump` is None without trumps."""

    def __init__(self, rng, table, number, cards):
        players, self.rules, self.rng = table.players, table.rules, rng
        dealer = (table.first_dealer + number) % players
        self.order = [(dealer + 1 + step) % players for step in range(players)]
        pack = PACKS[self.rules.deck][:]
        rng.shuffle(pack)
        self.hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
        self.is_asked = self.rules.trump == "turned" or (self.rules.trump == "turned-and-none" and number % 5 < 4)
        self.cards, self.trump = cards, self.find_trump(number, pack[players * cards :])
        self.bids, self.tricks = [0] * players, [0] * players
        for seat in self.order:
            barred = cards - sum(self.bids) if self.rules.hook and seat == dealer else None
            self.bids[seat] = rng.choice([bid for bid in range(cards + 1) if bid != barred])
        leader = self.order[0]
        for _ in range(cards):
            leader = self.play_trick(leader)
            self.tricks[leader] += 1

    def find_trump(self, number, rest):
        if not self.is_asked:
            order = {"order": "HCDS", "order-and-none": ["H", "C", "D", "S", None]}.get(self.rules.trump, [None])
            return order[number % len(order)]
        return None if not rest or rest[0][0] == "joker" else rest[0][0]

    def suit(self, card):
        return (self.trump or "joker") if card[0] == "joker" else card[0]

    def play_trick(self, leader):
        trick, at = [], self.order.index(leader)
        for seat in self.order[at:] + self.order[:at]:
            hand = self.hands[seat]
            follows = [card for card in hand if trick and self.suit(card) == self.suit(trick[0][0])]
            card = self.rng.choice(follows or hand)
            hand.remove(card)
            trick.append((card, seat))
        led, trump = self.suit(trick[0][0]), self.trump or "joker"
        return max(trick, key=lambda one: (self.suit(one[0]) == trump, self.suit(one[0]) == led, one[0][1]))[1]

    @property
    def facts(self):
        facts = {"bids": self.bids, "tricks": self.tricks}
        if self.is_asked:
            facts["trump"] = self.trump
        return facts


def sizes(table):
    rules = table.rules
    kept = rules.trump.startswith("turned")
    most = (len(PACKS[rules.deck]) - kept) // table.players
    most = min(most, rules.largest or most)
    up = [*range(1, most + 1)]
    down = up[::-1]
    once = 0 if rules.turn_twice else 1
    return {
        "up": up, "down": down, "up-down": [*up, *down[once:]], "down-up": [*down, *up[once:]],
        "same": [most] * rules.same_hands,
    }[rules.hands]  # fmt: skip


def play(rng, table):
    """All hands of a match, with the points that each brings by seat."""
    for number, cards in enumerate(sizes(table)):
        hand = Hand(rng, table, number, cards)
        yield (
            hand.facts,
            [count(hand.bids[seat], hand.tricks[seat], cards, table.rules) for seat in range(table.players)],
        )


def count(bid, took, cards, rules):
    """Score a bid as people do on paper."""
    brought = rules.exact_points
    for _ in range(bid):
        brought += bid if rules.trick_points is None else rules.trick_points
    if bid == 0 and rules.zero != "as-any":
        brought = rules.zero_points * cards if rules.zero == "each-card" else rules.zero_points
        brought += cards if rules.zero == "cards" else 0
    if took == bid:
        return brought
    if rules.missed == "minus" or (bid == 0 and rules.zero == "each-card"):
        return -brought
    over, under = max(took - bid, 0), max(bid - took, 0)
    one = rules.missed_points
    if rules.missed in ("flat", "tricks"):
        return (took if rules.missed == "tricks" else 0) - (one or 0)
    if rules.missed in ("each-bid", "each-bid-under"):
        return 0 if over and rules.missed == "each-bid-under" else -(one or 1) * bid
    if rules.missed == "growing":
        return -sum((one or 5) * off for off in range(1, over + under + 1))
    times = {"each-off": over + under, "each-over": over, "each-under": under, "square": (over + under) ** 2}
    return -times[rules.missed] * (one or 1)
