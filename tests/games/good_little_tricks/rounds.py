"""Tables, rounds and questions of Good Little Tricks."""

from hypothesis import strategies as st

from games.core.referee import answer
from games.core.schema import plain, read
from games.good_little_tricks.facts import SIZES, Facts, house_decks
from games.good_little_tricks.game import GAME

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


def table(players=3, **rules):
    return GAME.table(NAMES[:players], 0, rules)


def collected(**owners):
    return read({"suits": owners}, Facts)


def all_six(*owners):
    return collected(**dict(zip(SIZES, owners, strict=True)))


def played(facts, state=None):
    return GAME.play(state or table(), facts).rounds[-1]


@st.composite
def matches(draw):
    players = draw(st.integers(2, 5))
    deck = draw(st.sampled_from(house_decks(players)))
    state = table(players, deck=list(deck), sweep=draw(st.booleans()), rounds=draw(st.integers(1, 20)))
    rounds = draw(st.lists(st.lists(st.integers(0, players - 1), min_size=len(deck), max_size=len(deck)), max_size=20))
    records = [collected(**dict(zip(deck, owners, strict=True))) for owners in rounds]
    return state, records[: state.rules.rounds]


WITHOUT_PURPLE = [suit for suit in SIZES if suit != "purple"]


def sheets():
    """Any scoresheet."""
    return matches().map(lambda match: sheet(*match))


def sheet(state, records):
    players, rules, rounds = [*state.names], state.rules.differing, [plain(facts) for facts in records]
    return {"scoresheet": 1, "game": GAME.key, "players": players, "house_rules": rules, "rounds": rounds}


def ruling(ask, **given):
    return answer(GAME, {"ask": ask, **given})


def legal(hand, led=None, trump="orange", **given):
    return ruling("legal", hand=hand, led=led, trump=trump, **given)["answer"]
