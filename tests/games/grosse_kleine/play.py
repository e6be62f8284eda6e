"""Rounds of Das Grosse und das kleine A, played card by card by legal and often by bad play."""

from collections import Counter

BOX = Counter({str(face): 8 for face in range(1, 14)}) + Counter({"J": 4})
HELD = {str(face): face for face in range(1, 14)} | {"J": 14, "a": 15, "A": 20}
PILED = HELD | {"J": 1, "a": 0}


def play(rng, table):
    """All rounds of a match, some with hands counted at the table, and the points that each brings by seat."""
    rules = table.rules
    for number in range(rules.rounds):
        dealer = (table.first_dealer + number) % table.players
        end = Round(rng, table.players, dealer, deal=rules.deal, end=rules.end, a_tie=rules.a_tie)
        yield rng.choice([end.facts, end.counted_facts]), end.points


class Round:
    """A round at a table: shuffled, dealt and played to its end; `pile` is the seat and the cards of the a trick."""

    def __init__(self, rng, players, dealer=0, *, deal="all", end="finish-a-trick", a_tie="first"):
        self.rng, self.players = rng, players
        self.at_once, self.last_of_equal = end == "at-once", a_tie == "last"
        self.hands, self.pile = [[] for _ in range(players)], None
        self.middle, self.fresh, self.is_over = ["a", "A"], None, False
        # How this table plays: how often somebody passes, leads an A card, and holds back cards of a set.
        self.passing, self.a_leading, self.holding_back = (rng.choice([0, 0.2, 0.5, 0.9]) for _ in range(3))
        self.deal_cards((dealer + 1) % players, min(13, 108 // players) * players if deal == "thirteen" else 108)
        leader = (dealer + 1) % players
        while not self.is_over:
            leader = self.play_trick(leader)

    def deal_cards(self, first, dealt):
        cards = self.rng.sample([*BOX.elements()], dealt)
        for place, card in enumerate(cards):
            self.hands[(first + place) % self.players].append(card)

    def play_trick(self, leader):
        hand = self.hands[leader]
        a_cards = [card for card in hand if card in ("a", "A") and card != self.fresh]
        self.fresh = None
        others = [card for card in hand if card not in ("a", "A")]
        if a_cards and (not others or self.rng.random() < self.a_leading):
            return self.play_a_trick(leader, self.rng.choice(a_cards))
        return self.play_ordinary_trick(leader)

    def play_ordinary_trick(self, leader):
        value, cards = self.rng.choice(self.sets(leader, 0))
        if self.rng.random() < self.holding_back:
            del cards[self.rng.randint(1, len(cards)) :]
            value = 14 if cards[0] == "J" else value
        turn = taker = leader
        while True:
            if cards:
                taker, highest, size = turn, value, len(cards)
                for card in cards:
                    self.hands[turn].remove(card)
                if not self.hands[turn]:
                    self.is_over = True
                    return taker
            turn = (turn + 1) % self.players
            if turn == taker:
                break
            higher = self.sets(turn, highest, size)
            value, cards = (0, []) if not higher or self.rng.random() < self.passing else self.rng.choice(higher)
        if self.middle:
            self.fresh = self.middle.pop(0)
            self.hands[taker].append(self.fresh)
        return taker

    def sets(self, seat, above, size=None):
        """The sets of one hand above a value: of a size, else as large as they can be; numbers before jokers."""
        hand = Counter(self.hands[seat])
        jokers = ["J"] * hand["J"]
        found = [(14, jokers)] if jokers and above < 14 else []
        numbers = [face for face in range(above + 1, 14) if hand[str(face)]]
        found += [(face, [str(face)] * hand[str(face)] + jokers) for face in numbers]
        return [(value, cards[:size]) for value, cards in found if not size or len(cards) >= size]

    def play_a_trick(self, leader, a_card):
        self.hands[leader].remove(a_card)
        out = not self.hands[leader]
        trick, taker, best = [], None, -1
        for step in range(1, self.players):
            if out and self.at_once:
                break
            seat = (leader + step) % self.players
            playable = [card for card in self.hands[seat] if card not in ("a", "A")]
            if not playable:
                continue
            card = self.rng.choice(playable)
            self.hands[seat].remove(card)
            out |= not self.hands[seat]
            trick.append(card)
            worth = PILED[card]
            if worth > best or (worth == best and self.last_of_equal):
                taker, best = seat, worth
        self.is_over = out
        if out and self.at_once:
            return leader
        if a_card == "a":
            self.pile = taker, trick
        else:
            self.hands[taker] += [*trick, "A"]
            self.fresh = "A"
        return taker

    @property
    def facts(self):
        """As they stand in a scoresheet, every hand by its cards."""
        pile = {"pile": {"seat": self.pile[0], "cards": " ".join(self.pile[1])}} if self.pile else {}
        return {"left": [" ".join(hand) for hand in self.hands]} | pile

    @property
    def points(self):
        counted = [sum(HELD[card] for card in hand) for hand in self.hands]
        if self.pile:
            counted[self.pile[0]] += sum(PILED[card] for card in self.pile[1])
        return counted

    @property
    def counted_facts(self):
        """The same with some hands, and perhaps the pile, as points counted at the table."""
        facts = self.facts
        facts["left"] = [
            sum(HELD[card] for card in hand.split()) if self.rng.random() < 0.5 else hand for hand in facts["left"]
        ]
        if self.pile and self.rng.random() < 0.5:
            facts["pile"]["cards"] = sum(PILED[card] for card in self.pile[1])
        return facts
