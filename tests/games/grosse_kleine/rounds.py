"""Tables, rounds and questions of Das Grosse und das kleine A."""

from msgspec.structs import replace

from games.core.referee import ask
from games.core.schema import read
from games.grosse_kleine.facts import Facts
from games.grosse_kleine.game import GAME
from tests.games import every_game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")


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


def ruling(kind, **given):
    """Return the answer and its rule."""
    answer, _, rule, _ = ask(GAME, {"ask": kind, **given})
    return answer, rule


def why(kind, **given):
    return ask(GAME, {"ask": kind, **given}).why


def unanswered(kind, **given):
    return every_game.refusal(ask, GAME, {"ask": kind, **given})
