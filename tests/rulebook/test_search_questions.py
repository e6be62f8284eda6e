"""What people ask at a table, in their words: the answer stands first, and while the question is being typed."""

import pytest

from games.registry import find
from scorekeeper.rulebook.search import search
from tests.games.every_game import GAMES, samples
from tests.matches.factory import a_match

# The question as it is typed, with a bar where enough of it is there; the game of the match; where the answer stands.
QUESTIONS = [(question, game.key, anchor) for game in GAMES for question, anchor in samples(game).searches]


def first(question, game):
    hit = search(question, find(game))[0]
    return hit.place.game.key, hit.place.section.anchor


@pytest.mark.parametrize(("question", "game", "anchor"), QUESTIONS)
def test_the_answer_stands_first(question, game, anchor):
    assert first(question.replace("|", ""), game) == (game, anchor)


@pytest.mark.parametrize(("question", "game", "anchor"), QUESTIONS)
def test_the_answer_stands_first_before_the_question_is_typed_to_its_end(question, game, anchor):
    typed, _, rest = question.partition("|")

    for end in range(len(rest) + 1):
        assert first(typed + rest[:end], game) == (game, anchor)


def test_half_a_dozen_letters_are_enough_as_a_rule():
    letters = sorted(len(question.partition("|")[0]) for question, _, _ in QUESTIONS)

    assert letters[len(letters) // 2] <= 6


@pytest.mark.parametrize(
    ("question", "game", "anchor"),
    [
        ("tie for highest bid", "big-little", "lead"),
        ("what if everyone passes", "ten-point-pitch", "all-pass"),
        ("must I trump", "maverick", "must-trump"),
    ],
)
def test_asked_at_a_match_the_first_answer_leads_to_the_rule_in_the_rules_of_that_match(
    db, client, question, game, anchor
):
    match = a_match(game=game)

    html = client.get("/rules/search/", {"q": question, "match": match.pk}).content.decode()

    answer = html.partition('id="found"')[2].partition('href="')[2].partition('"')[0]
    assert answer == f"/matches/{match.pk}/rules/#{anchor}"
