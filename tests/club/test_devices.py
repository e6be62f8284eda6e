"""A phone is known by a cookie nobody can read or guess; the record keeps only what the cookie hashes to."""

import hashlib
from datetime import timedelta

import pytest
from django.test import Client, override_settings

from scorekeeper.club import middleware
from scorekeeper.club.models import Club, Device
from tests.table.tables import a_match, again, said, sent

pytestmark = pytest.mark.django_db


def phone(agent=""):
    return Client(headers={"host": "localhost", "user-agent": agent})


def save(phone, match):
    return phone.post(f"/matches/{match.pk}/rounds/", sent(match, said(match)))


def test_a_phone_gets_its_cookie_when_it_first_writes():
    asking, match = phone(), a_match()

    cookie = save(asking, match).cookies["device"]

    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == timedelta(days=365).total_seconds()
    assert cookie["path"] == "/"
    assert len(cookie.value) == 22
    assert not cookie["domain"]


def test_only_the_hash_of_a_token_is_kept():
    asking = phone()
    token = save(asking, a_match()).cookies["device"].value

    [device] = Device.objects.values()

    assert device["token_hash"] == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(device)


def test_a_phone_that_is_known_gets_no_other_cookie_and_its_entries_are_its_own():
    asking, match = phone(), a_match()
    save(asking, match)

    answer = save(asking, again(match))

    assert "device" not in answer.cookies
    [device] = Device.objects.all()
    assert [entry.device for entry in again(match).entries.all()] == [device, device]


@pytest.mark.parametrize(
    "cookie", ["", "x", "0" * 22, "' OR 1=1", "\udcff".encode("utf-8", "surrogateescape").decode("latin-1")]
)
def test_a_cookie_nobody_gave_out_is_as_good_as_none(cookie):
    asking, match = phone(), a_match()
    Device.join(Club.here(), "another phone")
    asking.cookies["device"] = cookie

    answer = save(asking, match)

    assert answer.cookies["device"].value not in ("", cookie)
    assert Device.objects.count() == 2


def test_two_phones_are_two_devices():
    match = a_match()
    for asking in (phone(), phone()):
        save(asking, again(match))

    assert len({entry.device_id for entry in again(match).entries.all()}) == 2


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("curl/8", "a device"),
        ("<script>" * 9, "a device"),
        ("", "a device"),
    ],
)
def test_a_device_is_called_what_it_is(agent, label):
    save(phone(agent), a_match())

    assert [str(device) for device in Device.objects.all()] == [label]


def test_a_save_that_is_refused_still_tells_the_phone_who_it_is():
    asking, match = phone(), a_match()

    answer = asking.post(f"/matches/{match.pk}/rounds/", sent(match))

    assert answer.status_code == 422
    assert "device" in answer.cookies


def test_history_outlives_a_device():
    asking, match = phone(), a_match()
    save(asking, match)

    Device.objects.all().delete()

    assert "a device" in asking.get(f"/matches/{match.pk}/history/").content.decode()


@override_settings(HTTPS=True)
def test_under_https_the_cookie_is_bound_to_the_host_and_never_sent_in_the_clear(monkeypatch):
    monkeypatch.setattr(middleware, "COOKIE", "__Host-device")
    asking, match = phone(), a_match()

    cookie = save(asking, match).cookies["__Host-device"]

    assert cookie["secure"]
    assert cookie["path"] == "/"
