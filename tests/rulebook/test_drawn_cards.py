"""Cards are drawn wherever cards are named: in facts, in rulings and in the referee's answers."""

import re
from collections import Counter

import pytest

from games.core import examples, referee
from games.core.keypad import Key
from games.core.registry import find
from scorekeeper.rulebook.templatetags.rulebook import drawn_card
from scorekeeper.rulebook.wording import cards_of, find_keys
from scorekeeper.rulebook.worked_examples import answer_questions
from tests.cases import cases
from tests.games.every_game import GAMES
from tests.rulebook.rules_html import rules_html, text

every_game = cases("game", GAMES)
RULINGS = [(game, one) for game in GAMES for one in examples.read_examples(game).ruling]


def drawn(html):
    """The cards drawn in a piece of a page, as a screen reader names them."""
    return re.findall(r'class="drawn-card"\s+role="img"[^>]*aria-label="([^"]+)"', html)


def example(html, key):
    return html.partition(f'id="example-{key}"')[2].partition('<div class="example"')[0]


@every_game
def test_every_card_of_a_deck_is_drawn_with_its_name_and_what_stands_on_its_key(game):
    keys = cards_of(game).values()
    pictures = [drawn_card(key) for key in keys]

    assert [drawn(picture) for picture in pictures] == [[key.spoken or key.label] for key in keys]
    assert Counter(map(text, pictures)) == Counter(re.sub("[♠♥♦♣]", "", key.label) for key in keys)
    assert len(set(pictures)) == len(pictures)
    assert not [picture for picture in pictures if " style=" in picture]


@cases("suit, name", [("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs")])
def test_a_french_suit_is_a_path_of_its_own(suit, name):
    deck = cards_of(find("big-little"))
    path, others = (re.findall(r' d="([^"]+)"', drawn_card(deck[code])) for code in (f"10{suit}", "BJ"))

    assert drawn(drawn_card(deck[f"10{suit}"])) == [f"10 of {name}"]
    assert len(path) == 1
    assert path != others


@cases("game, one", RULINGS)
def test_the_cards_of_a_ruling_and_of_its_answer_are_drawn(game, one):
    kind, deck = referee.questions(game)[one.question["ask"]], cards_of(game)
    shown = Counter(drawn(example(rules_html(game), one.id)))
    asked = [key for value in one.question.values() for key in find_keys(value, deck)]
    picked = []
    if kind.picks in one.question and not one.refused:
        answer, picks = referee.ask(game, one.question).answer, one.question[kind.picks]
        picked = find_keys([picks[answer]] if isinstance(answer, int) else answer, deck)

    assert shown == Counter(key.spoken or key.label for key in (*asked, *picked))


def test_hands_left_and_cards_turned_up_are_drawn_but_numbers_are_not():
    maverick = next(one for one in examples.read_examples(find("maverick")).example if "turned" in one.rounds[-1])
    assert len(drawn(example(rules_html(find("maverick")), maverick.id))) == len(maverick.rounds[-1]["turned"])
    left = examples.read_examples(find("grosse-kleine")).example
    by_cards = next(one for one in left if any(isinstance(hand, str) and hand for hand in one.rounds[-1]["left"]))
    by_points = next(one for one in left if any(isinstance(hand, int) for hand in one.rounds[-1]["left"]))
    hands = " ".join(hand for hand in by_cards.rounds[-1]["left"] if isinstance(hand, str)).split()
    html = rules_html(find("grosse-kleine"))

    assert len(drawn(example(html, by_cards.id))) >= len(hands) > 0
    assert len(drawn(example(html, by_points.id))) < sum(map(len, map(str, by_points.rounds[-1]["left"])))


@cases(
    "value, labels",
    [
        (["10H", None, "BJ"], ["10♥", "pass", "BJ"]),
        ("AS", ["A♠"]),
        (["10H", "red7"], []),
        ([None], []),
        ([], []),
        (7, []),
        ({"seat": 1}, []),
    ],
)
def test_values_that_are_cards_have_keys(value, labels):
    assert [key.label for key in find_keys(value, cards_of(find("big-little")))] == labels


@every_game
def test_a_joker_is_called_the_same_on_its_key_and_in_answers(game):
    jokers = {key.label: key.spoken for key in cards_of(game).values() if key.tone == "joker"}
    for one in answer_questions(game, examples.read_examples(game).ruling):
        codes = re.findall(r"\b[A-Z]{2}\b", f"{one.answer} {one.why} {one.refused}")
        named = re.findall(r"\bthe (\w+ [jJ]oker)\b", f"{one.why} {one.refused}")
        assert jokers.keys() >= set(codes)
        assert set(named) <= {*jokers.values()}


@pytest.mark.django_db
def test_a_card_of_the_referee_is_drawn_and_named_as_on_its_key(client):
    html = client.get("/rules/maverick/referee/winner/?trump=S&cards=AS+LJ").content.decode()
    ruling = html.partition('id="ruling"')[2].partition("</p>")[0]

    assert drawn(ruling) == ["ace of spades", "Small Joker"]
    assert "Small Joker is the highest trump" in text(ruling)
    assert "LJ" not in text(html)


def test_what_stands_on_a_card_is_escaped():
    assert "<b>" not in drawn_card(Key("x", "<b>", '"<b>'))
