"""Beside the URL: ids in forms and queries, cached pages, and addresses to go on to."""

import uuid
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.models import PendingImport
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import make_match

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
        browser.post("/transfer/imports/", {"key": key, "file": SimpleUploadedFile("club.json", sheet.encode())})

    assert sorted(PendingImport.objects.values_list("club__name", flat=True)) == ["Our club", "Them"]


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


@cases("way", ["next", "url"])
@cases("where", ["https://evil.example/", "//evil.example/", "/\\evil.example/"])
def test_no_field_redirects_to_another_site(way, where):
    for address in (f"/join/{Invitation(Club.here(), Role.SCORER).token}/", "/settings/preferences/"):
        assert Stranger().post(f"{address}?{way}={where}", {way: where}).url in ("/", "/settings/")
