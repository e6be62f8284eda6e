"""Invites: by link and by code. A secret lets a device in and is stored and logged nowhere."""

import logging
from datetime import timedelta
from io import StringIO
from xml.etree import ElementTree

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs.invitations import (
    CODE_LETTERS,
    CODE_LIFETIME,
    MAX_ATTEMPTS,
    MAX_PER_NETWORK,
    Invitation,
    get_network_hash,
    invite_links,
    site_address,
)
from scorekeeper.clubs.models import Club, CodeAttempt, Device, InviteCode, Player, Role
from scorekeeper.matches.players import merge_players
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, member
from tests.html_browser import Browser, Page
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db


def link(role=Role.SCORER, club=None):
    return f"/join/{Invitation(club or Club.get_default(), role).token}/"


def code(role=Role.SCORER, club=None):
    InviteCode.make(club or Club.get_default(), role)
    return InviteCode.objects.get(role=role).spoken


def join(text="ABC DEF", address="203.0.113.7", holder=""):
    return Stranger().post("/join/", {"code": text, "holder": holder}, REMOTE_ADDR=address)


def later():
    return time_machine.travel(timezone.now() + CODE_LIFETIME + timedelta(seconds=1))


# --- Links ---


@cases("role", Role)
def test_a_link_shows_the_invitation_and_joins_on_a_button(role):
    browser, match = Browser(Stranger), make_match()
    page = browser.open(link(role))
    assert page.status == 200
    assert not Device.objects.exists()

    home = page.press(f"Join as {role.label}", {"holder": "Ada"})

    assert home.response.redirect_chain == [("/", 302)]
    [device] = Device.objects.all()
    assert (device.label, device.role, device.club) == ("Ada’s device", role, match.club)
    assert browser.open(f"/matches/{match.pk}/").status == 200


@cases("by_code", [False, True])
def test_a_new_device_gets_its_holder_with_one_tap(by_code):
    make_match(1)
    browser = Browser(Stranger)
    page = browser.open("/join/").press("Go on", code=code()) if by_code else browser.open(link())
    assert not Device.objects.exists()
    assert {"Ada", "Ben", "Cleo", "Dan"} <= set(page.buttons())

    page.press("Ben")

    device = Device.objects.get()
    assert (device.label, device.player.name) == ("Ben’s device", "Ben")


@cases(
    "typed, role, player",
    [
        ("Zoë", Role.SCORER, "Zoë"),
        ("Zoë", Role.VIEWER, None),
        (" ada", Role.VIEWER, "Ada"),
        ("Addi", Role.VIEWER, "Ada"),
        ("", Role.OWNER, None),
    ],
)
def test_a_typed_name_finds_a_player_or_creates_one_if_the_role_may_write(typed, role, player):
    make_match(1)
    merge_players(*Club.get_default().players.get_or_create_named(["Ada", "Addi"]))

    Browser(Stranger).open(link(role)).press(f"Join as {role.label}", {"holder": typed})

    device = Device.objects.get()
    assert (device.player and device.player.name) == player
    assert device.label == (f"{player or typed}’s device" if typed else "device")


def test_a_device_of_the_club_gets_another_role_by_code_and_keeps_its_player():
    make_match(1)
    viewer, text = member(role=Role.VIEWER), code(Role.SCORER)
    Device.objects.update(player=Player.objects.get(name="Dan"))

    page = Browser(lambda **_: viewer).open("/join/").press("Go on", code=text)
    assert "Dan" not in page.buttons()
    page.press("Join as scorer")

    device = Device.objects.get()
    assert (device.role, device.player.name) == (Role.SCORER, "Dan")


def test_only_players_of_the_club_can_be_chosen():
    other = Club.objects.create(name="Them")
    [theirs] = other.players.get_or_create_named(["Zoë"])
    for chosen in (theirs.pk, "0", "9" * 30, "²", "Ada"):
        answer = Stranger().post(link(), {"player": chosen})
        assert answer.status_code == 422
        assert "nobody of this club was chosen: choose again" in answer.text
    assert not Device.objects.exists()


def test_a_preview_of_a_link_changes_nothing_and_leaks_no_secret():
    url = link(Role.OWNER)

    for answer in (Stranger().get(url), Stranger().head(url)):
        assert answer.status_code == 200
        assert not Device.objects.exists()
        assert COOKIE not in answer.cookies
        assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("strict-origin", "noindex")
        assert url.split("/")[2] not in answer.text


def test_no_page_with_a_secret_is_cached():
    code()
    answers = [
        Stranger().get(link()), Stranger().post(link(), {"holder": "x" * 41}), Stranger().get("/join/nowhere/"),
        Stranger().get("/join/"), join("x"), member().get("/invite/"),
    ]  # fmt: skip

    assert all("no-store" in answer["Cache-Control"] for answer in answers)


def test_a_rotated_link_stops_working_and_its_devices_stay():
    owner, scorer, old = member(), Stranger(), link()
    scorer.post(old)

    owner.post("/invite/links/", {"role": Role.SCORER})

    assert scorer.get("/games/").status_code == 200
    assert Stranger().post(old).status_code == 404
    assert [Stranger().get(new).status_code for new in (link(), link(Role.VIEWER))] == [200, 200]


@cases("token", ["", "x", "1k", "0k" + "A" * 22, "1k" + "A" * 22, "9" * 30 + "k" + "A" * 22])
def test_a_wrong_link_is_404_in_words(token):
    assert Invitation.find(token) is None
    if token:
        assert "This link no longer works" in Page(None, Stranger().get(f"/join/{token}/")).text


def test_role_upgrade_rotates_the_device_token():
    browser, other = member(role=Role.VIEWER), Stranger()
    other.cookies[COOKIE] = browser.cookies[COOKIE].value

    assert browser.post(link(Role.OWNER)).url == "/"
    assert browser.post(link(Role.SCORER)).url == "/"

    assert browser.get("/settings/deletion/").status_code == 200
    assert other.get("/devices/").status_code == 404
    assert Device.objects.get().is_owner, "the higher role is kept"


def test_the_qr_code_is_dark_on_light_without_inline_style_and_for_phones(rf):
    request = rf.get("/devices/", headers={"host": "localhost:8123"})
    request.club = Club.get_default()
    request.device = Device.join(request.club, "mine", Role.OWNER)[0]

    links = invite_links(request.device, site_address(request))

    assert [link.address.partition("/join/")[0] for link in links] == ["http://192.168.7.7:8123"] * 3
    svg = ElementTree.fromstring(links[0].qr_code)
    assert "style" not in svg.attrib
    assert [path.get("fill") or path.get("stroke") for path in svg.iter() if path is not svg] == ["#fff", "#000"]


def test_links_begin_with_the_configured_address(rf, settings):
    settings.ORIGIN = "https://cards.example:8443"
    assert site_address(rf.get("/devices/", headers={"host": "localhost:8123"})) == "https://cards.example:8443"


LAN = "192.168.7.7"


@cases(
    "host, own, announced, home",
    [
        ("localhost:8123", LAN, None, f"http://{LAN}:8123"),
        ("127.0.0.1", LAN, f"http://{LAN}:8000", f"http://{LAN}:80"),
        ("[::1]:8123", "2001:db8::7", None, "http://[2001:db8::7]:8123"),
        ("localhost:8123", LAN, "http://127.0.0.1:8123", None),
        ("localhost:8123", None, None, None),
        ("127.0.0.1:8123", None, None, None),
        ("[::1]:8123", None, None, None),
        ("cards.localhost:8123", None, None, None),
        ("192.168.7.8:8123", None, None, "http://192.168.7.8:8123"),
        ("cards.lan", None, "http://localhost:8000", "http://cards.lan"),
    ],
)
@cases("origin", [None, "http://localhost:8000"])
def test_no_link_begins_with_an_address_that_only_this_machine_can_open(
    rf, settings, monkeypatch, host, own, announced, home, origin
):
    settings.ORIGIN, settings.ALLOWED_HOSTS = origin, ["*"]
    monkeypatch.setattr("scorekeeper.server.network.own_address", lambda: own)
    monkeypatch.setattr("scorekeeper.server.network.read_link_prefix", lambda: announced)
    if origin and home and own:
        home = None  # The setting has priority.

    assert site_address(rf.get("/invite/", headers={"host": host})) == home


def test_at_localhost_without_a_network_the_page_names_another_address(monkeypatch):
    match, owner = make_match(6), member()
    owner.post(f"/matches/{match.pk}/sharing/")
    monkeypatch.setattr("scorekeeper.server.network.own_address", lambda: None)
    for path in ("/invite/", f"/matches/{match.pk}/sharing/", "/links/"):
        page = Page(None, owner.get(path))
        assert "No phone can open localhost" in page.text
        assert "/join/" not in page.html
        assert "/shared/" not in page.html
        assert 'class="qr"' not in page.html
        assert "/join/" in owner.get("/invite/", headers={"host": LAN}).text
    Club.objects.create(name="New")
    first = member(Club.objects.get(name="New")).get("/").text
    assert "No phone can open" in first
    assert 'class="qr"' not in first


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
    answers += [browser.get(secret)]

    assert [answer.status_code for answer in answers] == [404, 301, 403, 405, 403, 500]
    assert "Internal Server Error: /join/<slug:token>/" in log.getvalue()
    for part in ("A" * 22, secret.split("/")[2]):
        assert part not in log.getvalue()
        assert not any(part in answer.text for answer in answers)
    assert mail.outbox == []


# --- Codes ---


def test_a_code_works_for_everybody_for_a_quarter_of_an_hour_or_until_it_is_replaced():
    old, text = code(Role.VIEWER), code(Role.VIEWER)

    assert join(old).status_code == 422
    assert join(text, holder="Ben").url == "/"
    assert join(f" {text.replace(' ', '').lower()} ").url == "/"
    assert CodeAttempt.objects.count() == 1, "a right code is no attempt"
    with later():
        assert join(text).status_code == 422

    assert list(Device.objects.order_by("pk").values_list("label", "role")) == [("Ben’s device", 1), ("device", 1)]


def test_a_code_is_six_letters_and_digits_and_is_not_stored():
    text = code()

    assert len(text.replace(" ", "")) == 6
    assert set(text) <= {*CODE_LETTERS, " "}
    assert text.replace(" ", "") not in str(InviteCode.objects.values().get())


def test_codes_and_links_above_the_own_role_are_refused():
    scorer = member(role=Role.SCORER)
    code(Role.OWNER)

    assert scorer.post("/invite/codes/", {"role": Role.OWNER}).status_code == 403
    assert scorer.post("/invite/codes/", {"role": Role.SCORER}).url == "/invite/"

    html = scorer.get("/invite/").text
    assert html.count('class="qr"') == 2
    assert InviteCode.objects.get(role=Role.SCORER).spoken in html
    assert InviteCode.objects.get(role=Role.OWNER).spoken not in html
    assert Invitation(Club.get_default(), Role.OWNER).token not in html


# --- Rate limit ---


def test_after_a_few_wrong_codes_even_the_right_one_is_refused():
    text = code()
    assert [join().status_code for _ in range(MAX_PER_NETWORK + 3)] == [422] * MAX_PER_NETWORK + [429] * 3

    assert join(text).status_code == 429
    assert not Device.objects.exists()
    assert join(text, "203.0.113.8").status_code == 302, "from another network"
    with later():
        assert join(code()).status_code == 302
        assert join("x").status_code == 422
    assert CodeAttempt.objects.count() == 1, "the others are forgotten"


def test_wrong_codes_from_many_addresses_stop_codes_and_not_links():
    text = code()
    CodeAttempt.objects.bulk_create([CodeAttempt(network_hash=str(number)) for number in range(MAX_ATTEMPTS)])

    assert join(text).status_code == 429
    assert Stranger().post(link()).status_code == 302


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_simultaneous_wrong_codes_are_limited_too():
    Club.get_default()
    statuses = []
    finish_all([start_thread(lambda: statuses.append(join().status_code)) for _ in range(3 * MAX_PER_NETWORK)])

    assert set(statuses) <= {422, 429, 503}, "503: too many write at once, try again"
    assert CodeAttempt.objects.count() == statuses.count(422) <= MAX_PER_NETWORK
    afterwards = [join().status_code for _ in range(MAX_PER_NETWORK + 1)]
    assert statuses.count(422) + afterwards.count(422) == MAX_PER_NETWORK
    assert afterwards[-1] == 429


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_wrong_code_takes_one_commit_and_a_refused_code_none():
    """A commit waits for the disk, and on SQLite a save waits for it."""
    Club.get_default()
    join()  # what is made for the first request of all

    for status in [422] * (MAX_PER_NETWORK - 1) + [429] * 3:
        with CaptureQueriesContext(connection) as queries:
            assert join().status_code == status
        commits = [query["sql"] for query in queries if query["sql"] == "COMMIT"]
        writes = [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
        if status == 422:
            assert len(commits) == 1
            assert writes
            assert queries[0]["sql"].startswith("SELECT"), "the limit is checked before the transaction"
    assert (commits, writes) == ([], [])


@cases("text", ["", "x" * 10**5, "\0", "🂡" * 6])
def test_an_invalid_code_is_an_attempt_and_only_its_network_hash_is_stored(text):
    assert join(text).status_code == 422
    attempt = CodeAttempt.objects.get()
    assert attempt.network_hash
    assert attempt.network_hash != "203.0.113.7"


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
def test_the_network_of_an_attempt_is_taken_from_a_trusted_proxy_only(rf, settings, https, named, peer, same_as):
    settings.BEHIND_PROXY = False
    expected = get_network_hash(rf.get("/join/", REMOTE_ADDR="2001:db8:1:2::" if ":" in same_as else same_as))

    settings.BEHIND_PROXY = https

    assert get_network_hash(rf.get("/join/", headers={"x-forwarded-for": named}, REMOTE_ADDR=peer)) == expected
    assert len(expected) == 64
