"""Joining: by link, by a code that was said, by founding a club. A secret opens the door once and stays nowhere."""

import logging
import re
from datetime import timedelta
from io import StringIO
from xml.etree import ElementTree

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from scorekeeper.clubs.invitations import Invitation, invite_links
from scorekeeper.clubs.models import (
    FROM_ALL,
    FROM_ONE,
    SIGNS,
    VALID,
    Club,
    CodeAttempt,
    Device,
    InviteCode,
    Role,
    origin_of,
)
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, member
from tests.html_browser import Page, stranger_browser
from tests.matches.factory import a_match

pytestmark = pytest.mark.django_db


def link(role=Role.SCORER, club=None):
    return f"/join/{Invitation(club or Club.here(), role).token}/"


def code(role=Role.SCORER, club=None):
    InviteCode.make(club or Club.here(), role)
    return InviteCode.objects.get(role=role).spoken


# --- Links ---


@cases("role", Role)
def test_a_link_shows_what_it_is_and_joins_when_it_is_said_so(role):
    browser, match = stranger_browser(), a_match()
    page = browser.open(link(role))
    assert page.status == 200
    assert not Device.objects.exists()

    home = page.press(f"Join as {role.label} of Our club", {"label": "Ada’s phone"})

    assert home.response.redirect_chain == [("/", 302)]
    [device] = Device.objects.all()
    assert (device.label, device.role, device.club) == ("Ada’s phone", role, match.club)
    assert browser.open(f"/matches/{match.pk}/").status == 200


@cases("method", ["get", "head"])
def test_a_preview_of_a_link_changes_nothing_and_tells_nobody_the_secret(method):
    where = link(Role.OWNER)

    answer = getattr(Stranger(), method)(where)

    assert answer.status_code == 200
    assert not Device.objects.exists()
    assert COOKIE not in answer.cookies
    assert answer["Referrer-Policy"] == "strict-origin"
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex"
    assert where.split("/")[2] not in answer.content.decode()


def test_no_page_with_a_secret_on_it_is_kept_by_a_browser_or_named_by_it():
    code()
    pages = [
        Stranger().get(link()), Stranger().post(link(), {"label": "a\0"}), Stranger().get("/join/nowhere/"),
        Stranger().get("/join/"), Stranger().post("/join/", {"code": "x"}), member().get("/devices/"),
    ]  # fmt: skip

    for page in pages:
        assert "no-store" in page["Cache-Control"]
        assert re.search("<title>(.*)</title>", page.text)[1] in ("Join a club", "This link no longer works", "Devices")


def test_a_rotated_link_opens_nothing_and_who_came_in_by_it_stays():
    owner, scorer, old = member(), Stranger(), link()
    scorer.post(old)

    owner.post("/devices/links/", {"role": Role.SCORER})

    assert scorer.get("/games/").status_code == 200
    page = Page(None, Stranger().post(old))
    assert page.status == 404
    assert "This link no longer works" in page.text
    assert "Ask whoever sent it" in page.text
    assert Stranger().get(link()).status_code == 200
    assert Stranger().get(link(Role.VIEWER)).status_code == 200


def test_links_of_other_clubs_and_roles_are_not_made_from_one_that_is_known():
    ours, them = Club.here(), Club.objects.create(name="Them")
    known = Invitation(Club.here(), Role.VIEWER).token
    others = [Invitation(club, role).token for club in (ours, them) for role in Role]
    assert len(set(others)) == 6
    for token in others:
        for part in range(1, len(token)):
            mixed = token[:part] + known[part:]
            assert mixed in others or Invitation.found(mixed) is None


@cases("token", ["", "x", "1k", "0k" + "A" * 22, "1k" + "A" * 22, "9" * 30 + "k" + "A" * 22])
def test_a_wrong_link_is_404_in_words(token):
    assert Invitation.found(token) is None
    if token:
        assert "This link no longer works" in Page(None, Stranger().get(f"/join/{token}/")).text


def test_who_is_in_keeps_the_higher_role_and_the_same_device():
    viewer, owner = member(role=Role.VIEWER), member(role=Role.OWNER)
    for browser in (viewer, owner):
        assert browser.post(link(Role.SCORER)).url == "/"

    assert sorted(Device.objects.values_list("role", flat=True)) == [Role.SCORER, Role.OWNER]


def test_who_may_do_more_by_a_link_shows_another_token_and_who_knew_the_old_one_may_not():
    browser, other = member(role=Role.VIEWER), Stranger()
    other.cookies[COOKIE] = browser.cookies[COOKIE].value

    assert browser.post(link(Role.OWNER)).url == "/"

    assert browser.get("/settings/deletion/").status_code == 200
    assert other.get("/devices/").status_code == 404
    assert Device.objects.get().is_owner


def test_a_token_that_somebody_else_chose_is_not_kept_for_who_joins():
    browser = Stranger()
    browser.cookies[COOKIE] = "A" * 22

    browser.post(link(Role.OWNER))

    assert browser.cookies[COOKIE].value != "A" * 22
    assert Device.known("A" * 22) is None


def test_a_device_is_in_one_club_and_is_told_that_it_leaves_the_other():
    them = Club.objects.create(name="Them")
    member(them)
    browser = member(them, Role.SCORER)
    ours = link(club=Club.objects.create(name="Ours"))

    assert "This device is in Them now" in Page(None, browser.get(ours)).text
    browser.post(ours)

    assert "Ours" in browser.get("/devices/").content.decode()
    assert [device.role for device in them.devices.filter(revoked=None)] == [Role.OWNER]


def test_the_only_owner_of_a_club_does_not_leave_it_by_joining_another():
    browser = member(Club.objects.create(name="Them"), Role.OWNER)

    answer = browser.post(link(club=Club.objects.create(name="Ours")))

    assert answer.status_code == 422
    assert Device.objects.count() == 1


@cases("label", ["<script>alert(1)</script>", "👩‍👩‍👧", "آدا", "\u202eevil", "x" * 40])
def test_a_device_is_called_anything_and_that_is_harmless(label):
    browser = Stranger()
    assert browser.post(link(Role.OWNER), {"label": label}).status_code == 302

    html = browser.get("/devices/").content.decode()

    assert "<script>alert" not in html
    assert Device.objects.get().label == label


@cases("label", ["x" * 41, "a\0b"])
def test_a_name_no_page_could_show_is_refused(label):
    assert Stranger().post(link(), {"label": label}).status_code == 422
    assert not Device.objects.exists()


@pytest.fixture
def log(monkeypatch):
    """What the log of the served app says."""
    [handler] = logging.getLogger("django").handlers
    written = StringIO()
    monkeypatch.setattr(handler, "stream", written)
    return written


def broken(*_):
    raise RuntimeError("something is wrong")


def test_no_log_and_no_error_page_holds_the_secret_of_a_link(log, monkeypatch):
    browser, secret = Stranger(raise_request_exception=False, enforce_csrf_checks=True), link(Role.OWNER)
    wrong = f"/join/1k{'A' * 22}/"
    answers = [browser.get(wrong), browser.get(wrong[:-1]), browser.post(secret), Stranger().put(secret)]
    answers += [browser.post(wrong, secure=True, headers={"referer": f"https://elsewhere.example{wrong}"})]
    monkeypatch.setattr(Invitation, "found", broken)
    answers += [browser.get(secret), Stranger(raise_request_exception=False).post(secret)]

    assert [answer.status_code for answer in answers] == [404, 301, 403, 405, 403, 500, 500]
    assert "Internal Server Error: /join/<slug:token>/" in log.getvalue()
    for part in ("A" * 22, secret.split("/")[2]):
        assert part not in log.getvalue()
        assert not any(part in answer.content.decode() for answer in answers)
    assert mail.outbox == []


def test_what_somebody_asks_for_that_is_not_there_fills_no_log(log):
    Stranger().get("/nowhere/")
    Stranger().get("/", headers={"host": "[::1"})
    Stranger(enforce_csrf_checks=True).post("/join/")

    assert log.getvalue() == ""


# --- Codes ---


def test_a_code_that_was_said_lets_in_as_often_as_it_is_told_for_a_quarter_of_an_hour():
    said = code(Role.VIEWER)
    first, second, late = Stranger(), Stranger(), Stranger()

    assert first.post("/join/", {"code": said, "label": "Ben"}).url == "/"
    assert second.post("/join/", {"code": f" {said.replace(' ', '').lower()} "}).url == "/"
    with time_machine.travel(timezone.now() + VALID + timedelta(seconds=1)):
        assert late.post("/join/", {"code": said}).status_code == 422

    assert [(device.label, device.role) for device in Device.objects.order_by("pk")] == [("Ben", 1), ("a device", 1)]


def test_a_code_is_six_signs_nobody_mishears_and_none_of_it_is_kept():
    for _ in range(50):
        said = code()
        assert len(said) == 7
        assert set(said) <= {*SIGNS, " "}
        kept = " ".join(map(str, InviteCode.objects.values_list().get()))
        assert said not in kept
        assert said.replace(" ", "") not in kept
    assert not set("0O1I") & set(SIGNS)
    assert len(SIGNS) == 32


def test_a_new_code_takes_the_place_of_the_one_before():
    old = code()
    new = code()

    assert Stranger().post("/join/", {"code": old}).status_code == 422
    assert Stranger().post("/join/", {"code": new}).status_code == 302


def guess(said="ABC DEF", address="203.0.113.7"):
    return Stranger().post("/join/", {"code": said}, REMOTE_ADDR=address)


def test_guessing_is_refused_in_words_after_a_few_tries_even_when_it_is_right_at_last():
    said = code()
    statuses = [guess().status_code for _ in range(FROM_ONE + 3)]
    assert statuses == [422] * FROM_ONE + [429] * 3

    page = Page(None, guess(said))

    assert page.status == 429
    assert "Too many wrong codes" in page.text
    assert not Device.objects.exists()
    assert CodeAttempt.objects.count() == FROM_ONE
    with time_machine.travel(timezone.now() + VALID + timedelta(seconds=1)):
        assert guess(code()).status_code == 302
    assert not CodeAttempt.objects.exists()


def test_who_guesses_keeps_nobody_else_from_coming_in():
    said = code()
    for _ in range(FROM_ONE + 1):
        guess()

    assert guess(said, "203.0.113.8").status_code == 302


def test_who_guesses_from_many_addresses_is_refused_too_and_a_link_still_works():
    said = code()
    CodeAttempt.objects.bulk_create([CodeAttempt(origin=str(number)) for number in range(FROM_ALL)])

    assert guess(said).status_code == 429
    assert Stranger().post(link()).status_code == 302
    with time_machine.travel(timezone.now() + VALID + timedelta(seconds=1)):
        assert guess(code()).status_code == 302


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_many_guesses_at_once_no_more_are_looked_at_than_of_one_after_the_other():
    Club.here()
    statuses = []
    finish_all([start_thread(lambda: statuses.append(guess().status_code)) for _ in range(3 * FROM_ONE)])

    assert statuses.count(422) <= FROM_ONE
    assert set(statuses) <= {422, 429}
    assert CodeAttempt.objects.count() == statuses.count(422)


def test_an_address_is_kept_as_a_fingerprint_only():
    guess()

    assert "203.0.113.7" not in str(CodeAttempt.objects.values().get())
    assert CodeAttempt.objects.get().origin


@cases(
    "https, named, peer, same_as",
    [
        (False, "198.51.100.9", "203.0.113.7", "203.0.113.7"),
        (True, "198.51.100.9", "127.0.0.1", "198.51.100.9"),
        (True, "203.0.113.7, 198.51.100.9", "127.0.0.1", "198.51.100.9"),
        (True, "", "127.0.0.1", "127.0.0.1"),
        (False, "", "2001:db8:1:2:3::4", "2001:db8:1:2::"),
        (False, "", "::ffff:203.0.113.7", "203.0.113.7"),
        (True, "\xff<script>" * 500, "127.0.0.1", "\xff<script>" * 500),
    ],
)
def test_guesses_come_from_the_address_the_proxy_names_and_one_network_is_one(
    rf, settings, https, named, peer, same_as
):
    settings.HTTPS = https
    asked = rf.get("/join/", headers={"x-forwarded-for": named}, REMOTE_ADDR=peer)
    settings.HTTPS = False
    plain = rf.get("/join/", REMOTE_ADDR="2001:db8:1:2::" if ":" in same_as else same_as)
    expected = origin_of(plain)
    settings.HTTPS = https

    assert origin_of(asked) == expected
    assert len(expected) == 64


def test_a_right_code_is_no_wrong_guess():
    said = code()
    for _ in range(FROM_ONE + 2):
        assert Stranger().post("/join/", {"code": said}).status_code == 302


@cases("said", ["", " ", "0" * 6, "x" * 10**5, "\0", "🂡" * 6])
def test_what_is_no_code_is_refused_and_counts_as_a_guess(said):
    assert Stranger().post("/join/", {"code": said}).status_code == 422
    assert CodeAttempt.objects.count() == 1


def test_nobody_makes_a_code_or_sees_a_link_for_more_than_they_may_do():
    scorer, viewer = member(role=Role.SCORER), member(role=Role.VIEWER)
    code(Role.OWNER)

    assert scorer.post("/devices/codes/", {"role": Role.OWNER}).status_code == 403
    html = scorer.get("/devices/").content.decode()
    assert html.count('class="qr"') == 2
    assert Invitation(Club.here(), Role.OWNER).token not in html
    assert InviteCode.objects.get().spoken not in html
    assert scorer.post("/devices/codes/", {"role": Role.SCORER}).url == "/devices/"
    assert InviteCode.objects.get(role=Role.SCORER).spoken in scorer.get("/devices/").content.decode()
    assert "Let somebody in" not in viewer.get("/devices/").content.decode()


def test_a_code_to_scan_is_dark_on_light_and_has_no_style_of_its_own(rf):
    request = rf.get("/devices/", headers={"host": "cards.example"})
    request.club = Club.here()
    request.device = Device.join(request.club, "mine", Role.OWNER)[0]

    drawn = [ElementTree.fromstring(way.drawing) for way in invite_links(request)]

    assert len(drawn) == 3
    for svg in drawn:
        assert "style" not in svg.attrib
        assert [path.get("fill") or path.get("stroke") for path in svg.iter() if path is not svg] == ["#fff", "#000"]


def test_a_link_shown_on_the_machine_itself_is_one_that_phones_can_open(rf, monkeypatch):
    monkeypatch.setattr("scorekeeper.server.network.own_address", lambda: "192.168.7.7")
    request = rf.get("/devices/", headers={"host": "localhost:8123"})
    request.club = Club.here()
    request.device = Device.join(request.club, "mine", Role.OWNER)[0]

    assert all(way.address.startswith("http://192.168.7.7:8123/join/") for way in invite_links(request))


# --- Founding ---
