"""A deleted club is there for nobody; its owner can bring it back for thirty days; then nothing is left of it."""

from datetime import timedelta
from itertools import product

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from scorekeeper.clearing import clear_away
from scorekeeper.club.deleting import GRACE
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Club, Code, Device, Player, Role
from scorekeeper.nights.books import balance
from scorekeeper.nights.lives import merge
from scorekeeper.nights.models import Night, Tally
from scorekeeper.table.models import Match
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import NAMES, six_rounds
from tests.web.urls import EVERY_METHOD, NEEDED, STRANGER, alike, fill_in, request, something_everywhere

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def deleted_by(owner, name="Our club"):
    return owner.post("/settings/deletion/", {"name": name})


@pytest.fixture
def owner():
    return member()


@cases("name", ["", "our clubs", "Their club", "x" * 500])
def test_the_club_is_deleted_only_by_its_name(owner, name):
    answer = deleted_by(owner, name)

    assert answer.status_code == 422
    assert b"nothing was deleted" in answer.content
    assert Club.objects.exists()


@cases("name", ["Our club", " our  CLUB "])
def test_its_name_is_read_as_people_type_it(owner, name):
    assert deleted_by(owner, name).url == "/settings/return/"
    assert not Club.objects.exists()


@cases("role", [Role.WATCHER, Role.KEEPER])
def test_nobody_but_an_owner_deletes_it(role):
    assert deleted_by(member(role=role)).status_code == 403
    assert Club.objects.exists()


def test_a_deleted_club_answers_nobody(settings):
    settings.FOUNDING, world = True, something_everywhere()
    browsers = [member(role=role) for role in Role]
    deleted_by(member())
    stranger = Stranger()
    for route, method in product(NEEDED, EVERY_METHOD):
        if "token" in route or NEEDED[route].get("GET" if method == "HEAD" else method) != STRANGER:
            missing, _ = request(stranger, method, fill_in(route, world))
            for role, browser in zip(Role, browsers, strict=True):
                answer, written = request(browser, method, fill_in(route, world))
                assert alike(answer, missing, method), (method, route, role)
                assert answer.status_code in (404, 405), (method, route, role)
                assert written == [], (method, route, role)


def test_no_link_and_no_code_lets_anybody_in_any_more(owner):
    club = Club.here()
    Code.make(club, Role.KEEPER)
    code = Code.objects.get().spoken
    token = Invitation(club, Role.OWNER).token
    deleted_by(owner)

    assert Stranger().post(f"/join/{token}/", {"label": "me"}).status_code == 404
    assert Stranger().post("/join/", {"code": code, "label": "me"}).status_code == 422
    assert Device.objects.count() == 1


def test_an_owner_is_told_and_brings_it_back_as_it_was(owner):
    match = six_rounds(6)
    before = owner.get("/").content
    deleted_by(owner)

    assert b"can still be brought back" in owner.get("/").content
    assert f"{timezone.now() + GRACE:%-d %B %Y}" in owner.get("/settings/return/").content.decode()
    assert owner.post("/settings/return/").url == "/"

    assert owner.get("/").content.split(b"csrf")[0] == before.split(b"csrf")[0]
    assert owner.get(f"/matches/{match.pk}/").status_code == 200
    assert Club.here().ours


@cases("browser", [Stranger, lambda: member(role=Role.KEEPER)])
def test_nobody_else_brings_it_back(owner, browser):
    other = browser()
    deleted_by(owner)

    assert b"can still be brought back" not in other.get("/").content
    for answer in (other.get("/settings/return/"), other.post("/settings/return/")):
        assert answer.url == "/"
    assert not Club.objects.exists()


def test_an_installation_whose_club_was_deleted_begins_another_and_still_brings_it_back(owner):
    first = Club.here()
    deleted_by(owner)
    second = Club.here()
    assert second != first

    owner.post("/settings/return/")

    assert set(Club.objects.values_list("pk", "ours")) == {(first.pk, None), (second.pk, True)}


def test_after_thirty_days_nothing_is_left_of_it(owner):
    club = Club.here()
    six_rounds(6)
    six_rounds(2)
    merge(*club.players_named(["Willy", "Wilhelmina"]))
    Night.objects.create(club=club, evening=timezone.localdate(), note="late")
    Code.make(club, Role.KEEPER)
    balance(club)
    deleted_by(owner)
    clear_away()
    assert Club.everything.exists()

    with time_machine.travel(timezone.now() + GRACE + timedelta(minutes=1)):
        assert owner.post("/settings/return/").url == "/"
        clear_away()

    left = {kind.__name__: kind._base_manager.count() for kind in apps.get_models() if kind._base_manager.exists()}
    assert left == {}


def test_another_club_keeps_all_it_has(owner):
    six_rounds(6)
    them = Club.objects.create(name="Them")
    them.players_named(NAMES)
    deleted_by(owner)

    with time_machine.travel(timezone.now() + GRACE + timedelta(minutes=1)):
        clear_away()

    assert set(Player.objects.values_list("club", flat=True)) == {them.pk}


def test_a_deleted_match_goes_with_the_next_backup_and_its_months_are_counted_without_it(tmp_path):
    kept, gone = six_rounds(6), six_rounds(6)
    balance(Club.here())
    gone.delete_whole(gone.version)  # and nobody looks at a figure

    with time_machine.travel(timezone.now() + GRACE + timedelta(minutes=1)):
        clear_away()

    assert list(Match.everything.all()) == [kept]
    assert set(Tally.objects.filter(stat="won").values_list("n", flat=True)) == {1}


def test_a_deleted_match_that_can_still_be_brought_back_is_not_cleared_away():
    match = six_rounds(2)
    match.delete_whole(match.version)

    clear_away()

    assert Match.everything.get() == match
