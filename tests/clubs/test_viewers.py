"""A viewer sees every page, and nowhere a form that writes."""

import re
from itertools import islice
from urllib.parse import urljoin

import pytest

from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.players import merge_players
from tests.devices import COOKIE, device_token
from tests.html_browser import Browser, Page
from tests.matches.factory import entry, make_hand, make_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

OF_THE_DEVICE = re.compile(r"/settings/preferences/|/devices/[0-9]+/(removal/)?")
"""What everybody says of their own device."""


@pytest.fixture
def viewer():
    browser = Browser()
    browser.client.cookies[COOKIE] = device_token(role=Role.VIEWER)
    return browser


@pytest.fixture
def season():
    """A club with a match that goes on, one that is over, one that was deleted, and a player of two names."""
    merge_players(*Club.here().players.get_or_create_named(["Wilhelmina", "Willy"]))
    going_on, over, gone = make_match(2), make_match(2), make_match(1)
    recording.correct(going_on, 1, make_hand(going_on, [1, 0, 0, 0], 1), entry(going_on))
    recording.finish(over, entry(over))
    recording.delete_match(gone, gone.version)
    return going_on


def everywhere(browser, most):
    """Yield all pages that links lead to; at most so many of one kind."""
    found, alike = ["/"], {}
    for address in found:
        answer = browser.client.get(address, follow=True)
        assert answer.status_code == 200, address
        if not answer["Content-Type"].startswith("text/html"):
            continue
        page = Page(browser, answer)
        yield address, page
        for other in leads_to(page):
            kind = re.sub(r"[0-9]+", "1", other.partition("?")[0])
            if other not in found and alike.setdefault(kind, 0) < most:
                alike[kind] += 1
                found.append(other)


def leads_to(page):
    """Where the links of a page lead, without the rest of the world."""
    where = (urljoin(page.response.request["PATH_INFO"], address or "#").partition("#")[0] for address in page.links)
    return [address for address in where if address.startswith("/")]


def written(page, address):
    """The addresses the forms of a page write to, but for what everybody says of their own device."""
    where = [form.get("action", address) for form in page.forms.values() if form.get("method") == "post"]
    where += [control.attributes["formaction"] for control in page.controls if "formaction" in control.attributes]
    return [one for one in where if not OF_THE_DEVICE.fullmatch(one)]


def test_every_link_of_a_viewer_works_and_no_form_writes(viewer, season):
    seen = []
    for address, page in everywhere(viewer, many(10)):
        assert written(page, address) == [], address
        seen.append(address)
    for part in ("", "table-view/", "history/", "review/", "what-if/", "rounds/[0-9]+/sides/[0-9]+/"):
        assert any(re.fullmatch(f"/matches/[0-9]+/{part}", address) for address in seen), part


def test_a_scorer_finds_the_forms_a_viewer_does_not(season):
    """Else the test above would look for nothing."""
    scorer = Browser()
    scorer.client.cookies[COOKIE] = device_token(role=Role.SCORER)
    with_forms = (address for address, page in everywhere(scorer, 1) if written(page, address))

    assert len(list(islice(with_forms, 13))) == 13


def test_a_viewer_sees_the_draft_the_stakes_and_who_is_scoring(viewer, season):
    device = Device.find(device_token(label="Ben’s phone"))
    bids = {"bids-0": "2", "bids-1": "0", "bids-2": "1", "bids-3": "0"}
    drafts.keep_draft(season, Place(PLAY, 3), bids, "", device)

    page = viewer.open(f"/matches/{season.pk}/")

    assert "Ben’s phone is scoring" in page.text
    assert "bids 3 for 3 tricks" in page.text
    assert "+20 / −20" in page.text
    assert re.search(r'aria-label="Ada bids: 2"', page.html)
    assert page.buttons() == []
    assert page.forms == {}
    assert not [control for control in page.controls if control.tag == "input"]
