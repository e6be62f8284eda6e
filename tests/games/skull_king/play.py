"""Matches of Skull King, played card by card by legal and often by bad play, with the packs of 66, 70 and 74 cards.

A card is a kind and a rank: a suit (S is the black one), or a special card; a Pirate’s rank is his name.
"""

SUITS = "SPCM"
PIRATES = ("Harry", "Rascal", "Rosie", "Will", "Juanita")
WEAK = ("escape", "loot")


def play(rng, table):
    """All rounds of a match, with the points that each brings by seat."""
    totals, hands = [0] * table.players, sizes(table)
    number = 0
    while number < len(hands) or (table.rules.ties == "another-round" and totals.count(max(totals)) > 1):
        round_ = Round(rng, table, number, hands[min(number, len(hands) - 1)])
        points = [round_.points(seat) for seat in range(table.players)]
        totals = [total + gained for total, gained in zip(totals, points, strict=True)]
        yield round_.facts, points
        number += 1


def sizes(table):
    even, odd = [2, 4, 6, 8, 10], [9, 7, 5, 3, 1]
    if table.rules.edition == "2021":
        even, odd = sorted(even * 2), sorted(odd * 2, reverse=True)
    lengths = {
        "up": range(1, 11), "even-keeled": even, "brawl": range(6, 11), "skirmish": [5] * 5,
        "barrage": [10] * 10, "whirlpool": odd, "bedtime": [1],
    }  # fmt: skip
    return [min(cards, 8) if table.players == 8 else cards for cards in lengths[table.rules.hands]]


def pack(table):
    rules, is_schmidt = table.rules, table.rules.edition == "schmidt"
    cards = [(suit, rank) for suit in SUITS for rank in range(1, 14 if is_schmidt else 15)]
    cards += [("king", 0), ("tigress", 0), *(("pirate", name) for name in PIRATES)]
    cards += [("mermaid", 0)] * 2 + [("escape", 0)] * 5
    if rules.pack == "all" and not is_schmidt:
        cards += [("kraken", 0), ("whale", 0)]
        cards += [("loot", 0)] * (0 if rules.edition == "2024" and table.players == 2 else 2)
    return cards


class Round:
    """A round: shuffled, dealt and played; then the bids, of which many are met. The ghost of two sits at place 2."""

    def __init__(self, rng, table, number, cards):
        self.rng, self.rules, self.players, self.cards = rng, table.rules, table.players, cards
        self.is_schmidt = self.rules.edition == "schmidt"
        self.has_abilities = self.rules.abilities and not self.is_schmidt
        self.ghost = 2 if self.players == 2 and not self.is_schmidt else None
        places = 3 if self.ghost else self.players
        shuffled = pack(table)
        rng.shuffle(shuffled)
        self.hands = [shuffled[place * cards :][:cards] for place in range(places)]
        self.tricks, self.of_nobody, self.loot = [0] * places, 0, []
        self.captures = [[] for _ in range(places)]
        self.harry = self.rascal = self.wager = None
        leader = (table.first_dealer + number + 1) % self.players
        for left in reversed(range(cards)):
            leader = self.play_trick(leader, is_last=not left)
        self.make_bids()

    def play_trick(self, leader, *, is_last):
        trick = []
        for step in range(len(self.hands)):
            place = (leader + step) % len(self.hands)
            hand, led = self.hands[place], suit_led([card for card, _ in trick])
            able = place != self.ghost and any(card[0] == led for card in hand)
            card = self.rng.choice([card for card in hand if not able or card[0] == led or card[0] not in SUITS])
            hand.remove(card)
            trick.append((self.as_played(card, place), place))
        kinds = [card[0] for card, _ in trick]
        beasts = [kind for kind in kinds if kind in ("kraken", "whale")]
        whale = beasts[-1:] == ["whale"]
        taker = whale_taker(trick) if whale else usual_taker(trick)
        if beasts[-1:] == ["kraken"] or taker is None:
            self.of_nobody += 1
            return leader if taker is None else taker[1]
        card, winner = taker
        self.tricks[winner] += 1
        self.captures[winner] += self.captured(card, kinds, trick, whale=whale)
        if winner == self.ghost:
            return winner
        givers = [place for kind, (_, place) in zip(kinds, trick, strict=True) if kind == "loot"]
        if not whale or self.rng.random() < 0.5:
            self.loot += [(giver, winner) for giver in givers if giver not in (winner, self.ghost)]
        if self.has_abilities and card == ("pirate", "Harry"):
            self.harry = winner
        if self.has_abilities and card == ("pirate", "Rascal") and not is_last:
            self.rascal = winner
        return winner

    def as_played(self, card, place):
        if card[0] != "tigress":
            return card
        return self.rng.choice([("pirate", "Tigress"), ("escape", "Tigress")]) if place != self.ghost else ("escape", 0)

    def captured(self, card, kinds, trick, *, whale):
        captured = [("black-14" if suit == "S" else "14") for (suit, rank), _ in trick if suit in SUITS and rank == 14]
        if whale:
            return captured
        if card[0] == "king":
            pirates = [played for played, _ in trick if played[0] == "pirate"]
            if self.is_schmidt:
                pirates += [played for played, _ in trick if played == ("escape", "Tigress")]
            captured += ["pirate"] * len(pirates)
        if card[0] == "mermaid" and "king" in kinds:
            captured += ["king"]
        if card[0] == "pirate" and not self.is_schmidt:
            captured += ["mermaid"] * kinds.count("mermaid")
        return captured

    def make_bids(self):
        off = [self.rng.choice([0, 0, 0, 0, -1, 1, 2, self.cards]) for _ in range(self.players)]
        wanted = [max(0, min(self.cards, took + by)) for took, by in zip(self.tricks, off, strict=False)]
        self.bids = [*wanted]
        if self.harry is not None:
            by = self.rng.choice([by for by in (-1, 0, 1) if 0 <= wanted[self.harry] - by <= self.cards])
            self.bids[self.harry] -= by
        self.final_bids = wanted
        if self.rascal is not None:
            self.wager = self.rng.choice([0, 10, 20])
        may_fire = self.rules.scoring == "cannonball"
        self.cannonballs = [seat for seat in range(self.players) if may_fire and self.rng.random() < 0.3]

    # --- What it is worth.

    def points(self, seat):
        bid, took = self.final_bids[seat], self.tricks[seat]
        is_exact, bonus = bid == took, self.card_bonus(seat)
        allies = [pair for pair in self.loot if seat in pair]
        extra = sum(20 for pair in allies if all(self.final_bids[one] == self.tricks[one] for one in pair))
        if seat == self.rascal:
            extra += self.wager if is_exact else -self.wager
        if self.rules.scoring == "skull-king":
            counts = is_exact or self.rules.bonus_when == "always"
            return self.classic(bid, took) + (bonus if counts else 0) + extra
        if seat in self.cannonballs:
            return (15 * self.cards + bonus if is_exact else 0) + extra
        share = {0: 1, 1: 0.5}.get(abs(bid - took), 0)
        return int((10 * self.cards + bonus) * share) + extra

    def classic(self, bid, took):
        if bid == 0:
            return 10 * self.cards if took == 0 else -10 * self.cards
        return 20 * bid if took == bid else -10 * abs(took - bid)

    def card_bonus(self, seat):
        worth = {"14": 10, "black-14": 20, "mermaid": 20, "pirate": 30, "king": 50 if self.is_schmidt else 40}
        return sum(worth[captured] for captured in self.captures[seat])

    @property
    def facts(self):
        bonus, by_points = [self.card_bonus(seat) for seat in range(self.players)], self.rules.bonuses == "points"
        captures, changes = self.captures[: self.players], zip(self.bids, self.final_bids, strict=True)
        facts = {
            "bids": self.bids,
            "tricks": self.tricks[: self.players],
            "ghost": sum(self.tricks[self.players :]),
            "tricks_of_nobody": self.of_nobody,
            "bonus": bonus if by_points and any(bonus) else None,
            "captures": captures if not by_points and any(captures) else None,
            "loot": self.loot,
            "rascal": self.wager and {"seat": self.rascal, "points": self.wager},
            "cannonballs": self.cannonballs,
            "bid_changes": self.bids != self.final_bids and [last - first for first, last in changes],
        }
        return {name: fact for name, fact in facts.items() if fact}


def suit_led(cards):
    """Return the suit of the first card that is neither an Escape nor a Loot; None if that is a special card."""
    first = next((card[0] for card in cards if card[0] not in WEAK), None)
    return first if first and first in SUITS else None


def usual_taker(trick):
    """The card that takes a trick, as if no Kraken and no White Whale lay there, and whose card it is."""
    kinds = {card[0] for card, _ in trick}
    for kind in ("mermaid",) if {"mermaid", "king"} <= kinds else ("king", "pirate", "mermaid"):
        if kind in kinds:
            return next(played for played in trick if played[0][0] == kind)
    numbers = [played for played in trick if played[0][0] in SUITS]
    if numbers:
        black = [played for played in numbers if played[0][0] == "S"]
        led = [played for played in numbers if played[0][0] == numbers[0][0][0]]
        return max(black or led, key=lambda played: played[0][1])
    return next((played for played in trick if played[0][0] in WEAK), None)


def whale_taker(trick):
    numbers = [played for played in trick if played[0][0] in SUITS]
    return max(numbers, key=lambda played: played[0][1]) if numbers else None
