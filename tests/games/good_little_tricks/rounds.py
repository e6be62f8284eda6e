"""Tables, rounds and questions of Good Little Tricks."""

from hypothesis import strategies as st

from games.core.referee import answer
from games.core.schema import plain, read
from games.good_little_tricks.facts import SIZES, Facts, house_decks
from games.good_little_tricks.game import GAME
from tests.games.every_game import plain_sheet

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
WITHOUT_PURPLE = [suit for suit in SIZES if suit != "purple"]


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
    tricks = sum(SIZES[suit] for suit in deck) // players
    owners = st.lists(st.integers(0, players - 1), min_size=len(deck), max_size=len(deck))
    rounds = draw(st.lists(owners.filter(lambda seats: len(set(seats)) <= tricks), max_size=20))
    records = [collected(**dict(zip(deck, owners, strict=True))) for owners in rounds]
    return state, records[: state.rules.rounds]


def sheets():
    return matches().map(lambda match: plain_sheet(match[0], [plain(facts) for facts in match[1]]))


def ruling(ask, **given):
    return answer(GAME, {"ask": ask, **given})
