"""A deleted match is on no page and in no figure; restored, everything is as it was."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from scorekeeper.clubs.models import GRACE_PERIOD
from scorekeeper.matches.models import Match
from tests.matches.factory import NAMES, make_match, six_rounds, snapshot
from tests.web.urls import METHODS, READABLE, fill_in, read_all, something_everywhere

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture(autouse=True)
def frozen_time():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def world(db):
    return something_everywhere()


def every_page(client, match, world):
    """All that can be read of the club, by address: pages, files, tables, pictures."""
    # These two list deleted matches.
    routes = [route for route in READABLE if "uuid" not in route and route not in ("deleted/", "devices/log/")]
    where = [fill_in(route, world | {"pk": match.pk}) for route in routes]
    where += [f"/rules/search/?q=points&match={match.pk}", "/leaderboard/?period=all", "/players/?period=all"]
    return read_all(client, where)


def delete(client, match):
    return client.post(f"/matches/{match.pk}/deletion/", {"seen": match.version})


def test_no_page_shows_deleted_matches(client, world):
    first = six_rounds(6)
    before = every_page(client, first, world)
    others = over, *_ = six_rounds(6), six_rounds(2), make_match(2, NAMES[:3])
    full, facts = every_page(client, first, world), snapshot(over)
    assert full != before
    for match in others:
        delete(client, match)

    assert different(before, every_page(client, first, world)) == []
    for match in others:
        client.post(f"/deleted/{match.pk}/restore/")
    assert different(full, every_page(client, first, world)) == []
    assert snapshot(over) == facts


def different(some, others):
    return [where for where in some if some[where] != others[where]]


def test_every_url_of_a_deleted_match_is_404(client, world):
    match = make_match(2)
    delete(client, match)

    for route in (route for route in METHODS if "<int:pk>" in route and not route.startswith("deleted")):
        for method in METHODS[route] - ({"POST"} if route == "matches/<int:pk>/deletion/" else set()):
            where = fill_in(route, world | {"pk": match.pk})
            assert client.generic(method, where).status_code == 404, (method, where)
    assert client.get(f"/rules/search/?q=points&match={match.pk}").status_code == 404


def test_deleting_a_match_that_has_changed_is_a_conflict(client):
    match = make_match(1)
    for seen in ("", "x", "-1", "9" * 40, "\u0663", match.version - 1, match.version + 1):
        assert client.post(f"/matches/{match.pk}/deletion/", {"seen": seen}).status_code == 409, seen
    assert Match.objects.get() == match

    for _ in range(2):
        assert delete(client, match).url == "/deleted/"


def test_deletion_pages_say_what_is_deleted_and_how_long_it_can_be_restored(client):
    match = make_match(2)
    page = client.get(f"/matches/{match.pk}/deletion/").content.decode()
    assert "Ada" in page
    assert re.search(r"2\s+hands", page)
    assert "30 days" in page
    assert "Nothing was deleted" in client.get("/deleted/").content.decode()

    delete(client, match)

    page = client.get("/deleted/").content.decode()
    assert "Big Little" in page
    assert f"{NOW + GRACE_PERIOD:%-d %B %Y}" in page
    assert f"/deleted/{match.pk}/restore/" in page
    with time_machine.travel(NOW + GRACE_PERIOD + timedelta(seconds=1), tick=False):
        assert "Nothing was deleted" in client.get("/deleted/").content.decode()
        assert client.post(f"/deleted/{match.pk}/restore/").status_code == 404


def test_the_setup_form_of_a_deleted_match_starts_no_second_one(client):
    setup = {"seated": "1", "player": ["Ada", "Ben", "Cleo"], "dealer": "Ada", "key": "0" * 31 + "1"}
    begun = client.post("/games/big-little/matches/", setup)
    delete(client, Match.objects.get())

    assert client.post("/games/big-little/matches/", setup).url == begun.url
    assert not Match.objects.exists()


def test_players_of_a_deleted_match_cannot_be_merged(client):
    match = make_match(1, names=("Ada", "Ben", "Cleo"))
    ada, ben = (seat.player_id for seat in match.seat_list[:2])
    delete(client, match)

    assert client.post(f"/players/{ada}/merge/", {"other": ben}).status_code == 422
