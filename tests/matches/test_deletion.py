"""A deleted match is on no page and in no figure; restored, everything is as it was."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from scorekeeper.clubs.models import GRACE_PERIOD, Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Answer, Match
from tests.devices import member
from tests.html_browser import Page
from tests.matches.factory import NAMES, keep_draft, make_match, reload, six_rounds, snapshot
from tests.matches.test_own_answers import table
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
    # These list deleted matches, or who deleted them.
    lists = ("deleted/", "devices/log/", "transfer/security-log.csv")
    routes = [route for route in READABLE if "uuid" not in route and route not in lists]
    where = [fill_in(route, world | {"pk": match.pk}) for route in routes]
    where += [f"/rules/search/?q=points&match={match.pk}", "/leaderboard/?period=all", "/players/?period=all"]
    return read_all(client, where)


def delete(client, match):
    return client.post(f"/matches/{match.pk}/deletion/", {"seen": match.token})


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


def test_every_phone_says_who_deleted_a_match_and_a_scorer_restores_it():
    match, (ada, ben, _) = table("big-little")
    recording.delete_match(match, match.token, by=ben.device)

    for address in ("", "history/", "table-view/", "rounds/1/"):
        told = Page(None, ada.get(f"/matches/{match.pk}/{address}"))
        assert (told.status, told.buttons()) == (404, ["Restore it"]), address
        assert "Ben’s phone deleted this match" in told.text
    assert "This phone deleted this match" in Page(None, ben.get(f"/matches/{match.pk}/")).text
    viewer = Page(None, member(role=Role.VIEWER).get(f"/matches/{match.pk}/"))
    assert viewer.buttons() == []
    assert "A scorer can restore it until" in viewer.text
    assert "Ben’s phone deleted it on" in Page(None, ada.get("/deleted/")).text
    poll = {"seen": "deleted", "script": "/static/live.js"}
    assert ada.get(f"/matches/{match.pk}/board/", poll).status_code == 204

    assert ada.post(f"/deleted/{match.pk}/restore/").url == f"/matches/{match.pk}/"

    assert reload(match).deleted_by is None
    assert "/match." in ben.get(f"/matches/{match.pk}/board/", poll).text, "with other scripts"


def test_a_match_nobody_deleted_names_nobody(client):
    match = make_match(1)
    recording.delete_match(match, match.token)
    assert "Somebody deleted this match" in Page(None, client.get(f"/matches/{match.pk}/")).text


def test_what_others_have_entered_is_said_before_a_match_is_deleted_and_asked_again_after_each_answer():
    match, (ada, ben, cleo) = table("skull-king")
    address, empty = f"/matches/{match.pk}/deletion/", Page(None, ada.get(f"/matches/{match.pk}/deletion/"))
    assert "not saved yet" not in empty.text
    ben.answer(bids_1="1")
    asked = Page(None, ada.post(address, dict(empty.fields("form 1"))))
    assert asked.status == 409
    assert "Round 1, not saved yet: Ben bids: hidden." in asked.text
    cleo.answer(bids_2="0")
    ben.answer(bids_1="0")

    again = Page(None, ada.post(address, dict(asked.fields("form 1"))))

    assert again.status == 409
    assert "Ben bids: hidden, Cleo bids: hidden." in again.text
    assert Answer.objects.values("question").distinct().count() == 2
    assert ada.post(address, dict(again.fields("form 1"))).url == "/deleted/"


def test_the_deletion_page_is_the_same_whatever_the_hidden_bid():
    match, (ada, ben, _) = table("skull-king")
    ben.answer(bids_1="0")

    def page():
        text = ada.get(f"/matches/{match.pk}/deletion/").text
        return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)

    before = page()
    Answer.objects.update(text="1")
    assert page() == before


def test_every_draft_of_a_match_is_said_before_it_is_deleted(client):
    match = make_match(2)
    keep_draft(match, {"bids-0": "1"})
    keep_draft(match, {"tricks-0": "0"}, mode="correct", number=2)
    keep_draft(match, {"bids-1": "1"}, mode="insert", number=1)

    said = Page(None, client.get(f"/matches/{match.pk}/deletion/")).text

    assert "Hand 3, not saved yet: Ada bids 1." in said
    assert "Correct hand 2, not saved yet: Ada took 0." in said
    assert "Before hand 1, not saved yet: Ben bids 1." in said


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
