"""Matches of Wizard, played card by card by legal and often by bad play, with the box of 60 and a jubilee box."""

PACK = [*((suit, rank) for suit in "SHDC" for rank in range(2, 15)), *[("wizard", 0)] * 4, *[("jester", 0)] * 4]
JUBILEE = [("dragon", 0), ("fairy", 0), ("bomb", 0), ("cloud", 9.75), ("juggler", 7.5), ("werewolf", 0)]
SUITS = "SHDC"


def play(rng, table):
    """All rounds of a match, with the points that each brings by seat."""
    totals = [0] * table.players
    for number, cards in enumerate(sizes(table)):
        round_ = Round(rng, table, number, cards, totals)
        points = [20 + 10 * took if bid == took else -10 * abs(bid - took)
                  for bid, took in zip(round_.final_bids, round_.tricks, strict=True)]  # fmt: skip
        totals = [total + gained for total, gained in zip(totals, points, strict=True)]
        yield round_.facts, points


def sizes(table):
    rules, all_cards = table.rules, {3: 20, 4: 15, 5: 12, 6: 10}[table.players]
    half = {20: 10, 15: 8, 12: 6, 10: 5}[all_cards]
    both_ways = rules.hands in ("up-down", "down-up")
    most = min(rules.largest, all_cards) if rules.largest else half if both_ways else all_cards
    hands = {"up": [], "down": [], "up-down": [], "down-up": [], "by-two": [], "same": [most] * rules.same_hands}
    for cards in range(1, most + 1):
        hands["up"].append(cards)
        hands["down"].insert(0, cards)
        if cards % 2 or cards == most:
            hands["by-two"].append(cards)
    hands["up-down"] = hands["up"] + hands["down"][1:]
    hands["down-up"] = hands["down"] + hands["up"][1:]
    return hands[rules.hands]


class Round:
    """A round: shuffled, dealt, bid and played; `trump` is None without trumps."""

    def __init__(self, rng, table, number, cards, totals):
        self.rng, self.rules, players = rng, table.rules, table.players
        dealer = (table.first_dealer + number) % players
        self.order = [(dealer + 1 + step) % players for step in range(players)]
        pack = PACK + (JUBILEE if self.rules.deck == "jubilee" else [])
        rng.shuffle(pack)
        self.hands, rest = [pack[seat * cards :][:cards] for seat in range(players)], pack[players * cards :]
        self.trump = self.find_trump(rest)
        self.bids = [0] * players
        for seat in self.order:
            barred = self.barred(cards, dealer, totals) if seat == dealer else None
            self.bids[seat] = rng.choice([bid for bid in range(cards + 1) if bid != barred])
        self.final_bids, self.tricks, self.of_nobody = [*self.bids], [0] * players, 0
        leader = self.order[0]
        for _ in range(cards):
            leader = self.play_trick(leader, cards)

    def barred(self, cards, dealer, totals):
        even, others = cards - sum(self.bids), [total for seat, total in enumerate(totals) if seat != dealer]
        if self.rules.bidding != "in-turn" or not self.rules.hook:
            return None
        if self.rules.hook == "from-four":
            return even if cards >= 4 else None
        if self.rules.hook == "canadian":
            return even if totals[dealer] > max(others) and even != 0 else None
        return even

    def find_trump(self, rest):
        if any(card[0] == "werewolf" for hand in self.hands for card in hand):
            return self.rng.choice([*SUITS, None])
        turned = rest[0][0] if rest else "jester"
        if turned in ("jester", "bomb", "fairy"):
            return None
        return turned if turned in SUITS else self.rng.choice(SUITS)

    def play_trick(self, leader, cards):
        trick, at = [], self.order.index(leader)
        for seat in self.order[at:] + self.order[:at]:
            hand, led = self.hands[seat], self.suit_led([card for card, _ in trick])
            able = any(card[0] == led for card in hand)
            card = self.rng.choice([card for card in hand if not able or card[0] == led or card[0] not in SUITS])
            hand.remove(card)
            named = self.rng.choice(SUITS) if card[0] in ("cloud", "juggler") else card[0]
            trick.append(((named, card[1]), seat))
        winner = self.winner(trick)
        if any(card[0] == "bomb" for card, _ in trick):
            self.of_nobody += 1
            return winner
        self.tricks[winner] += 1
        if any(card[1] == 9.75 for card, _ in trick):
            bid = self.bids[winner]
            self.final_bids[winner] = self.rng.choice([one for one in (bid - 1, bid + 1) if 0 <= one <= cards])
        if any(card[1] == 7.5 for card, _ in trick):
            passed = [hand.pop() if hand else None for hand in self.hands]
            for seat, card in enumerate(passed):
                self.hands[(seat + 1) % len(passed)] += [card] if card else []
        return winner

    @staticmethod
    def suit_led(cards):
        """The first card that is not weak says which suit to follow: none after a Wizard or a Dragon."""
        first = next((card[0] for card in cards if card[0] not in ("jester", "fairy", "bomb", "werewolf")), None)
        return first if first and first in SUITS else None

    def winner(self, trick):
        kinds = [card[0] for card, _ in trick]
        if "dragon" in kinds:
            return trick[kinds.index("fairy" if "fairy" in kinds else "dragon")][1]
        if "wizard" in kinds:
            return trick[kinds.index("wizard")][1]
        suited = [(card, seat) for card, seat in trick if card[0] in SUITS]
        trumps = [one for one in suited if one[0][0] == self.trump]
        if suited:
            return max(trumps or [one for one in suited if one[0][0] == suited[0][0][0]], key=lambda one: one[0][1])[1]
        return next((seat for card, seat in trick if card[0] == "jester"), trick[0][1])

    @property
    def facts(self):
        facts = {"bids": self.bids, "tricks": self.tricks}
        if self.trump or self.rng.random() < 0.5:
            facts["trump"] = self.trump
        if self.of_nobody:
            facts["tricks_of_nobody"] = self.of_nobody
        if self.final_bids != self.bids:
            facts["bid_changes"] = [last - first for last, first in zip(self.final_bids, self.bids, strict=True)]
        return facts
