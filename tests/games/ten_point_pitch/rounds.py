"""Tables, hands, questions and forms of Ten-point Pitch."""

from dataclasses import replace

from games.core.referee import answer
from games.core.schema import read
from games.ten_point_pitch.facts import POINTS, Facts
from games.ten_point_pitch.game import GAME
from games.ten_point_pitch.round_form import RoundForm
from tests.games import every_game

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def table(first_dealer=0, **house_rules):
    """A table before the first hand: Ada & Cleo against Ben & Dan."""
    return GAME.table(NAMES, first_dealer, house_rules)


def hand(**facts):
    return read(facts, Facts)


def counted(bidder, bid, side_0, side_1=None, lost=0, **more):
    """A hand counted at the table; side 1 took the rest."""
    rest = 10 - side_0 - lost if side_1 is None else side_1
    return hand(bidder=bidder, bid=bid, points=[side_0, rest], lost=lost, **more)


def taken(where):
    """The place of each point card, written in one word: "0000111L" from the ace to the two."""
    return dict(zip(POINTS, ["lost" if place == "L" else int(place) for place in where], strict=True))


def after(*records, state=None, **house_rules):
    return GAME.replay(state or table(**house_rules), records)


def standing(side_0, side_1, **house_rules):
    """A match that stands so: totals are all that this game carries from hand to hand."""
    return replace(table(**house_rules), totals=(side_0, side_1))


def refusal(state, **facts):
    return every_game.refusal(GAME.play, state, hand(**facts))


def ask(kind, **given):
    return answer(GAME, {"ask": kind, **given})


BID = {"bidder": "3", "bid": "6"}
CARDS = {f"taken-{card}": str(place) for card, place in taken("0010L101").items()}


def form(answers=None, state=None, **rules):
    return RoundForm(state or table(**rules), answers or {})


def saved(answers, **rules):
    asked = form(answers, **rules)
    assert asked.is_valid(), asked.errors
    return asked.round_facts
