"""Matches of Oh Hell, played card by card by legal and often by bad play, with each of its packs."""

FRENCH = [(suit, at) for suit in "SHDC" for at in range(13)]
PACKS = {
    "french": FRENCH,
    "jokers": [*FRENCH, ("joker", 98), ("joker", 99)],
    "wizard": [*FRENCH, *[("wizard", 0)] * 4, *[("jester", 0)] * 4],
    "skull-king": [
        *((suit, at) for suit in "PTMJ" for at in range(14)),
        ("king", 0), *[("pirate", 0)] * 5, *[("mermaid", 0)] * 2, ("tigress", 0), *[("escape", 0)] * 5,
    ],
}  # fmt: skip
SPECIAL = {"wizard", "jester", "king", "pirate", "mermaid", "tigress", "escape"}
WEAK = {"jester", "escape"}


class Hand:
    """A hand of so many cards: shuffled, dealt, bid and played; `trump` is None where there is none."""

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
        if self.rules.deck == "skull-king":
            return "J"
        if self.rules.trump != "turned":
            order = {"order": "HCDS", "order-and-none": ["H", "C", "D", "S", None]}.get(self.rules.trump, [None])
            return order[number % len(order)]
        if not rest or rest[0][0] in ("joker", "jester"):
            return None
        return self.rng.choice("SHDC") if rest[0][0] == "wizard" else rest[0][0]

    def suit(self, card):
        return (self.trump or "joker") if card[0] == "joker" else card[0]

    def play_trick(self, leader):
        trick, at = [], self.order.index(leader)
        for seat in self.order[at:] + self.order[:at]:
            hand, suit = self.hands[seat], self.suit_to_follow([card for card, _ in trick])
            able = any(self.suit(card) == suit for card in hand)
            card = self.rng.choice([card for card in hand if not able or self.suit(card) == suit or card[0] in SPECIAL])
            hand.remove(card)
            called = self.rng.choice(["pirate", "escape"]) if card[0] == "tigress" else card[0]
            trick.append(((called, card[1]), seat))
        return self.winner(trick)

    def suit_to_follow(self, cards):
        first = next((card for card in cards if card[0] not in WEAK), None)
        return self.suit(first) if first and first[0] not in SPECIAL else None

    def winner(self, trick):
        kinds = [card[0] for card, _ in trick]
        for beaten, by in (("king", "mermaid"), ("king", "king"), ("pirate", "pirate"), ("mermaid", "mermaid")):
            if beaten in kinds and by in kinds:
                return trick[kinds.index(by)][1]
        if "wizard" in kinds:
            return trick[kinds.index("wizard")][1]
        plain = [(card, seat) for card, seat in trick if card[0] not in SPECIAL]
        if not plain:
            return trick[0][1]
        led, trump = self.suit(plain[0][0]), self.trump or "joker"
        return max(plain, key=lambda one: (self.suit(one[0]) == trump, self.suit(one[0]) == led, one[0][1]))[1]

    @property
    def facts(self):
        facts = {"bids": self.bids, "tricks": self.tricks}
        if self.rules.trump == "turned" and self.rules.deck != "skull-king":
            facts["trump"] = self.trump
        if self.rules.scoring == "skull-king":
            facts["bonus"] = [self.rng.choice([0, 0, 10, 20, 30]) for _ in self.order]
        return facts


def sizes(table):
    rules = table.rules
    kept = rules.trump == "turned" and rules.deck in ("french", "jokers")
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
        facts = hand.facts
        bonus = facts.get("bonus", [0] * table.players)
        yield (
            facts,
            [
                count(hand.bids[seat], hand.tricks[seat], cards, bonus[seat], table.rules)
                for seat in range(table.players)
            ],
        )


def count(bid, took, cards, bonus, rules):
    """What people write down for a bid."""
    off, scoring = abs(bid - took), rules.scoring
    if scoring == "skull-king":
        made = (10 * cards if bid == 0 else 20 * bid) + bonus
        return made if not off else -10 * cards if bid == 0 else -10 * off
    if scoring == "wizard":
        return -10 * off if off else 20 + 10 * bid
    brought = -(rules.missed_points or 0) if off else rules.exact_points
    if scoring == "tricks-and-ten":
        return took + brought
    return brought if off or scoring == "exact-only" else brought + bid
