"""A blank sheet to print, for every game and table."""

import html
import re
from urllib.parse import urlencode

import pytest

from games.core.house_rules import HouseRules
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.games.every_game import GAMES
from tests.html_browser import Browser

pytestmark = pytest.mark.django_db


@cases("game", GAMES)
def test_every_game_has_a_blank_sheet_for_every_number_of_players(game):
    for players in game.seats:
        page = Browser().open(f"/games/{game.key}/blank-sheet/?players={players}")
        rules = HouseRules(game.house_rules, {})
        lines, sides = game.length(players, rules), len(game.teams(players, rules))

        assert page.status == 200
        assert page.html.count('<th scope="row">') in (lines, lines or 20)
        assert page.html.partition("<tbody>")[0].count('class="total"') == sides
    assert not Match.objects.exists()


def test_a_blank_sheet_names_the_players_and_their_house_rules():
    Club.get_default().players.create(name="Ada", mark=7)
    query = {"seated": "1", "player": ["Ada", "<b>"], "dealer": "<b>", "rule-hook": "true"}
    page = Browser().open(f"/games/big-little/blank-sheet/?{urlencode(query, doseq=True)}")

    assert re.findall(r'data-side="(\d+)"', page.html) == ["7", "0"]
    assert page.html.count("&lt;b&gt;") > 25
    assert "the dealer may not make the bids add up" in page.text
    assert "players=3" not in page.html


def test_an_impossible_number_of_players_gets_the_usual_blank_sheet():
    for players in ("0", "1", "14", "x", "999999999999", "-3", "٣"):
        page = Browser().open(f"/games/big-little/blank-sheet/?{urlencode({'players': players})}")

        assert page.html.count('<th scope="row">') in (25, 33), players


def test_a_blank_sheet_without_names_has_the_house_rules_chosen():
    query = f"?{urlencode({'rule-columns': ['Coins', '5', 'number']}, doseq=True)}"
    for players in (4, 3):
        page = Browser().open(f"/games/any-game:Bolivia/blank-sheet/{query}")
        assert page.html.count("Coins × 5") > 1, players
        assert page.html.partition("</tr>")[0].count('class="player"') == players
        query = html.unescape(re.search(r'href="(\?players=3&[^"]*)"', page.html)[1]) if players == 4 else ""


def test_a_blank_sheet_of_impossible_house_rules_is_the_usual_one():
    page = Browser().open("/games/any-game:Bolivia/blank-sheet/?rule-ends=target&rule-ends-number=x")
    assert page.status == 200
    assert "when the table says so" in page.text
