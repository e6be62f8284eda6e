"""A phone is known by a cookie nobody can read or guess; the record keeps only what the cookie hashes to."""

import hashlib
import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.core.errors import Impossible
from scorekeeper.clubs import middleware
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, device_token, member
from tests.matches.factory import a_match, again, said, sent

pytestmark = pytest.mark.django_db


def link(role=Role.SCORER, club=None):
    return f"/join/{Invitation(club or Club.here(), role).token}/"


def save(phone, match):
    return phone.post(f"/matches/{match.pk}/rounds/", sent(match, said(match)))


def test_a_phone_gets_its_cookie_when_it_joins():
    cookie = Stranger().post(link()).cookies[COOKIE]

    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == timedelta(days=365).total_seconds()
    assert cookie["path"] == "/"
    assert len(cookie.value) == 22
    assert not cookie["domain"]


def test_only_the_hash_of_a_token_is_kept():
    token = Stranger().post(link()).cookies[COOKIE].value

    [device] = Device.objects.values()

    assert device["token_hash"] == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(device)


def test_a_phones_entries_are_its_own_and_it_gets_no_other_cookie():
    asking, match = member(), a_match()
    save(asking, match)

    answer = save(asking, again(match))

    assert COOKIE not in answer.cookies
    [device] = Device.objects.all()
    assert [entry.device for entry in again(match).entries.all()] == [device, device]


@cases("cookie", ["", "x", "0" * 22, "' OR 1=1", "\udcff".encode("utf-8", "surrogateescape").decode("latin-1")])
def test_a_cookie_nobody_gave_out_is_as_good_as_none(cookie):
    asking, match = Stranger(), a_match()
    device_token()
    asking.cookies[COOKIE] = cookie

    assert save(asking, match).status_code == 404
    assert Device.objects.count() == 1


@cases(
    "agent, label",
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("curl/8", "a device"),
        ("<script>" * 9, "a device"),
        ("", "a device"),
    ],
)
def test_a_device_that_is_not_given_a_name_is_called_what_it_is(agent, label):
    Stranger().post(link(), headers={"user-agent": agent})

    assert [str(device) for device in Device.objects.all()] == [label]


def test_history_outlives_a_device():
    match = a_match()
    save(member(), match)

    Device.objects.all().delete()

    assert "a device" in member().get(f"/matches/{match.pk}/history/").content.decode()


@override_settings(HTTPS=True)
def test_under_https_the_cookie_is_bound_to_the_host_and_never_sent_in_the_clear(monkeypatch):
    monkeypatch.setattr(middleware, "COOKIE", "__Host-device")

    cookie = Stranger().post(link()).cookies["__Host-device"]

    assert cookie["secure"]
    assert cookie["path"] == "/"


@cases("where", ["", "matches/{}/", "matches/{}/board/"])
def test_when_a_device_was_last_seen_is_written_once_an_hour_and_its_cookie_renewed(where):
    asking, address = member(), "/" + where.format(a_match().pk)
    answers = []
    for minutes in (1, 59, 61, 90, 122):
        with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False):
            with CaptureQueriesContext(connection) as asked:
                answers.append(asking.get(address))
            written = [query for query in asked if query["sql"].startswith("UPDATE")]
            assert len(written) == (minutes in (61, 122))
    assert [COOKIE in answer.cookies for answer in answers] == [False, False, True, False, True]
    assert all(answer.status_code == 200 for answer in answers)


def test_a_revoked_device_is_a_stranger_at_once_and_what_it_entered_stays():
    match, phone = a_match(), member(role=Role.SCORER)
    save(phone, match)
    owner = member()

    owner.post(f"/devices/{Device.objects.get(role=Role.SCORER).pk}/removal/")

    assert phone.get(f"/matches/{match.pk}/").status_code == 404
    assert save(phone, again(match)).status_code == 404
    assert len(again(match).records) == 1
    assert "a device" in owner.get(f"/matches/{match.pk}/history/").content.decode()


def test_the_last_owner_neither_leaves_nor_becomes_less():
    owner = member()
    [device] = Device.objects.all()

    assert owner.post(f"/devices/{device.pk}/removal/").status_code == 422
    assert owner.post(f"/devices/{device.pk}/", {"label": "mine", "role": "1"}).status_code == 422
    assert Device.objects.get().is_owner
    member()
    assert owner.post(f"/devices/{device.pk}/removal/").status_code == 302


def test_an_owner_renames_and_promotes_a_device_and_others_only_rename_their_own():
    owner, scorer = member(), member(role=Role.SCORER)
    mine, its = Device.objects.order_by("pk")

    assert owner.post(f"/devices/{its.pk}/", {"label": " Ben’s  phone ", "role": "1"}).url == "/devices/"
    assert scorer.post(f"/devices/{its.pk}/", {"label": "👑", "role": "3"}).url == "/devices/"
    assert scorer.get(f"/devices/{mine.pk}/").status_code == 403

    its.refresh_from_db()
    assert (its.label, its.role) == ("👑", Role.VIEWER)


@cases("label", ["", " ", "x" * 41, "a\0b", "a\nb\x07"])
def test_a_device_is_not_called_what_no_page_could_show(label):
    owner = member()

    assert owner.post(f"/devices/{Device.objects.get().pk}/", {"label": label, "role": "3"}).status_code == 422


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_leave_at_once_one_stays():
    owners = [Device.join(Club.here(), "a phone", Role.OWNER)[0] for _ in range(2)]
    together, refused = threading.Barrier(2), []

    def leave(device):
        together.wait(timeout=30)
        try:
            device.leave()
        except Impossible as error:
            refused.append(error.message)

    finish_all([start_thread(lambda device=device: leave(device)) for device in owners])

    assert refused == ["this is the club’s only owner: make another device an owner first"]
    assert Device.objects.filter(revoked=None).count() == 1


@cases("form", [{"label": "mine", "role": "1"}, {"label": "mine", "role": "2"}, {}])
def test_the_only_owner_is_told_in_words_that_the_club_needs_one(form):
    owner = member()
    where = f"/devices/{Device.objects.get().pk}/"

    page = owner.post(where if form else f"{where}removal/", form).text

    assert "this is the club’s only owner: make another device an owner first" in page
