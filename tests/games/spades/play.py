"""Matches of Spades, dealt, bid and played card by card by legal and often by bad play."""


def play(rng, table):
    """Hands until a side wins, or twenty of them, with the points that each brings by side, as people count."""
    players, rules = table.players, table.rules
    sides = sides_of(players)
    totals, bags, sets, fell = *([0] * len(sides) for _ in range(3)), False
    for number in range(20):
        dealer = (table.first_dealer + number) % players
        facts = one_hand(rng, players, dealer, rules)
        for seats in sides if rules.minimum else ():
            while len(seats) > 1 and sum(facts["bids"][seat] for seat in seats) < rules.minimum:
                facts["bids"][rng.choice(seats)] += 1
        facts["blind"] = [
            seat
            for side, seats in enumerate(sides)
            for seat in seats
            if facts["bids"][seat] == 0 and far_behind(side, totals, rules) and rng.random() < 0.5
        ]
        if rng.random() < 0.1:
            facts["reneged"] = rng.randrange(len(sides))
        points = [count(side, seats, facts, bags, sets, rules, sides) for side, seats in enumerate(sides)]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        yield facts, points
        fell = fell or bool(rules.lost_at and min(totals) <= -rules.lost_at)
        if is_over(number + 1, totals, sets, rules, fell=fell):
            return


def is_over(hands, totals, sets, rules, *, fell):
    """Whether the match ends. `fell`: a side has been as low as loses it; climbing again does not help."""
    if rules.hands and hands == rules.hands:
        return True
    enough = max(totals) >= rules.target or fell
    alive = [total for total, times in zip(totals, sets, strict=True) if not rules.sets or times < rules.sets]
    if not enough and len(alive) == len(totals):
        return False
    alive = alive or totals
    return alive.count(max(alive)) == 1


def far_behind(side, totals, rules):
    best = max(total for other, total in enumerate(totals) if other != side)
    return rules.blind_behind is None or best - totals[side] >= rules.blind_behind


def sides_of(players):
    pairs = {4: [[0, 2], [1, 3]], 6: [[0, 3], [1, 4], [2, 5]]}
    return pairs.get(players, [[seat] for seat in range(players)])


def pack_of(players, rules):
    """The cards in play as suit and rank; what is high by house rule is a spade above the ace."""
    pack = [(suit, rank) for suit in "SHDC" for rank in range(2, 15)]
    removed = {3: [("C", 2)], 5: [("C", 2), ("D", 2)], 6: [("C", 2)]}.get(players, [])
    if rules.deck != "plain":
        pack += [("S", 18), ("S", 17)]
        removed = {3: [], 5: [("H", 2), ("C", 2), ("H", 3), ("C", 3)], 6: []}.get(players)
        if removed is None:
            removed = [("H", 2), ("C" if rules.deck == "deuces" else "D", 2)]
    high = {("S", 2): ("S", 15)} if rules.deck in ("deuce", "deuces") else {}
    high |= {("D", 2): ("S", 16)} if rules.deck == "deuces" else {}
    pack = [high.get(card, card) for card in pack if card not in removed]
    return pack * 2 if players == 6 else pack


def one_hand(rng, players, dealer, rules):
    pack = pack_of(players, rules)
    rng.shuffle(pack)
    size = 13 if players == 2 else len(pack) // players
    assert players == 2 or len(pack) == players * size
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


def count(side, seats, facts, bags, sets, rules, sides):
    """Score a side as people do on paper."""
    points = bid = took = wasted = 0
    for seat in seats:
        mine, got = facts["bids"][seat], facts["tricks"][seat]
        if mine == 0:
            worth = rules.nil * (2 if seat in facts["blind"] else 1)
            points += -worth if got else worth
            if rules.nil_tricks != "help" and len(seats) > 1:
                wasted += got * (rules.nil_tricks == "bags")
                continue
        bid, took = bid + mine, took + got
    took += moved_by_renege(side, facts, sides, rules)
    if facts.get("reneged") == side and rules.renege == "missed":
        sets[side] += bid > 0
        return points - lost(bid, rules)
    if took < bid:
        points -= lost(bid, rules)
        sets[side] += 1
        extra = wasted
    else:
        extra = took - bid + wasted
        points += won(bid, rules)
    points += extra * rules.bag_points
    bags[side] += extra
    penalties, bags[side] = pay(bags[side], rules)
    return points - penalties * cost_of_bags(rules)


def pay(bags, rules):
    """How often a count of bags costs its penalty, and what is left of it."""
    if not rules.bags_at or bags < rules.bags_at:
        return 0, bags
    return (1, 0) if rules.bags_after == "reset" else divmod(bags, rules.bags_at)


def cost_of_bags(rules):
    return rules.bags_cost + rules.penalty_takes_bags * (rules.bags_at or 0) * rules.bag_points


def moved_by_renege(side, facts, sides, rules):
    caught = facts.get("reneged")
    if caught is None or rules.renege == "missed":
        return 0
    three = min(3, usable(sides[caught], facts, rules))
    return -three if caught == side else three * (rules.renege == "given")


def usable(seats, facts, rules):
    """The tricks of a side that count for its bid."""
    help_ = rules.nil_tricks == "help" or len(seats) == 1
    return sum(facts["tricks"][seat] for seat in seats if facts["bids"][seat] or help_)


def won(bid, rules):
    best = 10 * bid
    if bid >= 10 and rules.ten == "fifty":
        best += 50
    if bid >= 10 and rules.ten == "double":
        best *= 2
    if bid >= 10 and rules.ten in ("made", "both"):
        best = 200
    if bid >= 13 and rules.thirteen:
        best = max(best, rules.thirteen)
    return best


def lost(bid, rules):
    if bid >= 10 and rules.ten == "double":
        return 20 * bid
    return 200 if bid >= 10 and rules.ten == "both" else 10 * bid
