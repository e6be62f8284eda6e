import pytest

from games.grosse_kleine.game import GAME
from games.impossible import Impossible
from games.referee import ask
from tests.cases import cases


@cases(
    "question",
    [
        {"ask": "winner"},
        {"ask": "winner", "cards": "a 5"},
        {"ask": "winner", "cards": ["a", 5]},
        {"ask": "winner", "cards": ["a", True]},
        {"ask": "winner", "cards": ["a", "5"], "trump": "H"},
        {"ask": "winner", "cards": ["a", "5"], "house_rules": {"a_tie": "middle"}},
        {"ask": "legal", "hand": ["5"], "led": 5},
        {"ask": "legal", "hand": None},
        {"ask": "beats", "on": ["5"]},
        {"ask": "beats", "on": [["5"]], "play": ["6"]},
        {"ask": "trump", "turned": ["5"]},
        {"ask": "worth", "cards": ["5"], "trump": "H"},
        {"ask": None},
        {},
        [],
    ],
)
def test_what_is_no_question_is_refused(question):
    with pytest.raises(Impossible):
        ask(GAME, question)


def test_every_question_has_a_title():
    assert [kind.title for kind in GAME.questions] == [
        "Who takes the A trick?",
        "May I play this?",
        "Does this beat that?",
        "What is this hand worth?",
    ]
