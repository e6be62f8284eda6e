"""Several clubs of one installation: whatever one does, every page of the other stays what it was, to the byte."""

import itertools
import uuid
from datetime import date

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, InviteCode, Role
from scorekeeper.demo.fill import fill
from scorekeeper.history.game_nights import change_zone
from scorekeeper.history.models import NightNotes
from scorekeeper.matches import players, recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer.club_file import club_file, open_file
from scorekeeper.transfer.club_import import ClubImport
from scorekeeper.transfer.models import PendingImport
from scorekeeper.transfer.scoresheets import sheet_of
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import make_match
from tests.thoroughness import share
from tests.web.urls import OURS, READABLE, addresses, alike, read_all, something_everywhere

pytestmark = pytest.mark.django_db

NOW, UNTIL = timezone.now(), date(2026, 11, 14)


@pytest.fixture(autouse=True)
def the_same_moment():
    with time_machine.travel(NOW, tick=False):
        yield


def every_page(browser, club, world):
    """All that can be read of a club, of some of its matches, players and nights; of all with --thorough."""
    values = {name: [value] for name, value in world.items()} | {
        "pk": share(club.matches.values_list("pk", flat=True), of=6),
        "player": share(club.players.values_list("pk", flat=True), of=6),
        "night": share(sorted({str(night) for night in club.matches.values_list("night_date", flat=True)}), of=6),
        "device": list(club.devices.values_list("pk", flat=True)),
        "table": ["matches", "rounds", "lines"],
    }
    pages = {
        "/",
        "/leaderboard/?game=maverick",
        "/leaderboard/?period=2026-11&order=share",
        "/players/?seats=4",
        "/nights/?before=2026-11-14",
    }
    # The log notes each download, those of this walk too.
    pages |= {*addresses(values, [route for route in READABLE if ":key>" not in route and route != "devices/log/"])}
    pages |= {f"/players/{pk}/cases/?stat={stat}" for pk in values["player"] for stat in ("won", "rounds")}
    pages |= {f"/rules/search/?q=points&match={pk}" for pk in values["pk"]}
    return read_all(browser, sorted(pages))


def live(club):
    """Do to a club all that is done to clubs over the years."""
    change_zone(club, "Pacific/Auckland")
    for night, seed in ((UNTIL, 2), (date(2019, 1, 1), 4)):
        fill(club, 2, night, seed, in_use=True)
        NightNotes.objects.create(club=club, night_date=night, name="Not yours", place="nowhere", note="of nobody")
    deleted, back, *_ = club.matches.order_by("pk")
    for match in (deleted, back):
        recording.delete_match(match, match.token)
    recording.restore_match(Match.everything.get(pk=back.pk))
    people = list(club.players.order_by("pk"))
    players.change_player(people[0], "Somebody else", 3, archived=True)
    player, *duplicates = club.players.get_or_create_named([people[1].name, "Adda", "Addy"])
    players.unmerge_players([players.merge_players(player, duplicate) for duplicate in duplicates][-1])
    ClubImport(club, open_file("".join(club_file(club)).encode())).write()


def test_nothing_that_another_club_does_changes_our_pages():
    ours, theirs = Club.get_default(), Club.objects.create(name=str(Club.get_default()))
    fill(ours, 2, UNTIL, 3)
    world = something_everywhere()
    browser, stranger = member(ours), member(theirs)
    before = every_page(browser, ours, world)

    fill(theirs, 3, UNTIL, 1)
    live(theirs)
    for page in ("/", "/leaderboard/", "/players/", "/nights/"):
        assert stranger.get(page).status_code == 200

    assert every_page(browser, ours, world) == before
    theirs.soft_delete()
    assert every_page(browser, ours, world) == before


def test_links_and_codes_of_one_club_do_not_open_another():
    ours, theirs = Club.get_default(), Club.objects.create(name="Them", scorer_seed=Club.get_default().scorer_seed)
    token = Invitation(theirs, Role.SCORER).token
    assert Invitation.find(token.replace(str(theirs.pk), str(ours.pk), 1)) is None
    InviteCode.make(theirs, Role.SCORER)

    for url, form in (
        (f"/join/{token}/", {}), ("/join/", {"code": InviteCode.objects.get().spoken, "holder": ""}),
    ):  # fmt: skip
        phone = Stranger()
        assert phone.post(url, form).url == "/"
        assert "Them" in phone.get("/").text
    assert not ours.devices.exists()


# --- Numbers and names of another club in forms and questions ---


@pytest.fixture
def match():
    return make_match(1, names=OURS)


@pytest.fixture
def theirs():
    """An owner of another club that has a player of its own."""
    them = Club.objects.create(name="Them")
    them.players.get_or_create_named(["Ada"])
    return member(them)


@cases("method", ["get", "post"])
def test_a_player_of_another_club_cannot_be_merged(match, theirs, method):
    ada, ours = Club.objects.get(name="Them").players.get(), match.seat_list[0].player_id

    answers = [getattr(theirs, method)(f"/players/{ada.pk}/merge/", {"other": pk}) for pk in (ours, 2**31)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_the_search_finds_no_match_of_another_club(match, theirs):
    for browser in (theirs, Stranger()):
        ours, missing = (browser.get("/rules/search/", {"q": "points", "match": pk}) for pk in (match.pk, 2**31))
        assert alike(ours, missing, "GET")
        assert ours.status_code == 404
    assert member(role=Role.VIEWER).get("/rules/search/", {"q": "points", "match": match.pk}).status_code == 200


def test_names_and_form_keys_of_two_clubs_are_independent(theirs):
    setup = {"seated": "1", "player": OURS, "dealer": OURS[0], "key": str(uuid.uuid4())}
    them = Club.objects.get(name="Them")
    before = them.players.count()

    first, second = (browser.post("/games/big-little/matches/", setup).url for browser in (member(), theirs))

    assert first != second
    assert theirs.get(first).status_code == 404
    assert (them.players.count(), them.matches.count()) == (before + 3, 1)


@cases(
    "question",
    [
        "/players/{ada}/cases/?stat=points&part={ours}",
        "/players/{ada}/?with={ours}",
        "/leaderboard/?order={ours}",
        "/matches/{match}/board/?seen={seen}",
    ],
)
def test_no_query_reveals_names_of_another_club(match, theirs, question):
    ada, ours = Club.objects.get(name="Them").players.get(), match.seat_list[0].player_id
    seen = member().get(f"/matches/{match.pk}/").text.split('seen="')[1].split('"')[0]

    answer = theirs.get(question.format(ada=ada.pk, ours=ours, match=match.pk, seen=seen), follow=True)

    assert answer.status_code in (200, 404)
    assert not any(name in answer.text for name in OURS)


def test_the_same_upload_in_two_clubs_is_two_imports(match, theirs):
    key, sheet = str(uuid.uuid4()), dump(sheet_of(match)).encode()
    for browser in (member(), theirs):
        browser.post("/transfer/imports/", {"key": key, "file": SimpleUploadedFile("club.json", sheet)})

    assert sorted(PendingImport.objects.values_list("club__name", flat=True)) == ["Our club", "Them"]


def test_an_etag_is_valid_for_one_browser_and_role(match, theirs):
    url = f"/matches/{match.pk}/"
    scorer, viewer = member(role=Role.SCORER), member(role=Role.VIEWER)
    tags = [browser.get(url)["ETag"] for browser in (scorer, viewer)]
    for browser, tag in itertools.product((scorer, viewer, theirs), tags):
        status = browser.get(url, headers={"if-none-match": tag}).status_code
        mine = (browser, tag) in ((scorer, tags[0]), (viewer, tags[1]))
        assert status == 304 if mine else status in (200, 404)

    device = Device.objects.get(role=Role.VIEWER)
    device.change_role(Role.SCORER)
    assert viewer.get(url, headers={"if-none-match": tags[1]}).status_code == 200
    device.revoke()
    assert viewer.get(url, headers={"if-none-match": tags[1]}).status_code == 404
