"""The club's page with evenings of all games on it."""

from datetime import date

import pytest
from django.test import Client

from games.registry import games
from scorekeeper.club.models import Club
from scorekeeper.nights.demo.filling import fill
from scorekeeper.table.models import Match
from tests.cases import cases
from tests.html_browser import Browser
from tests.statistics.test_leaderboard import text

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def full(lasting):
    """A club with evenings of all games."""
    fill(Club.here(), 30, date(2026, 11, 14), seed=3)


def test_each_game_has_its_ratings_and_records():
    for game in games().values():
        if game.plausible:
            page = text(f"/club/?game={game.key}")
            for words in (f"Ratings in {game.name}", "Highest total", "Everybody starts at 1000"):
                assert words in page, (game.key, words)


def test_a_period_leaves_out_what_was_played_before_and_after():
    Match.objects.update(evening=date(2020, 5, 1))
    Match.objects.filter(pk=Match.objects.first().pk).update(evening=date(2021, 5, 1))

    assert "No match played to its end in what you chose" in text("/club/?period=2019")


def test_what_was_chosen_goes_along_to_a_players_page():
    links = Browser().open("/club/?game=maverick&period=2026").links

    assert any(link.endswith("?period=2026&game=maverick") for link in links if link.startswith("/players/"))


@cases("asked", ["", "?game=maverick", "?game=big-little&seats=4&period=2026&order=share"])
def test_the_page_takes_a_fixed_number_of_statements(asked, django_assert_max_num_queries):
    client = Client(headers={"host": "localhost"})
    client.get("/club/")

    with django_assert_max_num_queries(32):
        assert client.get(f"/club/{asked}").status_code == 200
