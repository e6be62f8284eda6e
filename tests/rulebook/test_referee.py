"""The referee on its pages: what is tapped stands in the address, and the answer is the referee's own."""

import re
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import referee
from games.core.errors import Impossible
from games.core.examples import read_examples
from games.core.schema import plain
from scorekeeper.matches.setup import OptionField
from scorekeeper.rulebook.wording import with_names
from tests.cases import cases
from tests.games.every_game import GAMES, asked_with_keys
from tests.html_browser import Browser
from tests.rulebook.rules_html import text
from tests.thoroughness import share

pytestmark = pytest.mark.django_db

RULINGS = [(game, one.id, one.question) for game in GAMES for one in share(read_examples(game).ruling)]
QUESTIONS = [(game, ask) for game in GAMES for ask in referee.questions(game)]


def ruling(answer):
    """The answer and why, as they are read."""
    return (
        text(answer.content.decode().partition('id="ruling"')[2].partition("</question-ruling>")[0])
        .partition(">")[2]
        .strip()
    )


def address(game, question):
    """The address of a question that a file asks."""
    table, tapped = asked_with_keys(game, question)
    said = [("players", len(table.names))] if "bids" in question and len(game.seats) > 1 else []
    said += list(tapped.items())
    for name, value in question.get("house_rules", {}).items():
        said += OptionField(table.rules.options[name], value).form_fields()
    return f"/rules/{game.key}/referee/{question['ask']}/?{urlencode(said)}"


def is_refused(page, words):
    return page.status_code == 422 and with_names(words) in ruling(page)


def asks_for_more(page):
    return page.status_code == 200 and 'class="prompt"' in page.content.decode()


@cases("game, key, question", RULINGS)
def test_every_worked_ruling_is_answered_at_its_address(client, game, key, question):
    try:
        ruled = referee.ask(game, question)
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
    answered = page.context["question"].answer
    assert plain(answered.ruling.answer) == plain(ruled.answer)
    assert (answered.ruling.why, answered.ruling.rule) == (ruled.why, ruled.rule)
    assert f"#{ruled.rule}" in page.content.decode()


@cases("game, ask", QUESTIONS)
def test_an_untouched_question_asks_for_what_is_missing(client, game, ask):
    page = client.get(f"/rules/{game.key}/referee/{ask}/")

    assert page.context["question"].answer or asks_for_more(page)
    assert f"<h1>{referee.questions(game)[ask].title}</h1>" in page.content.decode()


@cases("game", GAMES)
def test_the_referee_lists_what_can_be_asked(client, game):
    page = client.get(f"/rules/{game.key}/referee/").content.decode()

    for ask, kind in referee.questions(game).items():
        assert f'href="/rules/{game.key}/referee/{ask}/"' in page
        assert kind.title in text(page)
        assert 'href="referee/"' in client.get(f"/rules/{game.key}/").content.decode()


@cases(
    "where, told",
    [
        ("winner/?cards=9H+KH+2S&trump=S", "2♠ is the highest trump Rule: Who takes the trick"),
        ("winner/?trump=S", "Tap the cards in the order played."),
        ("winner/?cards=9H", "What is trump?"),
        ("lead/?dealer=0&bids-0=1&bids-1=1&bids-3=2", "Cleo bids: tap a key."),
        ("lead/?players=2&player=Zoë&player=Yan&dealer=0&bids-0=1&bids-1=1", "and Yan said it first"),
        ("trump/?turned=BJ+4H", "♥ The card turned up makes hearts trump"),
        ("legal/?hand=5H+9C&led=7H&trump=S", "5 9 not Hearts were led"),
    ],
)
def test_tapped_answers_are_answered_or_more_is_asked_for(client, where, told):
    page = client.get(f"/rules/big-little/referee/{where}")

    assert page.status_code == 200
    assert told in ruling(page)


@cases(
    "where, told",
    [("winner/?cards=a+7+pass+9", "9, the third card"), ("taker/?sets=7+pass+9", "the 9, played last")],
)
def test_a_pass_is_no_card_of_the_trick(client, where, told):
    assert client.get(f"/rules/grosse-kleine/referee/{where}").context["question"].answer.text == told


@cases(
    "where, told",
    [
        ("big-little/referee/winner/?cards=9H+9H&trump=S", "9♥ is there twice"),
        ("big-little/referee/winner/?cards=9H&trump=X", "“X” cannot stand here"),
        ("big-little/referee/deal/?round=99", "with 4 players the game has 25 hands"),
        ("big-little/referee/deal/?players=99&round=1", "is for 2 to 13 players"),
        ("big-little/referee/winner/?cards=9H&trump=S&rule-penalty_at=1", "a whole number from 2 to 99"),
        ("good-little-tricks/referee/deal/?players=4&round=1", "27 cards do not divide evenly among 4"),
    ],
)
def test_an_impossible_question_is_refused_and_nothing_tapped_is_lost(client, where, told):
    page = client.get(f"/rules/{where}")

    assert page.status_code == 422
    assert told in ruling(page)
    for slot, answer in page.context["question"].answers.items():
        assert re.search(rf'name="{slot}"\s+value="{answer}"', page.content.decode())


def press(page, field, label):
    """Press a key of a field as a browser without a script does."""
    pairs = {(field, key.value) for key in page.response.context["question"].fields[field].keys} | {("back", field)}
    (button,) = [
        one for one in page.controls
        if one.tag == "button" and one.label == label and (one.name, one.attributes["value"]) in pairs
    ]  # fmt: skip
    assert "disabled" not in button.attributes
    pairs = [*page.fields(button.form), (button.name, button.attributes["value"])]
    return page.browser.open(f"{page.response.request['PATH_INFO']}?{urlencode(pairs)}")


def test_each_key_works_without_a_script(client):
    page = Browser().open("/rules/big-little/referee/winner/")
    page = press(page, "trump", "spades")
    for key in ("9 of hearts", "king of hearts", "2 of spades", "Take the last one back", "2 of spades"):
        assert page.response.context["question"].next_field == "cards"
        page = press(page, "cards", key)

    assert "2♠ is the highest trump" in page.text
    assert page.response.context["question"].answers == {"trump": "S", "cards": "9H KH 2S"}
    used_up = [one.label for one in page.controls if one.tag == "button" and "disabled" in one.attributes]
    assert used_up == ["2 of spades", "king of hearts", "9 of hearts"]


def test_without_a_script_the_list_just_tapped_goes_on_and_another_can_be_chosen():
    page = Browser().open("/rules/grosse-kleine/referee/beats/")
    for field, key in (("on", "4"), ("on", "4"), ("play", "5"), ("play", "5")):
        page = press(page, field, key)
        assert page.response.context["question"].next_field == field

    (field,) = [one for one in page.controls if (one.name, one.attributes.get("value")) == ("field", "on")]
    chosen = page.browser.open(
        f"{page.response.request['PATH_INFO']}?{urlencode([*page.fields(field.form), ('field', 'on')])}"
    )

    assert chosen.response.context["question"].answers == {"on": "4 4", "play": "5 5"}
    assert chosen.response.context["question"].next_field == "on"


def test_a_list_says_how_many_are_missing(client):
    assert "Both cards turned up, in order: 1 more." in ruling(client.get("/rules/maverick/referee/trump/?turned=KH"))


# --- What nobody would tap ---


WORDS = st.sampled_from(
    ["cards", "trump", "hand", "led", "on", "play", "players", "player", "round", "dealer", "bids-0", "mark", "at",
     "back", "house_rules", "ask", "rule-deck", "rule-ends-number", "rule-a_tie", "rule-minimum_bid", "turned"]
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(
        ["KH", "KH 10D", "S", "none", "yes", "-1", "99999999999", "1e9", "red7", "J", "a A", "−3", "cards"]
    ),
    st.text(max_size=30),
    st.text(alphabet="\0\ud800\u202e ٣²", max_size=9),
    st.integers().map(str),
)


@given(at=st.sampled_from(QUESTIONS), said=st.lists(st.tuples(st.text(max_size=8) | WORDS, VALUES), max_size=12))
def test_any_address_gives_a_page(client, at, said):
    game, ask = at
    page = client.get(f"/rules/{game.key}/referee/{ask}/?{urlencode(said, errors='surrogatepass')}")

    assert page.status_code in (200, 422)
    assert client.get(page["HX-Replace-Url"]).status_code == page.status_code
