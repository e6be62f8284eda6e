"""Any hand and any match of Maverick, under any house rules: strategies for hypothesis."""

from hypothesis import strategies as st

from games.core.schema import read
from games.maverick.cards import DECK, kind_of, turn_up
from games.maverick.facts import Facts
from games.maverick.game import GAME
from tests.games.every_game import plain_sheet
from tests.games.maverick.play import judged, worth
from tests.games.maverick.rounds import table, trick

codes = st.sampled_from(sorted(DECK))
rngs = st.randoms(use_true_random=True)


def tricks(rng, turned, rules):
    """Any thirteen tricks of the cards that are not turned up, alike or mixed."""
    found = turn_up(turned, rules)
    cards = [card for code, card in DECK.items() if code not in turned]
    for _ in range(rng.randint(0, 60)):
        here, there = rng.randrange(52), rng.randrange(52)
        cards[here], cards[there] = cards[there], cards[here]
    kinds = [kind_of(cards[at : at + 4], found.trump, found.adder) for at in range(0, 52, 4)]
    taken = [trick(rng.randint(0, 1), kind) | ({"adders": held} if held else {}) for kind, held in kinds]
    return rng.sample(taken, 13)


def facts(rng, state):
    """Any whole hand that may follow, with tricks or counted."""
    hand = {"reneges": rng.choices([0, 1], k=rng.randint(0, 3))}
    turned = rng.sample(sorted(DECK), 2)
    if rng.random() < 0.5:
        hand["turned"] = turned
    taken = tricks(rng, turned, state.rules)
    if rng.random() < 0.5:
        hand["tricks"] = taken
    else:
        hand["points"] = [sum(worth(one) for one in taken if one["side"] == side) for side in (0, 1)]
        hand["books"] = [sum(one["side"] == side and one.get("adders") == 4 for one in taken) for side in (0, 1)]
    takers = {one["side"] + rng.choice([0, 2]) for one in taken}
    hand["bids"] = []
    for _ in range(rng.randint(0, 5)):
        bid = {"seat": rng.randint(0, 3), "bid": rng.choice(["null", "blind", "bling"])}
        if may_be_made(bid, hand["bids"], state):
            hand["bids"].append(judged(bid, takers))
    return hand


def may_be_made(bid, earlier, state):
    """Whether a bid may be made at this total, beside the earlier ones of its pair."""
    total = state.totals[bid["seat"] % 2]
    beside = [one for one in earlier if one["seat"] % 2 == bid["seat"] % 2]
    twice = any((one["seat"], one["bid"]) == (bid["seat"], bid["bid"]) for one in beside)
    may = {"null": True, "blind": total <= -5, "bling": total >= 7}[bid["bid"]]
    return may and not twice and (state.rules.stack or not beside)


ENDS = [{"target": 15}, {"hands": 2}]
house_rules = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from([*option.presets(), *(ENDS if option.name == "ends" else [])])
        for option in GAME.house_rules
    },
)


@st.composite
def matches(draw, most=6):
    """Any match: the table, and the facts of its hands."""
    state = start = table(**draw(house_rules))
    hands, rng = [], draw(rngs)
    for _ in range(draw(st.integers(1, most))):
        if GAME.finish(state) is None:
            hands.append(facts(rng, state))
            state = GAME.play(state, read(hands[-1], Facts))
    return start, hands


def sheets():
    """Any scoresheet of two hands at most."""
    return matches(most=2).map(lambda match: plain_sheet(*match))
