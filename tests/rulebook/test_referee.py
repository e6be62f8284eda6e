"""The referee's desk: what is tapped stands in the address, and the answer is the referee's own."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from games import asking, referee
from games.desk import Table
from games.examples import NAMES, examples
from games.house_rules import HouseRules
from games.impossible import Impossible
from games.registry import find, games
from games.typed import plain, read
from scorekeeper.rulebook.in_words import with_names
from scorekeeper.table.options import OptionField
from tests.html_browser import Browser
from tests.rulebook.test_rules_pages import text

pytestmark = pytest.mark.django_db

RULINGS = [pytest.param(game, one.question, id=one.id) for game in games().values() for one in examples(game).ruling]
QUESTIONS = [(game.key, ask) for game in games().values() for ask in referee.questions(game)]


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


def ruling(answer):
    """The answer and why, as they are read."""
    return (
        text(answer.content.decode().partition('id="ruling"')[2].partition("<referee-question>")[0])
        .partition(">")[2]
        .strip()
    )


def address(game, question):
    """The address of a question that a file asks."""
    kind, chosen = referee.questions(game)[question["ask"]], question.get("house_rules", {})
    facts = plain(read(question, kind))
    players = len(facts["bids"]) if isinstance(facts.get("bids"), list) else facts.get("players", 4)
    table = Table(game, HouseRules(game.house_rules, chosen), NAMES[: max(players, 1)])
    said = [("players", players)] if "bids" in facts and len(game.seats) > 1 else []
    said += list(asking.answers(kind, table, facts).items())
    for name, value in chosen.items():
        said += OptionField(table.rules.options[name], value).sent()
    return f"/rules/{game.key}/referee/{question['ask']}/?{urlencode(said)}"


def is_refused(page, words):
    return page.status_code == 422 and with_names(words) in ruling(page)


def asks_for_more(page):
    return page.status_code == 200 and 'class="prompt"' in page.content.decode()


@pytest.mark.parametrize(("game", "question"), RULINGS)
def test_every_worked_ruling_is_answered_at_its_address_as_the_referee_answers(client, game, question):
    try:
        told = referee.answer(game, question)
    except Impossible as error:
        refused = error.message
    else:
        refused = ""
    try:
        page = client.get(address(game, question))
    except Impossible:
        assert refused, "only what is no question at all has no address"
        return
    if refused:
        assert is_refused(page, refused) or asks_for_more(page)
        return
    assert page.status_code == 200
    answered = page.context["desk"].answered
    assert plain(answered.ruling.answer) == told["answer"]
    assert (answered.ruling.why, answered.ruling.rule) == (told["why"], told["rule"])
    assert f"#{told['rule']}" in page.content.decode()


@pytest.mark.parametrize(("game", "ask"), QUESTIONS)
def test_an_untouched_question_asks_for_what_is_missing_and_is_no_error(client, game, ask):
    page = client.get(f"/rules/{game}/referee/{ask}/")

    assert page.context["desk"].answered or asks_for_more(page)
    assert f"<h1>{referee.questions(find(game))[ask].title}</h1>" in page.content.decode()


@pytest.mark.parametrize("game", games())
def test_the_desk_lists_what_can_be_asked(client, game):
    page = client.get(f"/rules/{game}/referee/").content.decode()

    for ask, kind in referee.questions(find(game)).items():
        assert f'href="/rules/{game}/referee/{ask}/"' in page
        assert kind.title in text(page)
    assert f'href="/rules/{game}/referee/"' in client.get(f"/rules/{game}/").content.decode()


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("winner/?cards=9H+KH+2S&trump=S", "2♠ is the highest trump Rule: Who takes the trick"),
        ("winner/?cards=9H&cards=KH&cards=2S&trump=H&trump=S", "2♠ is the highest trump"),
        ("winner/?trump=S", "Tap the cards in the order played."),
        ("winner/?cards=9H", "What is trump?"),
        ("lead/?dealer=0&bids-0=1&bids-1=1&bids-3=2", "Cleo bids: tap a key."),
        ("lead/?players=2&dealer=0&bids-0=1&bids-1=2", "Ben 2 is the highest bid"),
        ("lead/?players=2&player=Zoë&player=Yan&dealer=0&bids-0=1&bids-1=1", "and Yan said it first"),
        ("trump/?turned=BJ+4H", "♥ The card turned up makes hearts trump"),
        ("legal/?hand=5H+9C&led=7H&trump=S", "5♥ 9♣ not Hearts were led"),
    ],
)
def test_what_is_tapped_is_answered_or_asked_for(client, where, told):
    page = client.get(f"/rules/big-little/referee/{where}")

    assert page.status_code == 200
    assert told in ruling(page)


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("big-little/referee/winner/?cards=9H+9H&trump=S", "9♥ is there twice"),
        ("big-little/referee/winner/?cards=9X&trump=S", "there is no card “9X” in this deck"),
        ("big-little/referee/winner/?cards=9H&trump=X", "“X” is not one of"),
        ("big-little/referee/legal/?hand=9H&led=9H&trump=S", "is on the table"),
        ("big-little/referee/deal/?round=99", "with 4 players the game has 25 hands"),
        ("big-little/referee/deal/?round=soon", "should be a whole number"),
        ("big-little/referee/deal/?players=99&round=1", "is for 2 to 13 players"),
        ("big-little/referee/winner/?cards=9H&trump=S&rule-penalty_at=1", "a whole number from 2 to 99"),
        ("good-little-tricks/referee/deal/?players=4&round=1", "27 cards do not divide evenly among 4"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_tapped_is_lost(client, where, told):
    page = client.get(f"/rules/{where}")

    assert page.status_code == 422
    assert told in ruling(page)
    for slot, answer in page.context["desk"].answers.items():
        assert re.search(rf'name="{slot}"\s+value="{answer}"', page.content.decode())


def test_a_house_rule_in_the_address_decides(client):
    asked = "/rules/grosse-kleine/referee/winner/?cards=a+7+3+7"

    assert page_answer(client.get(asked)) == 1
    otherwise = client.get(f"{asked}&rule-a_tie=%22last%22")
    assert page_answer(otherwise) == 3
    assert "rule-a_tie=%22last%22" in otherwise["HX-Replace-Url"]


def page_answer(page):
    return page.context["desk"].answered.ruling.answer


def test_the_rule_stands_beside_its_answer(client):
    page = client.get("/rules/big-little/referee/legal/?hand=4S&led=BJ&trump=S").content.decode()

    assert 'href="/rules/big-little/#big-joker-led"' in page
    assert "The rule: The Big joker is led" in text(page.partition('id="beside"')[2])


def test_the_address_for_the_others_gives_the_same_answer(client):
    page = client.get(
        "/rules/big-little/referee/lead/?dealer=1&player=Zo%C3%AB&player=%3Cb%3E&bids-0=1&bids-1=2&players=2"
    )
    (shared,) = re.findall(r'<a href="([^"]+)">Address of this question', page.content.decode())
    again = client.get(shared.replace("&amp;", "&"))

    assert ruling(again) == ruling(page)
    assert "2 is the highest bid" in ruling(page)
    assert "&lt;b&gt;" in page.content.decode()
    assert page["HX-Replace-Url"] == shared.replace("&amp;", "&")


def tap(page, label):
    """Press a key as a browser without a script does."""
    (button,) = [one for one in page.controls if one.label == label and one.name and one.attributes["value"]]
    assert "disabled" not in button.attributes
    pairs = [*page.said(button.form), (button.name, button.attributes["value"])]
    return page.browser.open(f"{page.response.request['PATH_INFO']}?{urlencode(pairs)}")


def test_without_a_script_each_key_is_a_page(client):
    page = Browser().open("/rules/big-little/referee/winner/")
    for key in ("spades", "9 of hearts", "king of hearts", "2 of spades", "Take the last one back", "2 of spades"):
        page = tap(page, key)

    assert "2♠ is the highest trump" in page.text
    assert page.response.context["desk"].answers == {"trump": "S", "cards": "9H KH 2S"}
    used_up = [one.label for one in page.controls if one.tag == "button" and "disabled" in one.attributes]
    assert used_up == ["2 of spades", "king of hearts", "9 of hearts"]


def test_without_a_script_any_answer_can_be_tapped_again(client):
    page = Browser().open("/rules/big-little/referee/legal/?trump=S&hand=5H+9C")
    for key in ("The card led", "7 of hearts", "What is trump? ♠", "clubs", "The hand 5♥ 9♣", "4 of clubs"):
        page = tap(page, key)

    assert page.response.context["desk"].answers == {"trump": "C", "led": "7H", "hand": "5H 9C 4C"}


def test_copies_run_out_one_by_one(client):
    page = client.get(f"/rules/grosse-kleine/referee/beats/?on={'J+' * 4}&play=4")
    (joker,) = [one for pad in page.context["pads"] for row in pad.rows for one in row if one.key.value == "J"]

    assert (joker.copies, joker.is_used_up) == (4, True)
