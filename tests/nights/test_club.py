"""The club's page: leaderboards for any period, ratings, records, partners, head to head."""

from datetime import date

import pytest
from django.test import Client

from games.registry import games
from scorekeeper.club.models import Club
from scorekeeper.nights.demo.filling import fill
from scorekeeper.table.models import Match, Seat
from tests.no_script import Browser
from tests.table.tables import six_rounds

pytestmark = pytest.mark.django_db


def text(where="/club/"):
    return " ".join(Browser().open(where).text.split())


@pytest.fixture
def full():
    """A club with evenings of all games."""
    fill(Club.here(), 60, date(2026, 11, 14), seed=3)


def test_before_anything_was_played_nobody_leads():
    assert "No match played to its end" in text()


def test_the_leaderboard_shares_places_and_skips_the_next():
    for places in ((1, 2, 2), (2, 1, 3)):
        match = six_rounds(6)
        for seat, place in enumerate(places):
            Seat.objects.filter(match=match, number=seat).update(place=place, won=place == 1)

    page = text()

    assert "1 Ada 1 2 50 %" in page
    assert "1 Ben 1 2 50 %" in page
    assert "3 Cleo 0 2 0 %" in page


def test_the_leaderboard_can_be_sorted_by_place():
    for places in ((1, 2, 3), (3, 1, 2), (3, 1, 2), (1, 2, 3)):
        match = six_rounds(6)
        for seat, place in enumerate(places):
            Seat.objects.filter(match=match, number=seat).update(place=place, won=place == 1)

    page = text("/club/?order=place")

    assert page.index("1 Ben 2 4") < page.index("2 Ada 2 4")


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("game", sorted(games()))
def test_each_game_has_its_ratings_and_records(game):
    name = games()[game].name

    page = text(f"/club/?game={game}")

    assert f"Ratings in {name}" in page
    assert "Highest total" in page
    assert "Everybody starts at 1000" in page


@pytest.mark.usefixtures("full")
def test_a_period_leaves_out_what_was_played_before_and_after():
    Match.objects.update(evening=date(2020, 5, 1))
    Match.objects.filter(pk=Match.objects.first().pk).update(evening=date(2021, 5, 1))

    assert "No match played to its end in what you chose" in text("/club/?period=2019")


@pytest.mark.usefixtures("full")
def test_what_was_chosen_goes_along_to_a_players_page():
    links = Browser().open("/club/?game=maverick&period=2026").links

    assert any(link.endswith("?period=2026&game=maverick") for link in links if link.startswith("/players/"))


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("asked", ["", "?game=maverick", "?game=big-little&seats=4&period=2026&order=share"])
def test_the_page_takes_a_fixed_number_of_statements(asked, django_assert_max_num_queries):
    client = Client(headers={"host": "localhost"})
    client.get("/club/")

    with django_assert_max_num_queries(32):
        assert client.get(f"/club/{asked}").status_code == 200


@pytest.mark.parametrize(
    "asked", ["order=x", "order=%00", "game=%ff", "seats=99999999999", "period=0000", "from=%F0%9F"]
)
def test_an_address_nobody_would_write_shows_the_page_all_the_same(asked):
    six_rounds(6)

    assert Client(headers={"host": "localhost"}).get(f"/club/?{asked}").status_code == 200
