"""Why a number: its lines, the running sum, the status, the text of the rule and the house rule."""

import re

import pytest
from msgspec import structs

from games.core import examples
from games.core.registry import find
from games.core.text import signed
from scorekeeper.clubs.models import Club
from scorekeeper.rulebook.rules_page import read_rules
from scorekeeper.rulebook.wording import sum_text
from tests.cases import cases
from tests.games.every_game import GAMES, possible_examples
from tests.matches.factory import import_sheet, make_match
from tests.rulebook.rules_html import text
from tests.thoroughness import share

pytestmark = pytest.mark.django_db
EXAMPLES = [(game, one) for game in GAMES for one in share(possible_examples(game), 12)]


def asked(client, match, number, side):
    return client.get(f"/matches/{match.pk}/rounds/{number}/sides/{side}/")


def sheet(client, match, number, side):
    answer = asked(client, match, number, side)
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == "false", "reasons have no place in the browser's history"
    return answer.content.decode()


def played(key, example):
    """A match that is played as a worked example says."""
    game = find(key)
    one = next(one for one in examples.read_examples(game).example if one.id == example)
    return import_sheet(Club.get_default(), one.sheet(game))


@cases("game, one", EXAMPLES)
def test_every_line_has_its_points_its_reason_and_the_text_of_its_rule(client, game, one):
    match = import_sheet(Club.get_default(), one.sheet(game))
    number = len(match.round_facts)
    if number == 0:
        return
    scored, page = match.state.rounds[number - 1], read_rules(game, match.initial_state.rules, len(match.names))
    for side, name in enumerate(match.state.side_names):
        html = sheet(client, match, number, side)
        told = text(html)
        assert f"{name}, {game.round_name} {number}: {signed(scored.points[side])}" in told
        assert f"{sum_text(scored.totals[side] - scored.points[side], [scored.points[side]])}" in told
        for line in scored.lines:
            if line.side == side:
                assert f"{signed(line.points)} {line.reason}" in told
                assert text(page.section(line.rule).linked_from("")) in told
                assert f'href="/matches/{match.pk}/rules/#{line.rule}"' in html


def test_the_page_of_reasons_leads_back_to_its_round_in_the_match(client):
    match = make_match(2)
    page = asked(client, match, 2, 0).content.decode()

    assert f'href="/matches/{match.pk}/?round=2#round-2"' in page
    assert 'id="round-2"' in client.get(f"/matches/{match.pk}/").content.decode()


def test_the_reasons_show_sum_and_status_before_and_after(client):
    told = text(sheet(client, played("big-little", "BL-12"), 9, 0))

    assert "20 + 4 − 100 = −76 209 − 76 = 133 bags 9 of 11 → bags 3 of 11" in told


@cases("at", [11, 10])
def test_the_reasons_show_a_differing_house_rule(client, at):
    game = find("big-little")
    one = next(one for one in examples.read_examples(game).example if one.id == "BL-12")
    chosen = structs.replace(one.sheet(game), house_rules={"penalty_at": at})
    match = import_sheet(Club.get_default(), chosen)

    html = sheet(client, match, 9, 0)

    assert (f"<mark>{at} sandbags</mark>" in html) == (at == 10)
    assert f"You play: Bag penalty after: {at} sandbags" in text(html)


def test_links_in_the_text_of_a_rule_lead_to_the_rules_of_the_match(client):
    match = played("grosse-kleine", "GA-03")

    html = "".join(sheet(client, match, 1, side) for side in range(3))

    assert not re.search(r'href="#', html)
    assert f'href="/matches/{match.pk}/rules/#last-card-took-the-big-a"' in html


@cases("number, side", [(0, 0), (3, 0), (1, 4), (10**30, 0), (1, 10**30)])
def test_a_round_that_was_not_played_has_no_reasons(client, number, side):
    assert asked(client, make_match(2), number, side).status_code == 404
