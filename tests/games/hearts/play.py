"""Matches of Hearts, played card by card by legal and often by bad play; now and then somebody shoots the moon."""

PACK = [(suit, rank) for suit in "SHDC" for rank in range(2, 15)]
QUEEN, JACK, TEN = ("S", 12), ("D", 11), ("C", 10)
RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}
OUT = {3: [("D", 2)], 4: [], 5: [("D", 2), ("C", 2)], 6: [("D", 2), ("C", 2), ("D", 3), ("C", 3)]}


def bonus(rules):
    """The card that takes points off, and how many."""
    return {True: (JACK, 10), "five": (JACK, 5), "forty": (JACK, 40), "ten": (("D", 10), 10)}[rules.jack]


def way_of(table, number):
    """How many seats away each card that is passed in a hand goes; [] if all keep theirs."""
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

    def hurts(self, card):
        return card[0] == "H" or (card == QUEEN and self.rules.queen > 0)

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
        harmless = [card for card in able if not self.hurts(card)]
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
        if self.kitty and (self.rules.leftover == "first-trick" or any(map(self.hurts, cards))):
            self.piles[taker] += self.kitty
            self.kitty = []
        self.piles[taker] += cards
        return taker

    @property
    def facts(self):
        def taker(wanted):
            return next(seat for seat, pile in enumerate(self.piles) if wanted in pile)

        rules = self.rules
        facts = {"hearts": [sum(card[0] == "H" for card in pile) for pile in self.piles]}
        if rules.heart_values == "face":
            ranks = [[RANKS.get(rank, str(rank)) for suit, rank in pile if suit == "H"] for pile in self.piles]
            facts["heart_cards"] = [*map(" ".join, ranks)]
        if rules.queen:
            facts["queen"] = taker(QUEEN)
        if rules.jack:
            facts["jack"] = taker(bonus(rules)[0])
        if rules.ten:
            facts["ten"] = taker(TEN)
        moon = shooter_of(facts, rules) is not None
        able = [seat for seat, count in enumerate(facts["hearts"]) if not count and seat not in facts.values()]
        if rules.no_tricks and not moon and able:
            facts["no_tricks"] = [seat for seat in able if not self.piles[seat]]
        if moon and rules.moon == "choice" and self.rng.random() < 0.5:
            facts["moon_off"] = True
        return facts


def play(rng, table):
    """All hands of a match, with the points that each brings by seat."""
    rules, totals, number = table.rules, [0] * table.players, 0
    while not is_over(totals, rules):
        hand = Hand(rng, table, number)
        assert not hand.kitty or rules.leftover == "first-point"
        facts = hand.facts
        points = points_of(facts, totals, rules)
        after = marked(add(totals, points), rules)
        yield facts, [new - old for new, old in zip(after, totals, strict=True)]
        totals, number = after, number + 1


def points_of(facts, totals, rules):
    """The points of a hand before exactly the target goes back: a moon that would lose is taken off."""
    points, shooter = count(facts, rules), shooter_of(facts, rules)
    after = marked(add(totals, points), rules)
    is_lost = shooter is not None and is_over(after, rules) and shooter not in winners_of(after, rules)
    return count(facts | {"moon_off": True}, rules) if rules.moon == "loses" and is_lost else points


def add(totals, points):
    return [total + more for total, more in zip(totals, points, strict=True)]


def marked(totals, rules):
    """The totals as the table writes them down: exactly the target may go back."""
    back = {"half": rules.target // 2, "zero": 0}.get(rules.exact, rules.target)
    return [back if total == rules.target else total for total in totals]


def winners_of(totals, rules):
    best = rules.target if rules.exact == "wins" and rules.target in totals else min(totals)
    return [seat for seat, total in enumerate(totals) if total == best]


def is_over(totals, rules):
    if rules.exact == "wins" and rules.target in totals:
        return True
    return max(totals) >= rules.target and (rules.tie == "share" or len(winners_of(totals, rules)) == 1)


def shooter_of(facts, rules):
    if rules.moon == "none" or 13 not in facts["hearts"]:
        return None
    seat = facts["hearts"].index(13)
    if rules.jack and rules.moon_jack and facts["jack"] != seat:
        return None
    return seat if facts.get("queen", seat) == seat else None


def hearts_cost(facts, seat):
    if "heart_cards" not in facts:
        return facts["hearts"][seat]
    values = {"J": 11, "Q": 12, "K": 13, "A": 14}
    return sum(values.get(rank) or int(rank) for rank in facts["heart_cards"][seat].split())


def count(facts, rules):
    """Score a hand as people do on paper."""
    seats = range(len(facts["hearts"]))
    points = [hearts_cost(facts, seat) + rules.queen * (seat == facts.get("queen")) for seat in seats]
    shooter, every = shooter_of(facts, rules), sum(points)
    own = points[:]
    if shooter is not None:
        comes_off = rules.moon == "self" or facts.get("moon_off")
        points = [(-every if comes_off else 0) if seat == shooter else (0 if comes_off else every) for seat in seats]
        own = [points[seat] if seat == shooter else 0 for seat in seats]
    if rules.jack:
        for counted in (points, own):
            counted[facts["jack"]] -= bonus(rules)[1]
    if rules.ten:
        points[facts["ten"]] += own[facts["ten"]]
    for seat in facts.get("no_tricks", []):
        points[seat] -= rules.no_tricks
    return points
