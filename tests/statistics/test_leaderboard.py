"""The club's page: leaderboards for any period, ratings, records, partners, head to head."""

import pytest
from django.test import Client

from scorekeeper.table.models import Seat
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import six_rounds

pytestmark = pytest.mark.django_db


def text(where="/club/"):
    return " ".join(Browser().open(where).text.split())


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


@cases("asked", ["order=x", "order=%00", "game=%ff", "seats=99999999999", "period=0000", "from=%F0%9F"])
def test_an_address_nobody_would_write_shows_the_page_all_the_same(asked):
    six_rounds(6)

    assert Client(headers={"host": "localhost"}).get(f"/club/?{asked}").status_code == 200
