"""Matches of Hearts, played card by card by legal and often by bad play; now and then somebody shoots the moon."""

PACK = [(suit, rank) for suit in "SHDC" for rank in range(2, 15)]
QUEEN, JACK = ("S", 12), ("D", 11)
OUT = {3: [("D", 2)], 4: [], 5: [("D", 2), ("C", 2)], 6: [("D", 2), ("C", 2), ("D", 3), ("C", 3)]}


def hurts(card):
    return card[0] == "H" or card == QUEEN


def way_of(table, number):
    """How many seats away each card that is passed in a hand goes; nothing where all keep theirs."""
    players, rules = table.players, table.rules
    count = 2 if players >= 5 and rules.passed_cards == 2 else 3
    half = [players // 2] if players in (4, 6) else []
    everybody = {3: [1, -1, 0], 4: [1, -1, 2, 0], 5: [1, -1, 2, -2, 0], 6: [1, -1, 2, -2, 3, 0]}[players]
    ways = {"cycle": [1, -1, *half, 0], "always": [1, -1, *half], "everybody": everybody, "left": [1], "right": [-1],
            "none": [0], "scatter": [1, -1, *half, None]}[rules.passing]  # fmt: skip
    away = ways[number % len(ways)]
    return [*range(1, players)] if away is None else [away] * count if away else []


class Hand:
    """A hand dealt, passed and played to the last card; `piles` are what each seat took."""

    def __init__(self, rng, table, number):
        self.rng, self.rules, self.players = rng, table.rules, table.players
        pack = [card for card in PACK if self.rules.leftover != "take-out" or card not in OUT[self.players]]
        rng.shuffle(pack)
        is_moon = rng.random() < 0.1
        if is_moon:
            # The first hand gets all the highest cards and takes every trick.
            pack.sort(key=lambda card: -card[1])
        each = len(pack) // self.players
        self.hands = [pack[seat * each : (seat + 1) * each] for seat in range(self.players)]
        self.kitty = pack[self.players * each :]
        rng.shuffle(self.hands)
        if not is_moon:
            self.pass_cards(way_of(table, number))
        self.piles, self.tricks, self.broken = [[] for _ in self.hands], [], self.rules.breaking == "free"
        leader = self.opener((table.first_dealer + number + 1) % self.players)
        for at in range(each):
            leader = self.play_trick(leader, first=at == 0)

    def pass_cards(self, away):
        given = [[hand.pop(self.rng.randrange(len(hand))) for _ in away] for hand in self.hands]
        for seat, cards in enumerate(given):
            for card, step in zip(cards, away, strict=True):
                self.hands[(seat + step) % self.players].append(card)

    def opener(self, left):
        if self.rules.opening == "left":
            return left
        _, seat = min((card[1], seat) for seat, hand in enumerate(self.hands) for card in hand if card[0] == "C")
        return seat

    def legal(self, hand, led, first):
        if led is None and first and self.rules.opening != "left":
            return [min(card for card in hand if card[0] == "C")]
        wanted = [card for card in hand if led and card[0] == led]
        if led is None and not self.broken:
            wanted = [card for card in hand if card[0] != "H"]
        able = wanted or hand
        harmless = [card for card in able if not hurts(card)]
        return harmless if first and harmless and self.rules.first_trick == "no-points" else able

    def play_trick(self, leader, *, first):
        trick = []
        for seat in [(leader + step) % self.players for step in range(self.players)]:
            card = self.rng.choice(self.legal(self.hands[seat], trick[0][0][0] if trick else None, first))
            self.hands[seat].remove(card)
            trick.append((card, seat))
        cards = [card for card, _ in trick]
        _, taker = max(one for one in trick if one[0][0] == cards[0][0])
        self.tricks.append((cards, [seat for _, seat in trick].index(taker)))
        breaks = any(card[0] == "H" or (self.rules.breaking == "queen" and card == QUEEN) for card in cards)
        self.broken = self.broken or breaks
        if self.kitty and (self.rules.leftover == "first-trick" or any(map(hurts, cards))):
            self.piles[taker] += self.kitty
            self.kitty = []
        self.piles[taker] += cards
        return taker

    @property
    def facts(self):
        def taker(wanted):
            return next(seat for seat, pile in enumerate(self.piles) if wanted in pile)

        facts = {"hearts": [sum(card[0] == "H" for card in pile) for pile in self.piles], "queen": taker(QUEEN)}
        if self.rules.jack:
            facts["jack"] = taker(JACK)
        moon = 13 in facts["hearts"] and facts["hearts"].index(13) == facts["queen"]
        if moon and self.rules.moon == "choice" and self.rng.random() < 0.5:
            facts["moon_off"] = True
        return facts


def play(rng, table):
    """All hands of a match, with the points that each brings by seat."""
    totals, number = [0] * table.players, 0
    while max(totals) < table.rules.target or (table.rules.tie == "on" and totals.count(min(totals)) > 1):
        hand = Hand(rng, table, number)
        assert not hand.kitty
        facts = hand.facts
        points = count(facts, table.rules)
        yield facts, points
        totals, number = [a + b for a, b in zip(totals, points, strict=True)], number + 1


def count(facts, rules):
    """What people write down for a hand."""
    points = [hearts + 13 * (seat == facts["queen"]) for seat, hearts in enumerate(facts["hearts"])]
    if 26 in points:
        comes_off = rules.moon == "self" or facts.get("moon_off")
        points = [(-26 if comes_off else 0) if one == 26 else (0 if comes_off else 26) for one in points]
    if "jack" in facts:
        points[facts["jack"]] -= 10
    return points
