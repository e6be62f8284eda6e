"""The referee of Spades."""

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
