"""Any match of Big Little, and a ledger kept the way a person would, a running count beside each name."""

from hypothesis import strategies as st

from tests.games.big_little.rounds import table
from tests.games.every_game import plain_sheet

HOUSE_RULES = {
    "penalty_at": st.one_of(st.none(), st.integers(2, 99), st.integers(2, 12)),
    "bags_after": st.sampled_from(["carry", "reset"]),
    "penalty_repeats": st.booleans(),
    "penalty_takes_bags": st.booleans(),
    "zero_bid_bonus": st.integers(0, 100),
    "largest_hand": st.sampled_from(["leave-one", "leave-three", "deal-all"]),
}


@st.composite
def matches(draw):
    players, rules = draw(st.integers(2, 13)), draw(st.fixed_dictionaries({}, optional=HOUSE_RULES))
    rng = draw(st.randoms(use_true_random=True))
    return players, rules, list(hands(rng, players, draw(st.integers(1, 30)), rules.get("largest_hand", "leave-one")))


def hands(rng, players, number, largest_hand):
    largest = {"leave-one": 53, "leave-three": 51, "deal-all": 54}[largest_hand] // players
    for cards in [min(k, 2 * largest - k) for k in range(1, 2 * largest)][:number]:
        takers = rng.choices(range(players), k=cards)
        yield rng.choices(range(min(cards, 3) + 1), k=players), [takers.count(seat) for seat in range(players)]


def second_scorer(rules, column):
    at, bonus = rules.get("penalty_at", 11), rules.get("zero_bid_bonus", 0)
    total = count = 0
    for bid, took in column:
        total += -10 * bid if took < bid else bonus if bid == took == 0 else 9 * bid + took
        count += max(0, took - bid)
        for _ in range(99 if rules.get("penalty_repeats", True) else 1):
            if at is not None and count >= at:
                total -= 110 if rules.get("penalty_takes_bags") else 100
                count = 0 if rules.get("bags_after") == "reset" else count - 10
    return total, count


def sheets():
    return matches().map(lambda match: sheet(*match))


def sheet(players, rules, hands):
    return plain_sheet(table(players, **rules), [{"bids": bids, "tricks": tricks} for bids, tricks in hands])
