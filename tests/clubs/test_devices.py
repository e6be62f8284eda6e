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
def test_a_cookie_of_a_former_secret_key_still_works_and_is_replaced(name, is_known):
    asking, token = Stranger(), device_token()
    asking.cookies[name] = token
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        answer = asking.get("/more/")

    assert answer.status_code == (200 if is_known else 404)
    assert (COOKIE in answer.cookies) == is_known
    assert not is_known or answer.cookies[COOKIE].value == token


def test_cookies_of_other_installations_on_this_host_are_ignored():
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
def test_a_label_names_the_kind_of_device_and_its_holder(agent, holder, label):
    Stranger().post(link(), {"holder": holder}, headers={"user-agent": agent})

    assert [str(device) for device in Device.objects.all()] == [label]


def test_devices_of_one_kind_are_numbered():
    for holder in ("", "", "Ada", "Ada"):
        Stranger().post(link(), {"holder": holder}, headers={"user-agent": IPHONE})

    assert [str(device) for device in Device.objects.order_by("pk")] == [
        "iPhone", "iPhone 2", "Ada’s iPhone", "Ada’s iPhone 2",
    ]  # fmt: skip


def test_owners_change_any_device_and_others_only_their_own():
    owner, scorer = member(), member(role=Role.SCORER)
    owner_device, scorer_device = Device.objects.order_by("pk")

    assert owner.post(f"/devices/{scorer_device.pk}/", {"label": " Ben’s  phone ", "role": "1"}).url == "/devices/"
    assert scorer.post(f"/devices/{scorer_device.pk}/", {"label": "👑", "role": "3"}).url == "/devices/"
    assert scorer.get(f"/devices/{owner_device.pk}/").status_code == 403

    scorer_device.refresh_from_db()
    assert (scorer_device.label, scorer_device.role) == ("👑", Role.VIEWER)


def test_a_change_of_a_device_that_is_refused_changes_nothing():
    owner, (ada,) = member(), Club.get_default().players.get_or_create_named(["Ada"])
    (device,) = Device.objects.all()
    form = {"label": "Ada’s", "player": str(ada.pk), "role": "1"}

    assert owner.post(f"/devices/{device.pk}/", form).status_code == 422

    device.refresh_from_db()
    assert (device.player, device.role, device.label) == (None, Role.OWNER, str(device))


def test_a_device_keeps_its_holder_when_either_is_renamed():
    owner, scorer, make = member(), member(role=Role.SCORER), Club.get_default().players.get_or_create_named
    ada, ben = make(["Ada", "Ben"])
    owner_device, scorer_device = Device.objects.order_by("pk")

    page = Browser(lambda **_: scorer).open(f"/devices/{scorer_device.pk}/")
    page.press("Save", player=str(ada.pk))
    scorer.post(f"/devices/{scorer_device.pk}/", {"label": "Ben’s phone"})
    change_player(ada, "Adelheid", None, archived=True)

    scorer_device.refresh_from_db()
    assert (scorer_device.label, scorer_device.player) == ("Ben’s phone", ada)
    assert f'value="{ada.pk}" selected' in " ".join(owner.get(f"/devices/{scorer_device.pk}/").text.split())
    assert "Adelheid" in owner.get("/devices/").text
    assert scorer.post(f"/devices/{owner_device.pk}/", {"label": "x", "player": ben.pk}).status_code == 403
    owner.post(f"/devices/{scorer_device.pk}/", {"label": "x", "role": "2", "player": ben.pk})
    scorer_device.refresh_from_db()
    assert scorer_device.player == ben
    assert owner.post(f"/devices/{scorer_device.pk}/", {"label": "x", "role": "2", "player": "0"}).status_code == 422
    owner.post(f"/devices/{scorer_device.pk}/", {"label": "x", "role": "2", "player": ""})
    ben.delete()
    scorer_device.refresh_from_db()
    assert scorer_device.player is None


def invitations(roles=Role):
    """Return a function that says, for each role, whether its current link and code still work."""
    for role in roles:
        InviteCode.make(Club.get_default(), role)
    tokens = [Invitation(Club.get_default(), role).token for role in roles]
    codes = [InviteCode.objects.get(role=role).spoken for role in roles]
    return lambda: [
        (Invitation.find(token) is not None, InviteCode.find(code, "somewhere") is not None)
        for token, code in zip(tokens, codes, strict=True)
    ]


VALID, INVALID = (True, True), (False, False)


@cases(
    "role, form, expected",
    [
        (Role.VIEWER, None, [INVALID, VALID, VALID]),
        (Role.OWNER, None, [INVALID, INVALID, INVALID]),
        (Role.OWNER, Role.SCORER, [VALID, VALID, INVALID]),
        (Role.OWNER, Role.VIEWER, [VALID, INVALID, INVALID]),
        (Role.SCORER, Role.SCORER, [VALID, VALID, VALID]),
        (Role.SCORER, Role.OWNER, [VALID, VALID, VALID]),
    ],
)
def test_a_removed_or_demoted_device_cannot_return_by_links_and_codes_it_saw(role, form, expected):
    owner, _ = member(), member(role=role)
    url, are_valid = f"/devices/{Device.objects.latest('pk').pk}/", invitations()
    assert "stop working" in owner.get(url if form else f"{url}removal/").text

    owner.post(url, {"label": "a phone", "role": form}) if form else owner.post(f"{url}removal/")

    assert are_valid() == expected


def test_a_device_that_leaves_by_itself_renews_no_link():
    scorer, are_valid = member(role=Role.SCORER), invitations()

    scorer.post(f"/devices/{Device.objects.get().pk}/removal/")

    assert are_valid() == [VALID] * 3


def test_the_link_printed_in_the_terminal_works_once():
    first, phone, are_valid = Invitation.first(), Stranger(), invitations()
    url = f"/join/{first.token}/"

    assert phone.post(url).url == "/"
    assert phone.post(url).url == "/", "a second tap"
    assert Stranger().post(url).status_code == 404
    assert are_valid() == [VALID, VALID, INVALID]
    second = f"/join/{Invitation(Club.get_default(), Role.OWNER).token}/"
    assert [Stranger().post(second).status_code for _ in range(2)] == [302, 302]


def test_the_last_owner_cannot_leave_or_be_demoted():
    owner = member()
    url = f"/devices/{Device.objects.get().pk}/"

    for address, form in ((f"{url}removal/", {}), (url, {"label": "mine", "role": "2"})):
        answer = owner.post(address, form)
        assert answer.status_code == 422
        assert "is the club’s only owner: make another device an owner first" in answer.text
    member()
    assert owner.post(f"{url}removal/").status_code == 302


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_owners_cannot_both_leave_at_the_same_moment():
    owners = [Device.join(Club.get_default(), "a phone", Role.OWNER)[0] for _ in range(2)]
    together, refused = threading.Barrier(2), []

    def revoke(device):
        together.wait(timeout=60)
        try:
            device.revoke()
        except Impossible as error:
            refused.append(error.message)

    finish_all([start_thread(lambda device=device: revoke(device)) for device in owners])

    assert refused == ["this is the club’s only owner: make another device an owner first"]
    assert Device.objects.filter(revoked=None).count() == 1
