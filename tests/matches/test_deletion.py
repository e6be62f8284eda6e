"""A deleted match is on no page and in no figure, as if it had never been; brought back, all is as it was."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from scorekeeper.club.deleting import GRACE
from scorekeeper.club.models import Club
from scorekeeper.nights.books import balance
from scorekeeper.table.models import Match
from tests.matches.factory import NAMES, a_match, again, record_of, said, sent, six_rounds
from tests.web.test_urls import METHODS, address

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

OWN = re.compile(rb'name="(csrfmiddlewaretoken|key)"\s+value="[^"]*"|"csrfmiddlewaretoken"[^>]*|value="[0-9a-f-]{36}"')
NOW = timezone.now()
OTHERS = [lambda: six_rounds(6), lambda: six_rounds(2), lambda: a_match(2, NAMES[:3])]


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


@pytest.fixture(autouse=True)
def the_same_moment():
    with time_machine.travel(NOW, tick=False):
        yield


def every_page(client, match):
    """All that can be read of the club, by address: pages, files, tables, pictures."""
    routes = [route for route, methods in METHODS.items() if "GET" in methods and "uuid" not in route]
    where = [address(route, pk=match.pk) for route in routes if route != "deleted/"]
    where += [f"/rules/search/?q=points&match={match.pk}", "/club/?period=all", "/players/?period=all"]
    return {page: OWN.sub(b"", client.get(page).getvalue()) for page in where}


def delete(client, match):
    return client.post(f"/matches/{match.pk}/deletion/", {"seen": match.version})


@pytest.mark.parametrize("other", OTHERS, ids=["over", "going on", "another game"])
def test_every_page_is_as_if_a_deleted_match_had_never_been(client, other):
    first = six_rounds(6)
    before = every_page(client, first)

    match = other()
    assert every_page(client, first) != before
    delete(client, match)

    assert every_page(client, first) == before


def test_every_page_is_as_it_was_when_a_match_is_brought_back(client):
    first, match = six_rounds(6), six_rounds(6)
    before, record = every_page(client, first), record_of(match)
    delete(client, match)
    every_page(client, first)

    client.post(f"/deleted/{match.pk}/return/")

    assert every_page(client, first) == before
    assert record_of(match) == record


@pytest.mark.parametrize(
    "route", [route for route in METHODS if "<int:pk>" in route and not route.startswith("deleted")]
)
def test_every_address_of_a_deleted_match_is_404(client, route):
    match = a_match(2)
    delete(client, match)

    for method in METHODS[route] - ({"POST"} if route == "matches/<int:pk>/deletion/" else set()):
        answer = client.generic(method, address(route, pk=match.pk))
        assert answer.status_code == 404, method


def test_a_match_a_file_and_a_form_name_is_not_found_either(client):
    match = a_match(1)
    delete(client, match)

    assert client.get(f"/rules/search/?q=points&match={match.pk}").status_code == 404
    assert client.get(f"/matches/{match.pk}/board/?seen=1.").status_code == 404


def test_the_page_before_says_what_goes(client):
    match = a_match(2)

    page = client.get(f"/matches/{match.pk}/deletion/").content.decode()

    assert "Ada" in page
    assert re.search(r"2\s+hands", page)
    assert "30 days" in page
    assert not Match.everything.exclude(deleted=None).exists()


def test_a_match_that_moved_on_is_shown_again_rather_than_deleted(client):
    match = a_match(1)
    seen = match.version
    client.post(f"/matches/{match.pk}/rounds/", sent(match, said(match)))

    answer = client.post(f"/matches/{match.pk}/deletion/", {"seen": seen})

    assert answer.status_code == 409
    assert again(match).version == seen + 1


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 40, "\u0663"])
def test_a_form_that_says_nothing_it_saw_deletes_nothing(client, seen):
    match = a_match(1)

    assert client.post(f"/matches/{match.pk}/deletion/", {"seen": seen}).status_code == 409
    assert Match.objects.get() == match


def test_deleting_twice_is_deleting_once(client):
    match = a_match(1)
    delete(client, match)

    assert delete(client, match).url == "/deleted/"


def test_the_list_names_it_and_until_when_it_can_come_back(client):
    match = a_match(1)
    assert "Nothing was deleted" in client.get("/deleted/").content.decode()
    delete(client, match)

    page = client.get("/deleted/").content.decode()

    assert "Big Little" in page
    assert f"{NOW + GRACE:%-d %B %Y}" in page
    assert f"/deleted/{match.pk}/return/" in page


def test_a_save_that_comes_after_the_deletion_is_not_found_and_keeps_nothing(client):
    match = a_match(1)
    form = sent(match, said(match))
    delete(client, match)

    assert client.post(f"/matches/{match.pk}/rounds/", form).status_code == 404
    assert client.post(f"/matches/{match.pk}/draft/", form).status_code == 404
    client.post(f"/deleted/{match.pk}/return/")
    assert again(match).version == match.version


def test_the_form_that_began_a_deleted_match_begins_no_other(client):
    setup = {"seated": "1", "player": ["Ada", "Ben", "Cleo"], "dealer": "Ada", "key": "0" * 31 + "1"}
    begun = client.post("/games/big-little/matches/", setup)
    delete(client, Match.objects.get())

    assert client.post("/games/big-little/matches/", setup).url == begun.url
    assert not Match.objects.exists()


def test_after_thirty_days_it_cannot_be_brought_back(client):
    match = a_match(1)
    delete(client, match)

    with time_machine.travel(NOW + GRACE + timedelta(seconds=1), tick=False):
        assert "Nothing was deleted" in client.get("/deleted/").content.decode()
        assert client.post(f"/deleted/{match.pk}/return/").status_code == 404


def test_two_who_sat_at_a_deleted_table_stay_two_people(client):
    match = a_match(1, names=("Ada", "Ben", "Cleo"))
    ada, ben = (seat.player_id for seat in match.places[:2])
    delete(client, match)
    balance(Club.here())

    assert client.post(f"/players/{ada}/merging/", {"other": ben}).status_code == 422
