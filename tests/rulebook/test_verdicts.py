"""What the referee says to a question in words: a verdict if all of it was read, else it asks back or is silent."""

import csv
import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.rulebook.named_cards import referee_question
from scorekeeper.rulebook.question_box import ask_box
from scorekeeper.rulebook.referee_page import KnownFacts, usual_players
from tests.cases import cases
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db

# “-”: no verdict; “?What is trump?”: asked back.
with (Path(__file__).parent / "verdicts.tsv").open(encoding="utf-8", newline="") as file:
    VERDICTS = list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture
def matches():
    names = ("Ada", "Ben", "Cleo", "Dan")
    games = {row["game"]: find(row["game"]) for row in VERDICTS}
    return {key: make_match(names=names[: usual_players(game)], game=key) for key, game in games.items()}


def verdict(box):
    if box.calculator and box.calculator.results:
        return str(box.calculator.results[0].points)
    if box.calculator and box.calculator.asked_back:
        return f"?{box.calculator.asks}"
    if box.referee and box.referee.answer:
        return box.referee.answer.text
    return f"?{box.referee.asked_back.label}" if box.referee else "-"


@cases("row", VERDICTS)
def test_the_referee_says_what_is_entailed_and_no_more(matches, row):
    assert verdict(ask_box(row["question"], Club.get_default(), matches[row["game"]])) == row["verdict"]


def page(client, **asked):
    return unescape(re.sub(r"\s+", " ", client.get("/rules/search/", asked).content.decode()))


def test_names_of_players_are_no_patterns():
    known = KnownFacts(names=("{x}", "A|B?", "🦊", "Dan (1"))
    form = referee_question("a b bids 3, Dan 1 bids 2, who leads", find("big-little"), known)

    assert form.query.dict() == {"bids-1": "3", "bids-3": "2"}


def test_what_is_assumed_has_a_key_that_changes_it(client):
    html = page(client, q="I hold 10 of spades and ace of hearts, what may I lead", game="spades")
    (address,) = re.findall(r"Has a spade been played\? no</span> <a class=\"chip\" href=\"([^\"]+)\">yes</a>", html)

    assert "Assumed:" in strip_tags(html)
    assert "Any card may be led" in strip_tags(client.get(address).content.decode())


@cases(
    "game, question",
    [
        ("hearts", "I have king of hearts and 5 of clubs, what may I lead"),
        ("wizard", "9 of hearts led, i hold wizard, 3 of hearts and 4 of clubs what may i play"),
        ("good-little-tricks", "orange 1 against blue 6 who takes it"),
        ("big-little", "Ada bids 3, Ben bids 3, Cleo bids 2, Dan bids 1, who leads"),
    ],
)
def test_each_key_of_an_assumption_leads_to_that_answer(client, matches, game, question):
    asked = ask_box(question, Club.get_default(), matches[game]).referee
    for choice in asked.assumptions:
        (name,) = [name for name, field in asked.fields.items() if field.label == choice.label]
        for label, address in choice.keys:
            shown = client.get(address)
            changed = shown.context["question"]
            given = [key.label for key in changed.fields[name].keys_of(changed.answers.get(name, ""))]
            assert shown.status_code == 200, label
            assert given == [label] or (label == "change" and changed.next_field == name), label


def test_asked_back_the_next_key_gives_the_verdict(client):
    html = page(client, q="who takes it, 10 of hearts or king of clubs", game="oh-hell")
    address = re.search(r"What is trump\?</span>.*?<a class=\"chip\" href=\"([^\"]+)\">♣</a>", html)[1]

    assert "K♣ is the highest trump" in strip_tags(client.get(address).content.decode())


def test_a_fact_of_yes_or_no_is_set_by_phrases_of_its_own():
    text = "first trick, 2 of clubs led, I hold queen of spades and 4 of hearts, what may I play"
    form = referee_question(text, find("hearts"), KnownFacts())

    assert (form.answers["first"], form.answers["broken"]) == ("yes", "no")
    assert Client().get(form.assumptions[0].keys[0][1]).status_code == 200
