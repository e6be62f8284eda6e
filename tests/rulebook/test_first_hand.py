"""“Teach me”: each step of a first hand is what the referee and the scores say."""

from collections import Counter

import pytest

from games.core.examples import EXAMPLE_NAMES
from games.core.house_rules import HouseRules
from games.core.lessons import read_lesson
from games.core.text import signed
from scorekeeper.rulebook.first_hand import ask_referee, is_true_at
from scorekeeper.rulebook.wording import cards_of, with_names
from tests.cases import cases
from tests.games.every_game import GAMES, example_outcome, other_values
from tests.rulebook.rules_html import text

pytestmark = pytest.mark.django_db

TAUGHT = [game for game in GAMES if read_lesson(game)]
every_lesson = cases("game", TAUGHT)
WORDS_A_MINUTE = 240


def table(game):
    lesson = read_lesson(game)
    return game.table(EXAMPLE_NAMES[: lesson.players], lesson.first_dealer, lesson.house_rules)


@every_lesson
def test_no_card_is_there_twice_and_hands_are_dealt_as_the_engine_deals(game):
    lesson, dealt = read_lesson(game), table(game)
    deal = game.deal_of(lesson.players, len(lesson.rounds), lesson.first_dealer, dealt.rules)
    copies = game.deck(dealt.rules).copies
    cards = Counter(" ".join([*lesson.hands, lesson.stock]).split())

    assert [len(hand.split()) for hand in lesson.hands] == list(deal.cards)
    assert cards.keys() <= cards_of(game, dealt.rules).keys()
    assert not [card for card, count in cards.items() if count > copies.get(card, 1)]


@every_lesson
def test_a_step_shows_cards_of_one_trick_or_of_one_hand(game):
    """Cards with a player's name were played by that player, who held them."""
    lesson = read_lesson(game)
    played = Counter(card for trick in lesson.tricks for play in trick for card in play.split())
    everything = Counter(" ".join([*lesson.hands, lesson.stock]).split())

    assert played <= everything + Counter("aA")
    for step in lesson.step:
        assert len(step.seats) in (0, len(step.cards))
        assert Counter(" ".join(step.cards).split()) <= everything + Counter("aA")
        asks_about_them = step.question.get("cards") == step.cards
        if step.question.get("ask") == "winner" or (step.seats and asks_about_them):
            assert step.cards in lesson.tricks


@every_lesson
def test_the_page_shows_what_the_referee_says_and_what_the_round_scores(client, game):
    html = client.get(f"/rules/{game.key}/first-hand/").content.decode()
    lesson, outcome = read_lesson(game), example_outcome(game, read_lesson(game).example)
    told = text(html)

    for step in lesson.step:
        assert step.text in told
        if step.question:
            why = with_names(ask_referee(game, lesson, step).why)
            assert f"Referee: {why}." in told
    state = table(game)
    for side, points in zip(state.side_names, outcome["points"], strict=True):
        assert f"{side} {signed(points)}" in told
    assert html.count('class="drawn-card"') == sum(
        len(play.split()) or 1 for step in lesson.step for play in step.cards
    )


@every_lesson
def test_the_first_hand_is_judged_by_any_house_rule(game):
    lesson = read_lesson(game)

    assert is_true_at(game, lesson, HouseRules(game.house_rules, lesson.house_rules))
    for option in game.house_rules:
        for value in other_values(game, option):
            rules = HouseRules(game.house_rules, lesson.house_rules | {option.name: value})
            assert is_true_at(game, lesson, rules) in (True, False), (option.name, value)


@cases("game", [game for game in GAMES if not read_lesson(game)])
def test_a_game_without_a_lesson_has_no_such_page(client, game):
    assert client.get(f"/rules/{game.key}/first-hand/").status_code == 404
    assert "first-hand" not in client.get(f"/rules/{game.key}/").content.decode()
