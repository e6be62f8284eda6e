"""Any hand and any match of Maverick, under any house rules: strategies for hypothesis."""

from hypothesis import strategies as st

from games.core.schema import read
from games.maverick.cards import DECK, turn_up
from games.maverick.facts import Facts
from games.maverick.game import GAME
from tests.games.maverick.rounds import adders, table, trick


@st.composite
def tricks(draw, in_play):
    """Any thirteen tricks that hold so many adders."""
    numbers = []
    while sum(numbers) < in_play:
        missing = in_play - sum(numbers)
        numbers.append(draw(st.integers(min(missing, 4 if len(numbers) > 9 else 1), min(missing, 4))))
    rest = 13 - len(numbers)
    kinds = draw(
        st.lists(st.sampled_from(["all-trump", "trump", "plain"]), min_size=rest, max_size=rest).filter(
            lambda kinds: kinds.count("all-trump") <= 3
        )
    )
    side = st.integers(0, 1)
    taken = [trick(draw(side), kind) for kind in kinds]
    taken += [one for number in numbers for one in adders(draw(side), number)]
    return draw(st.permutations(taken))


codes = st.sampled_from(sorted(DECK))
two_cards = st.lists(codes, min_size=2, max_size=2, unique=True)
bids = st.lists(
    st.builds(
        lambda seat, bid: {"seat": seat, "bid": bid}, st.integers(0, 3), st.sampled_from(["null", "blind", "bling"])
    ),
    max_size=5,
)


@st.composite
def facts(draw, state):
    """Any whole hand that may follow, with tricks or counted."""
    hand = {"reneges": draw(st.lists(st.integers(0, 1), max_size=3))}
    in_play = draw(st.integers(11, 13))
    if draw(st.booleans()):
        hand["turned"] = draw(two_cards)
        in_play = turn_up(hand["turned"], state.rules).adders
    if draw(st.booleans()):
        hand["tricks"] = draw(tricks(in_play))
    else:
        ours = draw(st.integers(-15, in_play + 13))
        hand["points"] = [ours, draw(st.integers(-15, in_play + 13 - max(ours, 0)))]
        books = draw(st.integers(0, in_play // 4))
        hand["books"] = draw(st.permutations([books, in_play // 4 - books]))
    hand["bids"] = [judged(bid, hand, draw(st.booleans())) for bid in draw(bids)]
    hand["bids"] = allowed(hand["bids"], state)
    return hand


def judged(bid, hand, took_trick):
    """Add to a null whether a trick was taken."""
    if bid["bid"] != "null":
        return bid
    none = "tricks" in hand and all(one["side"] != bid["seat"] % 2 for one in hand["tricks"])
    return {**bid, "took_trick": took_trick and not none}


def allowed(bids, state):
    """Keep the bids that may be made together, at these totals."""
    kept = []
    for bid in bids:
        total = state.totals[bid["seat"] % 2]
        may = {"null": True, "blind": total <= -5, "bling": total >= 7}[bid["bid"]]
        beside = [one for one in kept if one["seat"] % 2 == bid["seat"] % 2]
        twice = any((one["seat"], one["bid"]) == (bid["seat"], bid["bid"]) for one in beside)
        if may and not twice and (state.rules.stack or not beside):
            kept.append(bid)
    return kept


house_rules = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from(
            [*option.presets(), *([{"target": 15}, {"hands": 2}] if option.name == "ends" else [])]
        )
        for option in GAME.house_rules
    },
)


@st.composite
def matches(draw, most=6):
    """Any match: the table, and the facts of its hands."""
    state = start = table(**draw(house_rules))
    hands = []
    for _ in range(draw(st.integers(1, most))):
        if GAME.finish(state) is None:
            hands.append(draw(facts(state)))
            state = GAME.play(state, read(hands[-1], Facts))
    return start, hands


def sheets():
    """Any scoresheet of two hands at most."""
    return matches(most=2).map(sheet)


def sheet(match):
    start, hands = match
    rules = start.rules.differing
    return {"scoresheet": 1, "game": GAME.key, "players": [*start.names], "house_rules": rules, "rounds": hands}
