"""A deleted club answers nobody; its owner can restore it for thirty days; then nothing is left of it."""

from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import GRACE_PERIOD, Club, Device, InviteCode, Player, Role
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.cleanup import purge_deleted
from scorekeeper.matches.players import merge_players
from tests.devices import Stranger, member
from tests.html_browser import Page
from tests.matches.factory import NAMES, make_match, six_rounds

pytestmark = pytest.mark.django_db


def deleted_by(owner, name="Our club"):
    return owner.post("/settings/deletion/", {"name": name})


@pytest.fixture
def owner():
    return member()


def test_an_owner_deletes_the_club_by_its_name_as_people_type_it(owner):
    for name in ("", "our clubs", "x" * 500):
        answer = deleted_by(owner, name)
        assert (answer.status_code, "nothing was deleted" in answer.text) == (422, True), name
        assert f'value="{name[:40]}"' in answer.text, "the name can be corrected"

    assert deleted_by(owner, " our  CLUB ").url == "/settings/restore/"
    assert not Club.objects.exists()


def test_a_deleted_club_answers_nobody(owner):
    """A device of a deleted club is a stranger: test_every_url.py asks every URL as one."""
    match, browsers = make_match(1), [member(role=role) for role in Role]
    deleted_by(owner)
    missing = Stranger().get("/nowhere/")
    for browser in browsers:
        for answer in (browser.get("/games/"), browser.get(f"/matches/{match.pk}/"), browser.post("/invite/links/")):
            assert (answer.status_code, answer.content) == (404, missing.content)


def test_its_links_and_codes_stop_working(owner):
    club = Club.get_default()
    InviteCode.make(club, Role.SCORER)
    code = InviteCode.objects.get().spoken
    token = Invitation(club, Role.OWNER).token
    deleted_by(owner)

    assert Stranger().post(f"/join/{token}/", {"holder": "me"}).status_code == 404
    assert Stranger().post("/join/", {"code": code, "holder": "me"}).status_code == 422
    assert Device.objects.count() == 1


def test_only_an_owner_restores_it_as_it_was(owner):
    match = six_rounds(6)
    others = [Stranger(), member(role=Role.SCORER)]
    deleted_by(owner)

    for other in others:
        assert "can still be restored" not in other.get("/").text
        assert other.post("/settings/restore/").url == "/"
    assert not Club.objects.exists()
    [_, scorer] = [Page(None, other.get("/")) for other in others]
    assert "a device deleted Our club . An owner can restore it" in scorer.text
    assert "This phone deleted Our club . It can still be restored" in Page(None, owner.get("/")).text
    assert f"{timezone.now() + GRACE_PERIOD:%-d %B %Y}" in owner.get("/settings/restore/").text
    assert owner.post("/settings/restore/").url == "/"

    assert owner.get(f"/matches/{match.pk}/").status_code == 200
    assert Club.get_default().is_default


def test_an_installation_begins_another_club_and_still_restores_the_first(owner):
    first = Club.get_default()
    deleted_by(owner)
    second = Club.get_default()

    owner.post("/settings/restore/")

    assert set(Club.objects.values_list("pk", "is_default")) == {(first.pk, False), (second.pk, True)}


@pytest.mark.postgresql
def test_after_thirty_days_nothing_is_left_but_other_clubs(owner):
    club = Club.get_default()
    six_rounds(6)
    six_rounds(2)
    merge_players(*club.players.get_or_create_named(["Willy", "Wilhelmina"]))
    NightNotes.objects.create(club=club, night_date=timezone.localdate(), note="late")
    InviteCode.make(club, Role.SCORER)
    deleted_by(owner)
    purge_deleted()
    assert Club.everything.exists()
    them = Club.objects.create(name="Them")
    them.players.get_or_create_named(NAMES)

    with time_machine.travel(timezone.now() + GRACE_PERIOD + timedelta(minutes=1)):
        assert owner.post("/settings/restore/").url == "/"
        purge_deleted()

    remaining = {
        model.__name__: model._base_manager.count() for model in apps.get_models() if model._base_manager.exists()
    }
    assert remaining == {"Club": 1, "Player": len(NAMES)}
    assert {player.club for player in Player.objects.all()} == {them}
