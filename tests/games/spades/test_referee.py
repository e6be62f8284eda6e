"""The referee of Spades."""

import itertools

from games.core import prompts, referee
from games.core.house_rules import HouseRules
from games.core.prompts import QuestionContext
from games.core.registry import find
from tests.cases import cases
from tests.games.every_game import NAMES, refusal


@cases("limit, most", [(2, 1), (10, 9), (None, 9)])
def test_no_more_bags_than_the_penalty_leaves(limit, most):
    game, house_rules = find("spades"), {"bags_at": limit}
    context = QuestionContext(game, HouseRules(game.house_rules, house_rules), NAMES[:4])
    question = {"ask": "score", "bid": 3, "took": 4, "house_rules": house_rules}

    fields = prompts.form_fields(referee.questions(game)["score"], context)
    assert [int(key.value) for key in fields["bags"].keys] == [*range(most + 1)]
    assert referee.ask(game, question | {"bags": most}).answer == (31 if limit is None else -69)
    if limit:
        assert refusal(referee.ask, game, question | {"bags": limit}) == (
            f"no side has {limit} bags before a hand: the penalty takes {limit} off as soon as they are there", "bags",
        )  # fmt: skip


@cases("took, house_rules, besides", [
    (0, {}, ""),
    (2, {}, "; tricks of a failed nil count for the partner’s bid, or are bags without one"),
    (2, {"nil_tricks": "bags"}, "; tricks of a failed nil are bags"),
])  # fmt: skip
def test_a_failed_nil_says_what_becomes_of_its_tricks(took, house_rules, besides):
    why = referee.ask(find("spades"), {"ask": "nil", "took": took, "house_rules": house_rules}).why

    assert why == f"nil, took {took or 'none'}: {'−' if took else '+'}100{besides}"


def test_a_second_penalty_says_how_many_bags_were_left_for_it():
    why = referee.ask(find("spades"), {"ask": "penalty", "bags": 21}).why

    assert why == "21 bags: −100, 11 left; still 11 bags: −100, 1 left"


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


@cases("house_rules, took, points", [({"renege": "off"}, 10, 70), ({"renege": "given"}, 9, -70), ({}, 10, -70)])
def test_a_bid_with_a_renege_is_asked_about_where_it_may_live(house_rules, took, points):
    game = find("spades")
    context = QuestionContext(game, HouseRules(game.house_rules, house_rules), NAMES[:4])
    question = {"ask": "score", "bid": 7, "took": took, "reneged": True, "house_rules": house_rules}

    assert referee.ask(game, question).answer == points
    assert ("reneged" in prompts.form_fields(referee.questions(game)["score"], context)) == bool(house_rules)
