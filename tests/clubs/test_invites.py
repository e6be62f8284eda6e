"""Invites: by link and by code. A secret lets a device in and is stored and logged nowhere."""

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
from scorekeeper.clubs.invite_code import (
    CODE_LETTERS,
    CODE_LIFETIME,
    MAX_ATTEMPTS,
    MAX_PER_NETWORK,
    origin_of,
)
from scorekeeper.clubs.models import Club, CodeAttempt, Device, InviteCode, Role
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, member
from tests.html_browser import Page, stranger_browser
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db


def link(role=Role.SCORER, club=None):
    return f"/join/{Invitation(club or Club.here(), role).token}/"


def code(role=Role.SCORER, club=None):
    InviteCode.make(club or Club.here(), role)
    return InviteCode.objects.get(role=role).spoken


def join(said="ABC DEF", address="203.0.113.7", **form):
    return Stranger().post("/join/", {"code": said, **form}, REMOTE_ADDR=address)


def later():
    return time_machine.travel(timezone.now() + CODE_LIFETIME + timedelta(seconds=1))


# --- Links ---


@cases("role", Role)
def test_a_link_shows_the_invitation_and_joins_on_a_button(role):
    browser, match = stranger_browser(), make_match()
    page = browser.open(link(role))
    assert page.status == 200
    assert not Device.objects.exists()

    home = page.press(f"Join as {role.label} of Our club", {"holder": "Ada"})

    assert home.response.redirect_chain == [("/", 302)]
    [device] = Device.objects.all()
    assert (device.label, device.role, device.club) == ("Ada’s device", role, match.club)
    assert browser.open(f"/matches/{match.pk}/").status == 200


def test_a_preview_of_a_link_changes_nothing_and_leaks_no_secret():
    where = link(Role.OWNER)

    for answer in (Stranger().get(where), Stranger().head(where)):
        assert answer.status_code == 200
        assert not Device.objects.exists()
        assert COOKIE not in answer.cookies
        assert answer["Referrer-Policy"] == "strict-origin"
        assert answer["Cache-Control"] == "no-store"
        assert answer["X-Robots-Tag"] == "noindex"
        assert where.split("/")[2] not in answer.text


def test_no_page_with_a_secret_is_cached_or_named_after_it():
    code()
    pages = [
        Stranger().get(link()), Stranger().post(link(), {"holder": "a\0"}), Stranger().get("/join/nowhere/"),
        Stranger().get("/join/"), join("x"), member().get("/invite/"),
    ]  # fmt: skip

    for page in pages:
        assert "no-store" in page["Cache-Control"]
        assert re.search("<title>(.*)</title>", page.text)[1] in ("Join a club", "This link no longer works", "Invite")


def test_a_rotated_link_stops_working_and_its_devices_stay():
    owner, scorer, old = member(), Stranger(), link()
    scorer.post(old)

    owner.post("/invite/links/", {"role": Role.SCORER})

    assert scorer.get("/games/").status_code == 200
    page = Page(None, Stranger().post(old))
    assert page.status == 404
    assert "This link no longer works" in page.text
    assert "Ask the person who sent it" in page.text
    for new in (link(), link(Role.VIEWER)):
        assert Stranger().get(new).status_code == 200


@cases("token", ["", "x", "1k", "0k" + "A" * 22, "1k" + "A" * 22, "9" * 30 + "k" + "A" * 22])
def test_a_wrong_link_is_404_in_words(token):
    assert Invitation.find(token) is None
    if token:
        assert "This link no longer works" in Page(None, Stranger().get(f"/join/{token}/")).text


def test_a_member_who_joins_again_keeps_the_higher_role_and_the_device():
    for browser in (member(role=Role.VIEWER), member(role=Role.OWNER)):
        assert browser.post(link(Role.SCORER)).url == "/"

    assert sorted(Device.objects.values_list("role", flat=True)) == [Role.SCORER, Role.OWNER]


def test_role_upgrade_rotates_the_device_token():
    browser, other = member(role=Role.VIEWER), Stranger()
    other.cookies[COOKIE] = browser.cookies[COOKIE].value

    assert browser.post(link(Role.OWNER)).url == "/"

    assert browser.get("/settings/deletion/").status_code == 200
    assert other.get("/devices/").status_code == 404
    assert Device.objects.get().is_owner


def test_a_device_is_told_that_joining_leaves_its_other_club():
    them = Club.objects.create(name="Them")
    member(them)
    browser = member(them, Role.SCORER)
    ours = link(club=Club.objects.create(name="Ours"))

    assert "This device is in Them now" in Page(None, browser.get(ours)).text
    browser.post(ours)

    assert "Ours" in browser.get("/devices/").text
    assert [device.role for device in them.devices.filter(revoked=None)] == [Role.OWNER]


def test_the_only_owner_cannot_leave_by_joining_another_club():
    browser = member(Club.objects.create(name="Them"), Role.OWNER)

    answer = browser.post(link(club=Club.objects.create(name="Ours")))

    assert answer.status_code == 422
    assert Device.objects.count() == 1


def test_the_qr_code_is_dark_on_light_without_inline_style_and_for_phones(rf, monkeypatch):
    monkeypatch.setattr("scorekeeper.server.network.own_address", lambda: "192.168.7.7")
    club = Club.here()
    device = Device.join(club, "mine", Role.OWNER)[0]
    for host, address in (("cards.example", "cards.example"), ("localhost:8123", "192.168.7.7:8123")):
        request = rf.get("/devices/", headers={"host": host})
        request.club, request.device = club, device

        links = list(invite_links(request))

        assert len(links) == 3
        for one in links:
            svg = ElementTree.fromstring(one.qr_code)
            assert one.address.startswith(f"http://{address}/join/")
            assert "style" not in svg.attrib
            paths = [path.get("fill") or path.get("stroke") for path in svg.iter() if path is not svg]
            assert paths == ["#fff", "#000"]


# --- The log ---


@pytest.fixture
def log(monkeypatch):
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
    monkeypatch.setattr(Invitation, "find", broken)
    answers += [browser.get(secret), Stranger(raise_request_exception=False).post(secret)]

    assert [answer.status_code for answer in answers] == [404, 301, 403, 405, 403, 500, 500]
    assert "Internal Server Error: /join/<slug:token>/" in log.getvalue()
    for part in ("A" * 22, secret.split("/")[2]):
        assert part not in log.getvalue()
        assert not any(part in answer.text for answer in answers)
    assert mail.outbox == []


# --- Codes ---


def test_a_right_code_counts_as_no_attempt():
    said = code()
    for _ in range(MAX_PER_NETWORK + 2):
        assert join(said).status_code == 302


def test_a_code_works_for_everybody_for_a_quarter_of_an_hour_or_until_it_is_replaced():
    old, said = code(Role.VIEWER), code(Role.VIEWER)

    assert join(old).status_code == 422
    assert join(said, holder="Ben").url == "/"
    assert join(f" {said.replace(' ', '').lower()} ").url == "/"
    with later():
        assert join(said).status_code == 422

    assert [(device.label, device.role) for device in Device.objects.order_by("pk")] == [
        ("Ben’s device", 1),
        ("device", 1),
    ]


def test_a_code_is_six_unmistakable_signs_and_is_not_stored():
    for _ in range(50):
        said = code()
        assert len(said) == 7
        assert set(said) <= {*CODE_LETTERS, " "}
        stored = " ".join(map(str, InviteCode.objects.values_list().get()))
        assert said not in stored
        assert said.replace(" ", "") not in stored
    assert not set("0O1I") & set(CODE_LETTERS)
    assert len(CODE_LETTERS) == 32


def test_nobody_makes_a_code_or_sees_a_link_above_their_role():
    scorer, viewer = member(role=Role.SCORER), member(role=Role.VIEWER)
    code(Role.OWNER)

    assert scorer.post("/invite/codes/", {"role": Role.OWNER}).status_code == 403
    html = scorer.get("/invite/").text
    assert html.count('class="qr"') == 2
    assert Invitation(Club.here(), Role.OWNER).token not in html
    assert InviteCode.objects.get().spoken not in html
    assert scorer.post("/invite/codes/", {"role": Role.SCORER}).url == "/invite/"
    assert InviteCode.objects.get(role=Role.SCORER).spoken in scorer.get("/invite/").text
    assert viewer.get("/invite/").status_code == 403


# --- Rate limit ---


def test_after_a_few_wrong_codes_even_the_right_one_is_refused():
    said = code()
    assert [join().status_code for _ in range(MAX_PER_NETWORK + 3)] == [422] * MAX_PER_NETWORK + [429] * 3

    page = Page(None, join(said))

    assert page.status == 429
    assert "Too many wrong codes" in page.text
    assert not Device.objects.exists()
    assert CodeAttempt.objects.count() == MAX_PER_NETWORK
    assert join(said, "203.0.113.8").status_code == 302  # others still come in
    with later():
        assert join(code()).status_code == 302
    assert not CodeAttempt.objects.exists()


def test_wrong_codes_from_many_addresses_stop_codes_and_not_links():
    said = code()
    CodeAttempt.objects.bulk_create([CodeAttempt(origin=str(number)) for number in range(MAX_ATTEMPTS)])

    assert join(said).status_code == 429
    assert Stranger().post(link()).status_code == 302
    with later():
        assert join(code()).status_code == 302


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_wrong_codes_at_once_are_limited_as_those_in_a_row():
    Club.here()
    statuses = []
    finish_all([start_thread(lambda: statuses.append(join().status_code)) for _ in range(3 * MAX_PER_NETWORK)])

    assert statuses.count(422) <= MAX_PER_NETWORK
    assert set(statuses) <= {422, 429}
    assert CodeAttempt.objects.count() == statuses.count(422)


@cases("said", ["", " ", "0" * 6, "x" * 10**5, "\0", "🂡" * 6])
def test_what_is_no_code_is_an_attempt_whose_address_is_only_hashed(said):
    assert join(said).status_code == 422
    attempt = CodeAttempt.objects.get()
    assert attempt.origin
    assert "203.0.113.7" not in str(CodeAttempt.objects.values().get())


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
def test_an_attempt_comes_from_the_address_the_proxy_names_or_its_network(rf, settings, https, named, peer, same_as):
    settings.BEHIND_PROXY = False
    expected = origin_of(rf.get("/join/", REMOTE_ADDR="2001:db8:1:2::" if ":" in same_as else same_as))

    settings.BEHIND_PROXY = https

    assert origin_of(rf.get("/join/", headers={"x-forwarded-for": named}, REMOTE_ADDR=peer)) == expected
    assert len(expected) == 64
