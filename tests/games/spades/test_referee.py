"""The referee of Spades."""

import itertools

from games.core import referee
from games.core.registry import find
from tests.cases import cases
from tests.games.every_game import refusal


@cases("deck, higher", [
    ("plain", "KS AS"), ("jokers", "AS LJ BJ"), ("deuce", "AS 2S LJ BJ"), ("deuces", "AS 2S 2D LJ BJ"),
])  # fmt: skip
def test_each_card_above_the_ace_of_spades_takes_the_ones_before_it(deck, higher):
    codes = higher.split()

    for lower, card in itertools.pairwise(codes):
        question = {"ask": "winner", "cards": [lower, card], "house_rules": {"deck": deck}}
        assert referee.ask(find("spades"), question).answer == 1


def test_a_pack_without_jokers_has_none():
    assert "no card “BJ”" in refusal(referee.ask, find("spades"), {"ask": "winner", "cards": ["BJ"]})[0]


@cases("deck, led, hand, legal", [
    ("jokers", "5S", ["BJ", "3H"], ["BJ"]),
    ("jokers", "BJ", ["4S", "3H"], ["4S"]),
    ("jokers", "5H", ["LJ", "3C"], ["LJ", "3C"]),
    ("deuces", "5D", ["2D", "3D"], ["3D"]),
    ("deuce", "5D", ["2D", "3C"], ["2D"]),
    ("deuces", None, ["2D", "3D"], ["3D"]),
])  # fmt: skip
def test_jokers_and_high_twos_are_spades(deck, led, hand, legal):
    question = {"ask": "legal", "led": led, "hand": hand, "house_rules": {"deck": deck}}

    assert referee.ask(find("spades"), question).answer == legal


@cases("players, deck, cards, left", [
    (2, "plain", 13, 26), (2, "deuces", 13, 26), (3, "plain", 17, 0), (3, "deuce", 18, 0), (4, "jokers", 13, 0),
    (5, "plain", 10, 0), (5, "deuces", 10, 0), (6, "plain", 17, 0), (6, "jokers", 18, 0),
])  # fmt: skip
def test_every_number_of_players_gets_its_cards(players, deck, cards, left):
    question = {"ask": "deal", "players": players, "round": 1, "house_rules": {"deck": deck}}
    answer = referee.ask(find("spades"), question).answer

    assert (answer["cards"], answer["left"]) == ([cards] * players, left)
