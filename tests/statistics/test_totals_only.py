"""Totals on a sheet by the name of a game, such as plays of another program, are results of that game, and say so."""

import json

import pytest

from games.core.registry import find, games, totals_of
from games.core.scoresheet import load
from scorekeeper.clubs.models import Club, Player
from scorekeeper.statistics.figures import figures_by_game
from scorekeeper.statistics.selection import Selection
from tests.html_browser import Page
from tests.matches.factory import import_sheet, six_rounds

pytestmark = pytest.mark.django_db


def test_a_sheet_by_any_name_of_a_game_has_its_totals():
    for game in games().values():
        assert totals_of(game) is None
        if not game.requires_name:
            for name in (game.name, f"{game.name.upper()} !", *game.other_names):
                assert totals_of(find(f"any-game:{name}")) is game
    assert totals_of(find("any-game:Zwicker")) is None


def totals(game, day, **rules):
    sheet = {"scoresheet": 1, "game": f"any-game:{game.name}", "players": ["Ada", "Ben", "Cleo"], "house_rules": rules}
    sheet |= {"started": f"2026-01-0{day}T20:15:00+00:00", "ended": f"2026-01-0{day}T21:15:00+00:00"}
    return import_sheet(Club.get_default(), load(json.dumps(sheet | {"rounds": [{"points": [3, 7, 9]}]})))


def test_totals_are_a_scale_of_their_game_and_say_so(client):
    club, match = Club.get_default(), six_rounds(6)
    game, sheet = match.game, totals(match.game, 1, wins="fewest")
    totals(game, 2, wins="fewest")

    labels = [(one.game, one.scale_label) for one in Selection(club, game=game.key).on_each_scale()]
    assert labels == [(game.key, "usual rules"), (sheet.game_key, "totals only")]
    ada = Player.objects.get(name="Ada")
    shown = [(row.game.name, row.scale, row.figures["won"].n) for row in figures_by_game(Selection(club), ada)]
    assert sorted(shown) == sorted([(game.name, "usual rules", 1), (game.name, "totals only", 2)])

    page = Page(None, client.get("/leaderboard/", {"game": game.key, "scale": '{"wins": "fewest", "starts_at": 0}'}))
    assert f"{game.name}, totals only, all time" in page.text
    page = Page(None, client.get("/leaderboard/", {"game": sheet.game_key}))
    assert f"{game.name}, totals only, all time" in page.text
    assert page.html.count(f">{game.name}</option>") <= 1
    assert "totals only" in Page(None, client.get(f"/nights/{sheet.night_date}/")).text
    assert "without reasons" in Page(None, client.get(f"/matches/{sheet.pk}/review/")).text
    for address in (f"/matches/{match.pk}/review/", f"/nights/{match.night_date}/"):
        assert "otals only" not in Page(None, client.get(address)).text


def test_where_there_are_only_totals_the_game_shows_them(client):
    game = next(iter(games().values()))
    totals(game, 1)
    assert f"{game.name}, totals only, all time" in Page(None, client.get("/leaderboard/", {"game": game.key})).text
    totals(game, 2, wins="fewest")

    page = Page(None, client.get("/leaderboard/", {"game": game.key}))

    assert f"{game.name}, totals only, What wins: the" in page.text
