"""A demo: everybody who opens it is let in, and nobody lets others in or brings files."""

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.demo.fill import InUse, fill_demo
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.devices import Stranger
from tests.matches.factory import hand_form, make_match, match_form

pytestmark = pytest.mark.django_db
BAR = "A demo with made-up players"


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True


def test_a_stranger_is_a_scorer_from_the_first_page_on():
    stranger = Stranger()
    assert BAR in stranger.get("/").content.decode()
    assert BAR in stranger.get("/rules/").content.decode()
    [device] = Device.objects.all()
    assert device.role == Role.SCORER

    match = make_match()
    stranger.post(f"/matches/{match.pk}/rounds/", match_form(match, hand_form(match)))
    assert match.rounds.count() == 1
    assert stranger.get("/leaderboard/").status_code == 200
    assert Device.objects.count() == 1


@cases("method, path", [("get", "/rules/"), ("get", "/health"), ("head", "/"), ("post", "/matches/1/draft/")])
def test_who_does_not_look_at_the_club_becomes_no_device(method, path):
    getattr(Stranger(), method)(path)
    assert not Device.objects.exists()


@cases("method, path", [("get", "/invite/"), ("post", "/invite/codes/"), ("post", "/transfer/imports/")])
def test_there_are_no_invitations_and_no_files(method, path):
    stranger = Stranger()
    stranger.get("/")
    answer = getattr(stranger, method)(path, {"role": "1"})
    assert answer.status_code == 403
    assert "no invitations" in answer.content.decode()


def test_without_a_demo_a_stranger_stays_one(settings):
    settings.DEMO = False
    page = Stranger().get("/").content.decode()
    assert "Clubs are by invitation" in page
    assert BAR not in page


def test_it_shows_a_match_that_goes_on_and_takes_no_record_of_somebody():
    fill_demo()
    running = Match.objects.latest("started")
    assert running.is_open
    assert running.night_date == Club.here().night_date_of(timezone.now())
    with pytest.raises(InUse):
        fill_demo()
