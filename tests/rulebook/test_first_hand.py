"""“Teach me”: each step of a first hand is what the referee and the scores say."""

import re
from collections import Counter

import pytest

from games.core import referee
from games.core.errors import Impossible
from games.core.examples import EXAMPLE_NAMES
from games.core.lessons import read_lesson
from games.core.text import signed
from scorekeeper.rulebook.first_hand import ask_referee, read_first_hand
from scorekeeper.rulebook.wording import cards_of, with_names
from tests.cases import cases
from tests.games.every_game import GAMES, example_outcome
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
def test_the_card_that_takes_a_trick_is_the_one_lit(game):
    lesson, shown = read_lesson(game), read_first_hand(game)
    for step, seen in zip(lesson.step, shown.steps, strict=True):
        lit = [(play.name, one.key.value) for play in seen.plays for one in play.cards if one.lit]
        if step.question.get("ask") == "winner":
            place = ask_referee(game, lesson, step).answer
            assert lit == [(EXAMPLE_NAMES[step.seats[place]], step.cards[place])]


@every_lesson
def test_it_is_read_in_less_than_a_minute(game):
    shown = read_first_hand(game)
    words = " ".join(f"{step.text} {step.why}" for step in shown.steps).split()

    assert 7 <= len(shown.steps) <= 9
    assert len(words) <= WORDS_A_MINUTE


@every_lesson
def test_the_rules_lead_to_the_first_hand_and_back(client, game):
    assert f'href="/rules/{game.key}/first-hand/"' in client.get(f"/rules/{game.key}/").content.decode()
    assert f'href="/rules/{game.key}/"' in client.get(f"/rules/{game.key}/first-hand/").content.decode()


@cases("game", [game for game in GAMES if not read_lesson(game)])
def test_a_game_without_a_lesson_has_no_such_page(client, game):
    assert client.get(f"/rules/{game.key}/first-hand/").status_code == 404
    assert "first-hand" not in client.get(f"/rules/{game.key}/").content.decode()


@every_lesson
def test_what_a_step_asks_can_be_asked(game):
    lesson = read_lesson(game)
    for step in lesson.step:
        if step.question:
            assert step.question["ask"] in referee.questions(game)
            try:
                assert ask_referee(game, lesson, step).why
            except Impossible as error:
                pytest.fail(f"{step.text}: {error}")
    assert not re.search(r"\bseat \d", " ".join(step.why for step in read_first_hand(game).steps))
