"""Tables, rounds and questions of Good Little Tricks."""

from games.core.referee import answer
from games.core.schema import read
from games.good_little_tricks.facts import SIZES, Facts
from games.good_little_tricks.game import GAME

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


def ruling(ask, **given):
    return answer(GAME, {"ask": ask, **given})
