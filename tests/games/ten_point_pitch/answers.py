"""Answers given at the table, and the form that takes them."""

from games.ten_point_pitch.form import RoundForm
from games.ten_point_pitch.scoring import POINTS
from tests.games.ten_point_pitch.hands import table

BID = {"bidder": "3", "bid": "6"}
CARDS = {
    f"taken-{card}": place for card, place in zip(POINTS, ["0", "0", "1", "0", "lost", "1", "0", "1"], strict=True)
}


def form(answers=None, so_far=None, **rules):
    return RoundForm(so_far or table(**rules), answers or {})


def saved(answers, **rules):
    asked = form(answers, **rules)
    assert asked.is_valid(), asked.errors
    return asked.record
