"""Cards are drawn wherever cards are named: in facts, in rulings and in the referee's answers."""

import re
from collections import Counter

from games.core import examples, referee
from games.core.house_rules import HouseRules
from games.core.keypad import Key
from scorekeeper.rulebook.templatetags.rulebook import drawn_card
from scorekeeper.rulebook.wording import cards_of, find_keys
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


@cases("game, one", RULINGS)
def test_the_cards_of_a_ruling_and_of_its_answer_are_drawn(game, one):
    rules = HouseRules(game.house_rules, one.question.get("house_rules", {}))
    kind, deck = referee.questions(game)[one.question["ask"]], cards_of(game, rules)
    shown = Counter(drawn(example(rules_html(game), one.id)))
    asked = [key for value in one.question.values() for key in find_keys(value, deck)]
    picked = []
    if kind.picks in one.question and not one.refused:
        answer, picks = referee.ask(game, one.question).answer, one.question[kind.picks]
        picked = find_keys([picks[answer]] if isinstance(answer, int) else answer, deck)

    assert shown == Counter(key.spoken or key.label for key in (*asked, *picked))


def test_what_stands_on_a_card_is_escaped():
    assert "<b>" not in drawn_card(Key("x", "<b>", '"<b>'))
