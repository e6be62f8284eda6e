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
        if self.rules.trump != "turned":
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
        if self.rules.trump == "turned":
            facts["trump"] = self.trump
        return facts


def sizes(table):
    rules = table.rules
    kept = rules.trump == "turned"
    most = (len(PACKS[rules.deck]) - kept) // table.players
    most = min(most, rules.largest or most)
    up = [*range(1, most + 1)]
    down = up[::-1]
    return {
        "up": up, "down": down, "up-down": [*up, *down[1:]], "down-up": [*down, *up[1:]],
        "same": [most] * rules.same_hands,
    }[rules.hands]  # fmt: skip


def play(rng, table):
    """All hands of a match, with the points that each brings by seat."""
    for number, cards in enumerate(sizes(table)):
        hand = Hand(rng, table, number, cards)
        yield (
            hand.facts,
            [count(hand.bids[seat], hand.tricks[seat], table.rules) for seat in range(table.players)],
        )


def count(bid, took, rules):
    """Score a bid as people do on paper."""
    missed = bid != took
    brought = -(rules.missed_points or 0) if missed else rules.exact_points
    if rules.scoring == "tricks-and-ten":
        return took + brought
    return brought if missed or rules.scoring == "exact-only" else brought + bid
