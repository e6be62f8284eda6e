"""Maverick played card by card, at random: what the table writes down, and the points counted from the cards."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "SHDC" for rank in RANKS] + ["LJ", "BJ"]
JOKERS = ["LJ", "BJ"]
# Ways to pick one of the legal cards, sorted from low to high.
PICK = {
    "wild": lambda rng, cards: rng.choice(cards),
    "high": lambda _, cards: cards[-1],
    "low": lambda _, cards: cards[0],
}


def play(rng, table):
    """Yield the facts and the points by side of each hand until the match is over."""
    rules, totals, hands = table.rules.in_force, [0, 0], 0
    while not is_over(rules["ends"], totals, hands):
        facts, points = play_hand(rng, rules, totals)
        yield facts, points
        totals, hands = [total + more for total, more in zip(totals, points, strict=True)], hands + 1


def is_over(ends, totals, hands):
    if ends == "open":
        return False
    return hands == ends.get("hands") or (max(totals) >= ends.get("target", 10**6) and totals[0] != totals[1])


def play_hand(rng, rules, totals):
    """Bid blind, deal, turn two up, pass two on, bid null or bling, play, count."""
    bids = add_bids(rng, rules, totals, ["blind"], [])
    cards = shuffled_pack(rng)
    turned, hands = cards[52:], [cards[seat:52:4] for seat in range(4)]
    trump, adder = suits_turned(turned, rules)
    pass_two_cards(rng, hands)
    bids = add_bids(rng, rules, totals, ["null", "bling"], bids)
    taken, reneges = play_cards(rng, hands, trump)
    tricks = [trick_facts(seat % 2, trick, trump, adder) for seat, trick in taken]
    takers = {seat for seat, _ in taken}
    facts = {"bids": [with_took_trick(bid, takers) for bid in bids]}
    facts["reneges"] = reneges
    if rng.random() < 0.7:
        facts["turned"] = turned
    points_by_side = [sum(worth(trick) for trick in tricks if trick["side"] == side) for side in (0, 1)]
    books = [sum(trick["side"] == side and trick.get("adders") == 4 for trick in tricks) for side in (0, 1)]
    facts |= rng.choice([{"tricks": tricks}, {"points": points_by_side, "books": books}])
    made = {
        "null": lambda seat: seat not in takers,
        "blind": lambda seat: points_by_side[seat % 2] > points_by_side[1 - seat % 2],
        "bling": lambda seat: books[seat % 2] >= 3,
    }
    outcomes = [(bid["seat"] % 2, bid["bid"], made[bid["bid"]](bid["seat"])) for bid in bids]
    return facts, [
        settle(
            points_by_side[side], [(bid, won) for bidder, bid, won in outcomes if bidder == side], totals[side], rules
        )
        - 4 * reneges.count(side)
        for side in (0, 1)
    ]


def with_took_trick(bid, takers):
    return bid | ({"took_trick": bid["seat"] in takers} if bid["bid"] == "null" else {})


def add_bids(rng, rules, totals, kinds, before):
    """Add bids to those made before: one for a pair, or several by house rule, each if the pair's total allows it."""
    bids = list(before)
    for seat in range(4):
        for bid in kinds:
            total = totals[seat % 2]
            is_open = {"null": True, "blind": total <= -5, "bling": total >= 7}[bid]
            alone = all(other["seat"] % 2 != seat % 2 for other in bids)
            if is_open and (alone or rules.get("stack")) and rng.random() < 0.25:
                bids.append({"seat": seat, "bid": bid})
    return bids


def shuffled_pack(rng):
    """The pack; badly shuffled at times, so that one suit lies together."""
    cards = list(PACK)
    if rng.random() < 0.6:
        rng.shuffle(cards)
        return cards
    blocks = [rng.sample(cards[at : at + 13], len(cards[at : at + 13])) for at in range(0, len(cards), 13)]
    rng.shuffle(blocks)
    cards = [card for block in blocks for card in block]
    for _ in range(rng.randrange(12)):
        first, second = rng.randrange(54), rng.randrange(54)
        cards[first], cards[second] = cards[second], cards[first]
    cut = rng.randrange(54)
    return cards[cut:] + cards[:cut]


def suits_turned(turned, rules):
    """Trump and adder: the suits of the higher and of the lower card."""
    first_card, second_card = turned
    if first_card in JOKERS or second_card in JOKERS or first_card[-1] == second_card[-1]:
        return "S", "D"
    first, second = RANKS.index(first_card[:-1]), RANKS.index(second_card[:-1])
    if first == second and rules.get("equal_ranks") != "first-card":
        return "S", "D"
    suits = first_card[-1], second_card[-1]
    return suits if first >= second else suits[::-1]


def pass_two_cards(rng, hands):
    passed = [rng.sample(hand, 2) for hand in hands]
    for seat, cards in enumerate(passed):
        for card in cards:
            hands[seat].remove(card)
            hands[(seat + 1) % 4].append(card)


def play_cards(rng, hands, trump):
    """Return each trick as (seat that took it, cards), and the sides that reneged."""
    ways, leader = [rng.choice(list(PICK)) for _ in range(4)], rng.randrange(4)
    taken, reneges = [], []
    for _ in range(13):
        trick = []
        for step in range(4):
            seat = (leader + step) % 4
            allowed = legal(hands[seat], trick[0] if trick else None, trump)
            illegal = [card for card in hands[seat] if card not in allowed]
            if illegal and rng.random() < 0.01:
                reneges.append(seat % 2)
                allowed = illegal
            card = PICK[ways[seat]](rng, sorted(allowed, key=lambda card: strength(card, card, trump)))
            hands[seat].remove(card)
            trick.append(card)
        best = max(range(4), key=lambda step: strength(trick[step], trick[0], trump))
        leader = (leader + best) % 4
        taken.append((leader, trick))
    return taken, reneges


def suit_of(card, trump):
    return trump if card in JOKERS else card[-1]


def legal(hand, led, trump):
    """The suit led, else trumps, else anything."""
    for suit in [suit_of(led, trump), trump] if led else []:
        if in_suit := [card for card in hand if suit_of(card, trump) == suit]:
            return in_suit
    return hand


def strength(card, led, trump):
    suit = suit_of(card, trump)
    rank = 13 + JOKERS.index(card) if card in JOKERS else RANKS.index(card[:-1])
    return (2 if suit == trump else suit == suit_of(led, trump), rank)


def trick_facts(side, trick, trump, adder):
    """Return the trick as a scoresheet has it."""
    suits = [suit_of(card, trump) for card in trick]
    if adder in suits:
        return {"side": side, "kind": "adders", "adders": suits.count(adder)}
    return {"side": side, "kind": {0: "plain", 4: "all-trump"}.get(suits.count(trump), "trump")}


def worth(trick):
    return {"all-trump": -4, "trump": -1, "plain": 1, "adders": 1}[trick["kind"]] + trick.get("adders", 0)


def settle(hand, outcomes, total, rules):
    """Return the points of a hand after a pair's bids: null, then blind, then bling. `outcomes`: (bid, was it made)."""
    nulls = [made for bid, made in outcomes if bid == "null"]
    lost = nulls.count(False)
    if lost:
        hand = (hand if hand < 0 and rules.get("null_lost") == "keep-negative" else 0) - lost
    for _ in nulls if not lost else ():
        below = hand < 0 or (hand == 0 and rules.get("null_zero") == "one")
        hand = 1 if below else 3 * hand
    for made in (made for bid, made in outcomes if bid == "blind"):
        if made:
            hand *= 2 if hand > 0 or rules.get("blind_negative") == "double" else 1
        else:
            hand = -3 if rules.get("blind_lost") == "replace" else hand - 3
    for made in (made for bid, made in outcomes if bid == "bling"):
        if made:
            hand *= 2 if hand > 0 or rules.get("bling_negative") == "double" else 1
        elif rules.get("bling_lost") != "total-then-hand":
            hand = 0
    loses_total = ("bling", False) in outcomes and rules.get("bling_lost") != "hand"
    return hand - (total if loses_total else 0)
