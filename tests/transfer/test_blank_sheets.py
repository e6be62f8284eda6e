"""Blank sheets to print."""

from urllib.parse import urlencode

import pytest

from games.house_rules import HouseRules
from games.registry import games
from scorekeeper.table.models import Match
from tests.html_browser import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_every_game_has_a_blank_sheet_for_every_table(game):
    for players in game.seats:
        page = Browser().open(f"/games/{game.key}/blank/?players={players}")

        assert page.status == 200
        assert page.html.count('<th scope="row">') in (lines(game, players), lines(game, players) or 20)
        assert page.html.partition("<tbody>")[0].count('class="total"') == game.sides(players)
    assert not Match.objects.exists()


def lines(game, players):
    return game.length(players, HouseRules(game.house_rules, {}))


def test_a_blank_sheet_names_who_will_sit_there_and_their_house_rules():
    said = {"seated": "1", "player": ["Ada", "<b>"], "dealer": "<b>", "rule-hook": "true"}
    page = Browser().open(f"/games/big-little/blank/?{urlencode(said, doseq=True)}")

    assert page.html.count("&lt;b&gt;") > 25
    assert "the dealer may not make the bids add up" in page.text
    assert "players=3" not in page.html


@pytest.mark.parametrize("players", ["0", "1", "14", "x", "999999999999", "-3", "٣"])
def test_a_number_of_players_nobody_has_a_sheet_for_is_the_usual_one(players):
    page = Browser().open(f"/games/big-little/blank/?{urlencode({'players': players})}")

    assert page.html.count('<th scope="row">') in (25, 33)
