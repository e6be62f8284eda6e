"""Rounds of Good Little Tricks, played card by card by legal and often by bad play."""

SUITS = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}


def play(rng, table):
    """All rounds of a match, with the points that each brings by seat."""
    rules = table.rules
    for number in range(rules.rounds):
        dealer = (table.first_dealer + number) % table.players
        end = Round(rng, table.players, dealer, deck=rules.deck, trump_lead=rules.trump_lead)
        yield end.facts, end.points(sweep=rules.sweep)


class Round:
    """A round at a table: shuffled, dealt and played to its end; `owners` has the seat that collected each suit."""

    def __init__(self, rng, players, dealer=0, *, deck=tuple(SUITS), trump_lead="never"):
        self.rng, self.players, self.deck, self.trump_lead = rng, players, deck, trump_lead
        cards = [(suit, rank) for suit in deck for rank in range(1, SUITS[suit] + 1)]
        rng.shuffle(cards)
        self.hands = [cards[seat::players] for seat in range(players)]
        self.display, self.owners, self.tricks = [], {}, 0
        leader = (dealer + 1) % players
        while self.hands[leader]:
            leader = self.play_trick(leader)

    @property
    def trump(self):
        return next(suit for suit in SUITS if suit in self.deck and suit not in self.owners)

    def play_trick(self, leader):
        trump, trick = self.trump, []
        for step in range(self.players):
            seat = (leader + step) % self.players
            hand = self.hands[seat]
            card = self.rng.choice(self.following(hand, trick[0][0][0]) if trick else self.leads(hand, trump))
            hand.remove(card)
            trick.append((card, seat))
        (led, _), _ = trick[0]
        _, winner = max(trick, key=lambda played: (played[0][0] == trump, played[0][0] == led, played[0][1]))
        self.tricks += 1
        self.display += [suit for (suit, _), _ in trick]
        complete = [suit for suit in self.deck if self.display.count(suit) == SUITS[suit]]
        self.owners |= {suit: winner for suit in complete if suit not in self.owners}
        return winner

    def leads(self, hand, trump):
        is_barred = self.trump_lead == "never" or (self.trump_lead == "first-trick" and not self.tricks)
        return [card for card in hand if not is_barred or card[0] != trump] or hand

    def following(self, hand, led):
        return [card for card in hand if card[0] == led] or hand

    @property
    def facts(self):
        return {"suits": {suit: self.owners[suit] for suit in self.deck}}

    def points(self, *, sweep=True):
        if sweep and len(set(self.owners.values())) == 1:
            whole = sum(SUITS[suit] for suit in self.deck)
            return [0 if seat == self.owners[self.deck[0]] else whole for seat in range(self.players)]
        return [sum(SUITS[suit] for suit in self.deck if self.owners[suit] == seat) for seat in range(self.players)]
