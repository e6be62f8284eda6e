"""Any hand and any match of Maverick, under any house rules: strategies for hypothesis."""

from hypothesis import strategies as st

from games.core.schema import read
from games.maverick.cards import DECK, turn_up
from games.maverick.facts import Facts
from games.maverick.game import GAME
from tests.games.every_game import plain_sheet
from tests.games.maverick.rounds import adders, table, trick

codes = st.sampled_from(sorted(DECK))
lucks = st.randoms(use_true_random=True)


def tricks(luck, in_play):
    numbers = []
    while missing := in_play - sum(numbers):
        numbers.append(luck.randint(min(missing, 4 if len(numbers) > 9 else 1), min(missing, 4)))
    four_trumps = ["all-trump"] * luck.randint(0, min(3, 13 - len(numbers)))
    kinds = four_trumps + luck.choices(["trump", "plain"], k=13 - len(numbers) - len(four_trumps))
    taken = [trick(luck.randint(0, 1), kind) for kind in kinds]
    taken += [one for number in numbers for one in adders(luck.randint(0, 1), number)]
    return luck.sample(taken, 13)


def facts(luck, state):
    """Any whole hand that may follow, with tricks or counted."""
    hand = {"reneges": luck.choices([0, 1], k=luck.randint(0, 3))}
    in_play = luck.randint(11, 13)
    if luck.random() < 0.5:
        hand["turned"] = luck.sample(sorted(DECK), 2)
        in_play = turn_up(hand["turned"], state.rules).adders
    if luck.random() < 0.5:
        hand["tricks"] = tricks(luck, in_play)
    else:
        ours = luck.randint(-15, in_play + 13)
        hand["points"] = [ours, luck.randint(-15, in_play + 13 - max(ours, 0))]
        books = luck.randint(0, in_play // 4)
        hand["books"] = luck.sample([books, in_play // 4 - books], 2)
    hand["bids"] = []
    for _ in range(luck.randint(0, 5)):
        bid = {"seat": luck.randint(0, 3), "bid": luck.choice(["null", "blind", "bling"])}
        if may_be_made(bid, hand["bids"], state):
            hand["bids"].append(judged(bid, hand, luck.random() < 0.5))
    return hand


def judged(bid, hand, took_trick):
    """Add to a null whether a trick was taken."""
    if bid["bid"] != "null":
        return bid
    none = "tricks" in hand and all(one["side"] != bid["seat"] % 2 for one in hand["tricks"])
    return {**bid, "took_trick": took_trick and not none}


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
    hands, luck = [], draw(lucks)
    for _ in range(draw(st.integers(1, most))):
        if GAME.finish(state) is None:
            hands.append(facts(luck, state))
            state = GAME.play(state, read(hands[-1], Facts))
    return start, hands


def sheets():
    return matches(most=2).map(lambda match: plain_sheet(*match))
