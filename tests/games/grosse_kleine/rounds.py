"""Tables, rounds and questions of Das Grosse und das kleine A."""

from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.referee import ask
from games.core.schema import plain, read
from games.grosse_kleine.facts import Facts
from games.grosse_kleine.game import GAME
from tests.games import every_game
from tests.games.grosse_kleine.play import Round

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")
HUGE = 10**4000
HOUSE_RULES = {"deal": ["all", "thirteen"], "end": ["finish-a-trick", "at-once"], "a_tie": ["first", "last"]}


def table(players=4, **rules):
    return GAME.table(NAMES[:players], 0, rules)


def recorded(*left, pile=None):
    return read({"left": left} | ({"pile": {"seat": pile[0], "cards": pile[1]}} if pile else {}), Facts)


def played(facts, **rules):
    """Play a round; the table insists on it where correct play cannot bring it."""
    return GAME.play(table(len(facts.left), **rules), replace(facts, irregular=True)).rounds[-1]


def refusal(*left, pile=None, **rules):
    """Return what is said where a round cannot be though the table insists, and the fact it is about."""
    return every_game.refusal(played, recorded(*left, pile=pile), **rules)


def worth(cards, joker, little_a):
    """Count cards as a player would, card by card."""
    return sum({"J": joker, "a": little_a, "A": 20}[card] if card in "JaA" else int(card) for card in cards.split())


@st.composite
def legal_rounds(draw, **rules):
    """Play a round by the rules: the round, and the table before it."""
    players = draw(st.integers(3, 9))
    dealer = draw(st.integers(0, players - 1))
    rules = {name: draw(st.sampled_from(HOUSE_RULES[name])) for name in HOUSE_RULES} | rules
    end = Round(Random(draw(st.integers(0, 2**32))), players, dealer, **rules)
    return end, GAME.table(NAMES[:players], dealer, rules)


def rounds():
    """Any facts of a round by the default rules, some of it counted as numbers."""
    default = {"deal": "all", "end": "finish-a-trick", "a_tie": "first"}
    return legal_rounds(**default).map(lambda one: read(one[0].counted_facts, Facts))


def sheets():
    """Any scoresheet of one round."""
    return rounds().map(lambda facts: every_game.plain_sheet(table(len(facts.left)), [plain(facts)]))


def ruling(kind, **given):
    """Return the answer and its rule."""
    answer, _, rule, _ = ask(GAME, {"ask": kind, **given})
    return answer, rule


def why(kind, **given):
    return ask(GAME, {"ask": kind, **given}).why


def unanswered(kind, **given):
    return every_game.refusal(ask, GAME, {"ask": kind, **given})
