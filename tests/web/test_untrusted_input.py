"""Beside the URL: ids in forms and queries, cached pages, and made-up cookies, headers and methods."""

import uuid
from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.models import PendingImport
from tests.cases import cases
from tests.devices import COOKIE, Stranger, member
from tests.matches.factory import hand_form, make_match, match_form, reload

pytestmark = pytest.mark.django_db

OURS = ("Zebulon", "Xanthippe", "Quirinus")


@pytest.fixture
def match():
    return make_match(1, names=OURS)


@pytest.fixture
def theirs():
    """An owner of another club that has a player of its own."""
    them = Club.objects.create(name="Them")
    them.players.get_or_create_named(["Ada"])
    return member(them, Role.OWNER)


# --- Numbers in forms and questions ---


@cases("method", ["get", "post"])
def test_a_player_of_another_club_cannot_be_merged(match, theirs, method):
    ada, ours = Club.objects.get(name="Them").players.get(), match.seat_list[0].player_id

    answers = [getattr(theirs, method)(f"/players/{ada.pk}/merge/", {"other": pk}) for pk in (ours, 2**31)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


@cases(
    "question",
    [
        "/players/{ada}/cases/?stat=points&part={ours}",
        "/players/{ada}/?with={ours}",
        "/leaderboard/?order={ours}",
        "/matches/{match}/board/?seen={seen}",
    ],
)
def test_no_query_tells_anything_of_another_club(match, theirs, question):
    ada, ours = Club.objects.get(name="Them").players.get(), match.seat_list[0].player_id
    seen = member().get(f"/matches/{match.pk}/").text.split('seen="')[1].split('"')[0]

    answer = theirs.get(question.format(ada=ada.pk, ours=ours, match=match.pk, seen=seen), follow=True)

    assert answer.status_code in (200, 404)
    assert not any(name in answer.text for name in OURS)


def test_the_same_upload_in_two_clubs_is_two_imports(match, theirs):
    key, sheet = str(uuid.uuid4()), dump(scoresheets.sheet_of(match))
    for browser in (member(), theirs):
        browser.post("/transfer/imports/", {"key": key, "file": _file(sheet)})

    assert sorted(PendingImport.objects.values_list("club__name", flat=True)) == ["Our club", "Them"]


def _file(text):
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile("club.json", text.encode())


# --- Pages that are kept ---


def test_a_page_cached_for_one_role_is_shown_to_no_other(match):
    where = f"/matches/{match.pk}/"
    scorer, viewer, stranger = member(role=Role.SCORER), member(role=Role.VIEWER), Stranger()
    pages = {}
    for _ in range(2):
        for name, browser in (("scorer", scorer), ("viewer", viewer), ("stranger", stranger)):
            answer = browser.get(where)
            pages.setdefault(name, set()).add((answer.status_code, "csrfmiddlewaretoken" in answer.text))

    assert pages == {"scorer": {(200, True)}, "viewer": {(200, False)}, "stranger": {(404, False)}}


def test_an_etag_is_of_one_browser_and_role(match):
    where = f"/matches/{match.pk}/"
    scorer, viewer = member(role=Role.SCORER), member(role=Role.VIEWER)
    tags = [browser.get(where)["ETag"] for browser in (scorer, viewer)]
    for browser, tag in product((scorer, viewer, member(Club.objects.create(name="Them"))), tags):
        status = browser.get(where, headers={"if-none-match": tag}).status_code
        mine = (browser, tag) in ((scorer, tags[0]), (viewer, tags[1]))
        assert status == 304 if mine else status in (200, 404)

    device = Device.objects.get(role=Role.VIEWER)
    device.change_role(Role.SCORER)
    assert viewer.get(where, headers={"if-none-match": tags[1]}).status_code == 200
    device.revoke()
    assert viewer.get(where, headers={"if-none-match": tags[1]}).status_code == 404


# --- Methods, headers and cookies ---


@cases("header", ["x-http-method-override", "x-method-override", "x-http-method"])
@cases("role", [Role.VIEWER, Role.SCORER])
def test_no_header_or_field_overrides_the_method(match, role, header):
    browser, where = member(role=role), f"/matches/{match.pk}/deletion/"
    for method in ("POST", "DELETE", "PUT"):
        with CaptureQueriesContext(connection) as asked:
            browser.get(where, {"_method": method}, headers={header: method})
        assert all(one["sql"].lstrip().startswith("SELECT") for one in asked)
    assert member(role=Role.VIEWER).post(where, {"_method": "GET"}, headers={header: "GET"}).status_code == 403


@cases("header", ["x-forwarded-host", "x-host", "forwarded", "x-original-url", "x-rewrite-url"])
def test_no_header_overrides_the_host_or_the_path(match, header):
    browser = member()
    links = browser.get("/invite/", headers={header: "evil.example"}).text

    assert "evil.example" not in links
    assert Stranger().get("/rules/", headers={header: "/devices/"}).status_code == 200
    assert Stranger().get("/devices/", headers={header: "/rules/"}).status_code == 404


def test_without_https_no_header_pretends_it():
    answer = Stranger().post(_link(), headers={"x-forwarded-proto": "https"})

    assert not answer.cookies[COOKIE]["secure"]
    assert "Strict-Transport-Security" not in answer


@cases("way", ["next", "redirect", "url", "return", "to"])
@cases("where", ["https://evil.example/", "//evil.example/", "/\\evil.example/"])
def test_no_field_redirects_to_another_site(way, where):
    for address in (_link(), "/settings/preferences/"):
        assert Stranger().post(f"{address}?{way}={where}", {way: where}).url in ("/", "/settings/")


@cases("where", ["//evil.example", "//evil.example/..", "/\\evil.example", "//evil.example/devices"])
def test_a_completed_address_stays_on_this_site(where):
    answer = Stranger().get("/", PATH_INFO=where)

    assert answer.status_code in (301, 404)
    assert answer.get("Location", "/x").startswith("/")
    assert not answer.get("Location", "/x").startswith(("//", "/\\"))


@cases("origin", ["https://evil.example", "http://localhost:9999", "https://localhost", "null"])
def test_a_form_of_another_origin_is_refused_with_the_right_token(match, origin):
    browser = member()
    browser.handler.enforce_csrf_checks = True
    browser.cookies["csrf"] = "a" * 32
    form = {**match_form(match, hand_form(match)), "csrfmiddlewaretoken": "a" * 32}

    refused = browser.post(f"/matches/{match.pk}/rounds/", form, headers={"origin": origin})

    assert refused.status_code == 403
    assert reload(match).version == 1
    taken = browser.post(f"/matches/{match.pk}/rounds/", form, headers={"origin": "http://localhost"})
    assert taken.status_code == 302


def _link():
    return f"/join/{Invitation(Club.here(), Role.SCORER).token}/"
