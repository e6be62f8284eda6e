"""A demo is a club like any other, with a bar on each page that says so."""

import pytest
from django.utils import timezone

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device
from scorekeeper.demo.fill import InUse, fill_demo
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.devices import Stranger

pytestmark = pytest.mark.django_db
BAR = "A made-up club, deleted when the demo ends."


@cases("demo", [True, False])
def test_a_bar_on_every_page_says_what_is_made_up(client, settings, demo):
    settings.DEMO = demo
    for visitor in (client, Stranger()):
        for path in ("/", "/rules/", "/more/"):
            assert (BAR in visitor.get(path).content.decode()) is demo, path


def test_the_bar_leads_who_is_in_the_club_to_its_file(client, settings):
    settings.DEMO = True
    assert 'href="/transfer/">Keep it' in client.get("/").content.decode()
    assert "Keep it" not in Stranger().get("/").content.decode()


def test_a_stranger_stays_one(settings):
    settings.DEMO = True
    fill_demo()
    stranger, devices = Stranger(), Device.objects.count()
    assert "Clubs are by invitation" in stranger.get("/").content.decode()
    assert stranger.get("/leaderboard/").status_code == 404
    assert Device.objects.count() == devices


def test_it_shows_a_match_that_goes_on_and_takes_no_record_of_somebody():
    fill_demo()
    running = Match.objects.latest("started")
    assert running.is_open
    assert running.night_date == Club.get_default().night_date_of(timezone.now())
    assert Invitation.first(), "whoever started it can own it"
    with pytest.raises(InUse):
        fill_demo()
