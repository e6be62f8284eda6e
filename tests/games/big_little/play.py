"""Matches of Big Little, played card by card by legal and often by bad play."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "LJ", "BJ"]
DECK = [(suit, rank) for suit in "SHDC" for rank in RANKS[:13]] + [("joker", "LJ"), ("joker", "BJ")]


class Hand:
    """A hand of so many cards: shuffled, dealt, bid and played; `trump` is None if no suit was turned up."""

    def __init__(self, rng, players, dealer, cards, *, hook=False):
        pack = rng.sample(DECK, len(DECK))
        self.rng, self.order = rng, [(dealer + 1 + step) % players for step in range(players)]
        self.hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
        self.trump = next((suit for suit, _ in pack[players * cards :] if suit != "joker"), None)
        self.bids, self.tricks = [0] * players, [0] * players
        for seat in self.order:
            barred = cards - sum(self.bids) if hook and seat == dealer else None
            self.bids[seat] = rng.choice([bid for bid in range(cards + 1) if bid != barred])
        leader = max(self.order, key=lambda seat: self.bids[seat])
        for _ in range(cards):
            leader = self.play_trick(leader)
            self.tricks[leader] += 1

    def suit(self, card):
        return self.trump if card[0] == "joker" and self.trump else card[0]

    def play_trick(self, leader):
        trick, at = [], self.order.index(leader)
        for seat in self.order[at:] + self.order[:at]:
            hand = self.hands[seat]
            card = self.rng.choice(self.following(hand, trick[0][0]) if trick else hand)
            hand.remove(card)
            trick.append((card, seat))
        led, trump = self.suit(trick[0][0]), self.trump or "joker"
        return max(trick, key=lambda played: self.strength(played[0], led, trump))[1]

    def strength(self, card, led, trump):
        return self.suit(card) == trump, self.suit(card) == led, RANKS.index(card[1])

    def following(self, hand, led):
        same = [card for card in hand if self.suit(card) == self.suit(led)]
        if led[1] == "BJ" and same:
            return [max(same, key=lambda card: RANKS.index(card[1]))]
        return same or hand

    @property
    def facts(self):
        return {"bids": self.bids, "tricks": self.tricks, "trump": self.trump}


def play(rng, table):
    """All hands of a match, with the points that each brings by seat."""
    rules, players = table.rules, table.players
    most = (54 - {"leave-one": 1, "leave-three": 3, "deal-all": 0}[rules.largest_hand]) // players
    bags = [0] * players
    for number, cards in enumerate([*range(1, most + 1), *range(most - 1, 0, -1)]):
        hand = Hand(rng, players, (table.first_dealer + number) % players, cards, hook=rules.hook)
        yield hand.facts, [count(seat, hand, bags, rules) for seat in range(players)]


def count(seat, hand, bags, rules):
    bid, took = hand.bids[seat], hand.tricks[seat]
    points = -10 * bid if took < bid else rules.zero_bid_bonus if bid == took == 0 else 10 * bid + took - bid
    bags[seat] += max(0, took - bid)
    while rules.penalty_at is not None and bags[seat] >= rules.penalty_at:
        points -= 110 if rules.penalty_takes_bags else 100
        bags[seat] = 0 if rules.bags_after == "reset" else bags[seat] - 10
        if not rules.penalty_repeats:
            break
    return points
