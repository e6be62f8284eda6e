"""A demo is a club like any other, with a bar on each page that says so."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device
from scorekeeper.demo.fill import InUse, fill_demo
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.devices import Stranger
from tests.html_browser import Browser

pytestmark = pytest.mark.django_db
BAR = "A made-up club, deleted when the demo ends."


@cases("demo", [True, False])
def test_every_page_of_a_demo_has_a_bar(client, settings, demo):
    settings.DEMO = demo
    for visitor in (client, Stranger()):
        for path in ("/", "/rules/", "/more/"):
            assert (BAR in visitor.get(path).content.decode()) is demo, path


def test_the_demo_bar_offers_members_the_club_file(client, settings):
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


def test_a_demo_has_an_open_match_a_night_with_a_story_and_starts_every_game():
    fill_demo()
    running = Match.objects.latest("started")
    assert running.is_open
    assert running.night_date == Club.get_default().night_date_of(timezone.now())
    assert Invitation.first(), "whoever started it can own it"
    with pytest.raises(InUse):
        fill_demo()

    browser = Browser()
    last_night = browser.open(f"/nights/{running.night_date - timedelta(days=1)}/").text
    assert "Cleo won 3 of 5 matches" in last_night
    assert "Cleo took the lead in the last" in last_night
    pages = [browser.open(path) for path in browser.open("/games/").links if path.endswith("/matches/new/")]
    starts = [(page, label) for page in pages for label in page.buttons() if label.startswith("Start")]
    assert len(starts) == len(pages) - 1, "only another game is named first"
    assert {page.press(label).status for page, label in starts} == {200}
