"""The rules of a match: what its house rules are stands at the top and beside each rule, marked where it differs."""

import re
from urllib.parse import urljoin

import pytest
from django.urls import resolve

from games.core import referee
from games.core.errors import Impossible
from games.core.examples import read_examples
from games.core.house_rules import HouseRules
from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.matches import starting
from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, read_rules
from tests.cases import cases
from tests.devices import member
from tests.games.every_game import GAMES, NAMES, other_values
from tests.rulebook.rules_html import rules_html, section, text
from tests.thoroughness import share

pytestmark = pytest.mark.django_db

OPTIONS = [(game, option) for game in GAMES for option in game.house_rules]
OTHERS = [(game, option, value) for game, option in OPTIONS for value in other_values(game, option)]
# A game's rules.md may leave the house rules to the notes beside its sections, or follow them.
WRITTEN = [case for case in share(OTHERS, 2) if "{%" in (case[0].folder / "rules.md").read_text()]


def match_of(game, **rules):
    """A match by these house rules, with as many players as they allow."""
    for players in reversed(game.seats):
        try:
            return starting.start_match(Club.get_default(), game, NAMES[:players], 0, rules)
        except Impossible:
            continue
    raise AssertionError(rules)


def page(client, match):
    answer = client.get(f"/matches/{match.pk}/rules/")
    assert answer.status_code == 200
    return answer.content.decode()


def told(html):
    """Return the text of a page, with no space before a comma or a colon."""
    return re.sub(r" ([,:])", r"\1", text(html))


def rules_beside(game, option):
    """The house rules beside which an option matters: the usual ones, or those with one other value."""
    others = ({one.name: value} for one in game.house_rules for value in other_values(game, one))
    for rules in ({}, *others):
        if any(option.is_relevant(players, HouseRules(game.house_rules, rules)) for players in game.seats):
            return rules
    raise AssertionError(option.name)


@cases("game, option, value", WRITTEN)
def test_the_rules_themselves_follow_each_value_of_each_house_rule(game, option, value):
    """The sections of the rules, not only the note beside them, are written for the value; it is marked there."""
    beside = rules_beside(game, option)
    usual, other = (
        read_rules(game, HouseRules(game.house_rules, beside | rules)) for rules in ({}, {option.name: value})
    )
    changed = [one for one, before in zip(other.sections, usual.sections, strict=True) if one.html != before.html]

    assert [one.anchor for one in changed if one.parent != OPEN_QUESTIONS]
    assert 'class="differs"' in "".join(one.html for one in changed)
    assert not re.search(r"\||\{#|\*\*|\]\(| - ", " ".join(text(one.html) for one in other.sections)), "markdown"


@cases("game, option, value", share(OTHERS, 12))
def test_a_differing_house_rule_is_shown_at_the_top_and_beside_its_rule(client, game, option, value):
    html = page(client, match_of(game, **{option.name: value}))
    words = f"{option.title}: {option.label(option.normalize(value))}{option.default_label}"
    top = told(html.partition('<div class="house-rule-note differing">')[2].partition("</div>")[0])

    assert words in top
    assert top.count("(usual: ") == option.default_is_usual
    assert f"You play: {words}" in told(section(html, option.rule))
    for one in read_rules(game).open_questions(option.name):
        assert f"You play: {words}" in told(section(html, one.anchor))
    questions = read_rules(game).open_questions(option.name)
    sections = [one for one in read_rules(game).sections if one in questions or one.anchor == option.rule]
    assert html.count("You play:") == len(sections)


def test_the_printed_first_hand_is_named_so_under_another_deck(client):
    game = find("good-little-tricks")

    assert "a first round by the printed rules" not in told(page(client, match_of(game)))
    assert "a first round by the printed rules" in told(
        page(client, match_of(game, deck=["red", "blue", "pink", "green", "orange"]))
    )


@pytest.fixture(scope="module")
def printed(lasting):
    """By game: a match by the rules as printed, and the page of its rules."""
    matches = {game: match_of(game) for game in GAMES}
    return {game: (match, page(member(), match)) for game, match in matches.items()}


@cases("game", GAMES)
def test_a_match_by_the_printed_rules_says_so(printed, game):
    _, html = printed[game]
    assert "by the rules as written" in html
    assert "You play:" not in html
    assert not [
        one.id for one in read_examples(game).example if not one.house_rules and f"example-{one.id}" not in html
    ]
    assert "<mark>" not in html
    assert html.partition("<article")[2] != rules_html(game).partition("<article")[2]


@cases("game", GAMES)
def test_each_rule_leads_to_its_question_at_this_match(printed, game):
    match, html = printed[game]

    links = re.findall(r'href="([^"]*referee/[^"]+)"', html)
    asked = {urljoin(f"/matches/{match.pk}/rules/", link) for link in links}

    assert asked or not game.questions
    for address in asked:
        found = resolve(address)
        assert (found.url_name, found.kwargs["pk"]) == ("match-referee-question", match.pk)
        assert found.kwargs["ask"] in referee.questions(game)
