"""The questions of games of tricks: what a game's functions depend on is asked for, and lists have their limits."""

from dataclasses import replace
from typing import Annotated

from games.core import prompts, referee
from games.core.cards import french_deck
from games.core.prompts import Prompt, yes_or_no
from games.core.referee import Ruling
from games.core.tricks import legal_question, winner_question
from tests.cases import cases
from tests.games.core.test_referee import TOY
from tests.games.every_game import refusal

Broken = Annotated[bool, Prompt("Broken?", yes_or_no, optional=True)]


def take(trick, rules, *, trump: prompts.Trump):
    return Ruling([card.suit for card in trick].index(trump), "it is trump", "trick")


def find_legal(hand, led, rules, *, broken: Broken = False):
    return hand if broken else hand[:1], "so it is", "lead"


DECK = french_deck()
GAME = replace(TOY, questions=(winner_question(lambda _rules: DECK, take, most=3), legal_question(DECK, find_legal)))
WINNER, LEGAL = {"ask": "winner", "trump": "S"}, {"ask": "legal"}


def test_a_question_asks_for_what_the_rules_of_a_game_depend_on():
    winner, legal = GAME.questions

    assert list(prompts.prompts_of(winner)) == ["trump", "cards"]
    assert list(prompts.prompts_of(legal)) == ["led", "broken", "hand"]
    assert prompts.prompts_of(winner)["cards"].most == 3
    assert prompts.default_facts(legal) == {"broken": False}


def test_a_game_rules_on_the_cards_of_its_deck():
    assert referee.answer(GAME, WINNER | {"cards": ["AH", "2S"]})["answer"] == 1
    assert referee.answer(GAME, LEGAL | {"hand": ["AH", "2S"]})["answer"] == ["AH"]
    assert referee.answer(GAME, LEGAL | {"hand": ["AH", "2S"], "broken": True})["answer"] == ["AH", "2S"]


OF_LEGAL = "“trump”; possible are “house_rules”, “led”, “broken” and “hand”"


@cases("question, message", [
    (WINNER | {"cards": []}, ("a trick has 1 to 3 cards, not 0", "cards")),
    (WINNER | {"cards": ["AH", "2S", "3S", "4S"]}, ("a trick has 1 to 3 cards, not 4", "cards")),
    (WINNER | {"cards": ["2S", "2S"]}, ("2♠ is there twice", "cards")),
    (LEGAL | {"hand": []}, ("there is no card in this hand", "hand")),
    (LEGAL | {"hand": ["AH"], "led": "AH"}, ("A♥ is on the table, not in the hand", "hand")),
    (LEGAL | {"hand": ["AH"], "trump": "S"}, (f"take out what does not belong here ({OF_LEGAL})", "")),
])  # fmt: skip
def test_cards_that_cannot_be_are_refused(question, message):
    assert refusal(referee.ask, GAME, question) == message
