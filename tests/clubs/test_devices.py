"""Devices: known by a cookie nobody can read or guess, stored only as its hash; their roles, and leaving."""

import hashlib
import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.core.errors import Impossible
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, InviteCode, Role
from scorekeeper.matches.players import change_player
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, device_token, member
from tests.html_browser import Browser

pytestmark = pytest.mark.django_db


def link():
    return f"/join/{Invitation(Club.get_default(), Role.SCORER).token}/"


def test_a_device_gets_its_cookie_when_it_joins_and_only_the_hash_is_stored():
    cookie = Stranger().post(link()).cookies[COOKIE]

    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == timedelta(days=365).total_seconds()
    assert cookie["path"] == "/"
    assert len(cookie.value) == 22
    assert not cookie["domain"]
    [device] = Device.objects.values()
    assert device["token_hash"] == hashlib.sha256(cookie.value.encode()).hexdigest()
    assert cookie.value not in str(device)


def test_last_seen_is_written_and_the_cookie_renewed_once_an_hour():
    asking = member()
    for minutes, is_due in ((1, False), (59, False), (61, True), (90, False), (122, True)):
        with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False):
            with CaptureQueriesContext(connection) as queries:
                answer = asking.get("/")
            assert any(query["sql"].startswith("UPDATE") for query in queries) == is_due
            assert (COOKIE in answer.cookies) == is_due


@cases("name, is_known", [("device", True), ("device-00000000", True), ("devices", False), ("__Host-device", False)])
def test_a_device_is_known_by_the_cookie_of_a_former_key_and_gets_the_one_of_now(name, is_known):
    asking, token = Stranger(), device_token()
    asking.cookies[name] = token
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        answer = asking.get("/more/")

    assert answer.status_code == (200 if is_known else 404)
    assert (COOKIE in answer.cookies) == is_known
    assert not is_known or answer.cookies[COOKIE].value == token


def test_cookies_of_other_records_on_this_host_do_not_count():
    asking = member()
    asking.cookies["device-00000000"] = "of another record"
    assert asking.get("/more/").status_code == 200
    asking.cookies["device-11111111"] = device_token(Club.objects.create(name="Another"))
    assert "Another" not in asking.get("/more/").text


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"


@cases(
    "agent, holder, label",
    [
        (IPHONE, "", "iPhone"),
        (IPHONE, " Ada ", "Ada’s iPhone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130 Mobile Safari/537.36", "", "Android phone"),
        ("Mozilla/5.0 (Linux; Android 15; SM-X710) Chrome/130 Safari/537.36", "Ben", "Ben’s tablet"),
        ("Android" * 100 + "Mobile", "", "tablet"),  # not searched to its end, which takes long
        ("<script>" * 9, "x" * 40, "x" * 31 + "’s device"),
        ("", "", "device"),
    ],
)
def test_a_device_is_called_what_it_is_and_whose(agent, holder, label):
    Stranger().post(link(), {"holder": holder}, headers={"user-agent": agent})

    assert [str(device) for device in Device.objects.all()] == [label]


def test_devices_of_one_kind_are_told_apart_by_number():
    for holder in ("", "", "Ada", "Ada"):
        Stranger().post(link(), {"holder": holder}, headers={"user-agent": IPHONE})

    assert [str(device) for device in Device.objects.order_by("pk")] == [
        "iPhone", "iPhone 2", "Ada’s iPhone", "Ada’s iPhone 2",
    ]  # fmt: skip


def test_owners_change_any_device_and_others_only_their_own_label():
    owner, scorer = member(), member(role=Role.SCORER)
    mine, its = Device.objects.order_by("pk")

    assert owner.post(f"/devices/{its.pk}/", {"label": " Ben’s  phone ", "role": "1"}).url == "/devices/"
    assert scorer.post(f"/devices/{its.pk}/", {"label": "👑", "role": "3"}).url == "/devices/"
    assert scorer.get(f"/devices/{mine.pk}/").status_code == 403

    its.refresh_from_db()
    assert (its.label, its.role) == ("👑", Role.VIEWER)


def test_whose_a_device_is_is_said_on_its_page_and_kept_whatever_it_is_called():
    owner, scorer, make = member(), member(role=Role.SCORER), Club.get_default().players.get_or_create_named
    ada, ben = make(["Ada", "Ben"])
    mine, its = Device.objects.order_by("pk")

    page = Browser(lambda **_: scorer).open(f"/devices/{its.pk}/")
    page.press("Save", player=str(ada.pk))
    scorer.post(f"/devices/{its.pk}/", {"label": "Ben’s phone"})
    change_player(ada, "Adelheid", None, archived=True)

    its.refresh_from_db()
    assert (its.label, its.player) == ("Ben’s phone", ada)
    assert f'value="{ada.pk}" selected' in " ".join(owner.get(f"/devices/{its.pk}/").text.split())
    assert "Adelheid" in owner.get("/devices/").text
    assert scorer.post(f"/devices/{mine.pk}/", {"label": "x", "player": ben.pk}).status_code == 403
    owner.post(f"/devices/{its.pk}/", {"label": "x", "role": "2", "player": ben.pk})
    its.refresh_from_db()
    assert its.player == ben
    assert owner.post(f"/devices/{its.pk}/", {"label": "x", "role": "2", "player": "0"}).status_code == 422
    owner.post(f"/devices/{its.pk}/", {"label": "x", "role": "2", "player": ""})
    ben.delete()
    its.refresh_from_db()
    assert its.player is None


def ways_in(roles=Role):
    """Return a function that says, for each role, whether its link and its code of now still work."""
    for role in roles:
        InviteCode.make(Club.get_default(), role)
    tokens = [Invitation(Club.get_default(), role).token for role in roles]
    codes = [InviteCode.objects.get(role=role).spoken for role in roles]
    return lambda: [
        (Invitation.find(token) is not None, InviteCode.find(code, "somewhere") is not None)
        for token, code in zip(tokens, codes, strict=True)
    ]


WORKS, SPENT = (True, True), (False, False)


@cases(
    "role, form, left",
    [
        (Role.VIEWER, None, [SPENT, WORKS, WORKS]),
        (Role.OWNER, None, [SPENT, SPENT, SPENT]),
        (Role.OWNER, Role.SCORER, [WORKS, WORKS, SPENT]),
        (Role.OWNER, Role.VIEWER, [WORKS, SPENT, SPENT]),
        (Role.SCORER, Role.SCORER, [WORKS, WORKS, WORKS]),
        (Role.SCORER, Role.OWNER, [WORKS, WORKS, WORKS]),
    ],
)
def test_who_is_taken_out_or_may_do_less_cannot_come_back_by_what_it_has_seen(role, form, left):
    owner, _ = member(), member(role=role)
    where, ways = f"/devices/{Device.objects.latest('pk').pk}/", ways_in()
    assert "stop working" in owner.get(where if form else f"{where}removal/").text

    owner.post(where, {"label": "a phone", "role": form}) if form else owner.post(f"{where}removal/")

    assert ways() == left


def test_a_device_that_leaves_by_itself_renews_no_link():
    scorer, ways = member(role=Role.SCORER), ways_in()

    scorer.post(f"/devices/{Device.objects.get().pk}/removal/")

    assert ways() == [WORKS] * 3


def test_the_first_owner_spends_the_link_of_the_terminal():
    first, phone, ways = Invitation.first(), Stranger(), ways_in()
    where = f"/join/{first.token}/"

    assert phone.post(where).url == "/"
    assert phone.post(where).url == "/", "a second tap"
    assert Stranger().post(where).status_code == 404
    assert ways() == [WORKS, WORKS, SPENT]
    second = f"/join/{Invitation(Club.get_default(), Role.OWNER).token}/"
    assert [Stranger().post(second).status_code for _ in range(2)] == [302, 302]


def test_the_last_owner_neither_leaves_nor_becomes_less():
    owner = member()
    where = f"/devices/{Device.objects.get().pk}/"

    for address, form in ((f"{where}removal/", {}), (where, {"label": "mine", "role": "2"})):
        answer = owner.post(address, form)
        assert answer.status_code == 422
        assert "this is the club’s only owner: make another device an owner first" in answer.text
    member()
    assert owner.post(f"{where}removal/").status_code == 302


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_leave_at_once_one_stays():
    owners = [Device.join(Club.get_default(), "a phone", Role.OWNER)[0] for _ in range(2)]
    together, refused = threading.Barrier(2), []

    def revoke(device):
        together.wait(timeout=30)
        try:
            device.revoke()
        except Impossible as error:
            refused.append(error.message)

    finish_all([start_thread(lambda device=device: revoke(device)) for device in owners])

    assert refused == ["this is the club’s only owner: make another device an owner first"]
    assert Device.objects.filter(revoked=None).count() == 1
