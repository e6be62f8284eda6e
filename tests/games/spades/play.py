"""Matches of Spades, dealt, bid and played card by card by legal and often by bad play."""


def play(rng, table):
    """Hands until a side wins, or twenty of them, with the points that each brings by side, as people count."""
    players, rules = table.players, table.rules
    sides = [[0, 2], [1, 3]] if players == 4 else [[seat] for seat in range(players)]
    totals, bags = [0] * len(sides), [0] * len(sides)
    for number in range(20):
        dealer = (table.first_dealer + number) % players
        facts = one_hand(rng, players, dealer, rules)
        facts["blind"] = [
            seat
            for side, seats in enumerate(sides)
            for seat in seats
            if facts["bids"][seat] == 0 and far_behind(side, totals, rules) and rng.random() < 0.5
        ]
        if rng.random() < 0.1:
            facts["reneged"] = rng.randrange(len(sides))
        points = [count(side, seats, facts, bags, rules) for side, seats in enumerate(sides)]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        yield facts, points
        if max(totals) >= rules.target and totals.count(max(totals)) == 1:
            return


def far_behind(side, totals, rules):
    best = max(total for other, total in enumerate(totals) if other != side)
    return rules.blind_behind is None or best - totals[side] >= rules.blind_behind


def one_hand(rng, players, dealer, rules):
    pack = [(suit, rank) for suit in "SHDC" for rank in range(2, 15) if players == 4 or (suit, rank) != ("C", 2)]
    rng.shuffle(pack)
    size = len(pack) // players
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
    bids = [max(0, sum(rank > 11 for _, rank in hand) + rng.choice([-2, -1, 0, 0, 1])) for hand in hands]
    tricks, leader, broken = [0] * players, (dealer + 1) % players, not rules.broken
    for _ in range(size):
        trick = []
        for step in range(players):
            seat = (leader + step) % players
            hand = hands[seat]
            if trick:
                able = [card for card in hand if card[0] == trick[0][0][0]] or hand
            else:
                able = [card for card in hand if broken or card[0] != "S"] or hand
            card = rng.choice(able)
            hand.remove(card)
            broken = broken or card[0] == "S"
            trick.append((card, seat))
        led = trick[0][0][0]
        leader = max(trick, key=lambda one: (one[0][0] == "S", one[0][0] == led, one[0][1]))[1]
        tricks[leader] += 1
    return {"bids": bids, "tricks": tricks}


def count(side, seats, facts, bags, rules):
    """What people write down for a side."""
    points = bid = took = wasted = 0
    for seat in seats:
        mine, got = facts["bids"][seat], facts["tricks"][seat]
        if mine == 0:
            worth = rules.nil * (2 if seat in facts["blind"] else 1)
            points += -worth if got else worth
            if rules.nil_tricks == "bags":
                wasted += got
                continue
        bid, took = bid + mine, took + got
    if facts.get("reneged") == side:
        return points - 10 * bid
    if took < bid:
        points -= 10 * bid
        extra = wasted
    else:
        extra = took - bid + wasted
        points += 10 * bid
    points += extra
    bags[side] += extra
    if rules.bags_at:
        points -= 100 * (bags[side] // rules.bags_at)
        bags[side] %= rules.bags_at
    return points
