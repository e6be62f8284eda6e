"""Every page there is, found by its address, in a club of hostile names: accessible, within the screen, and inert."""

import uuid

import pytest

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.club_import import save_upload
from tests.browser.conftest import log_in
from tests.browser.layout import OPEN_DETAILS, assert_accessible, assert_fits
from tests.clubs import hostile_names as hostile
from tests.web.urls import NEEDED, fill_in

PARTS = 2
NO_PAGES = (".csv", ".json", ".txt", ".png", ".js", ".webmanifest", "/scoresheet/", "/board/", "/upcoming-rounds/")
OF_A_STRANGER = ("/", "/join/", "/nowhere/", "/join/nowhere/")
OF_A_VIEWER = ("/", "/games/", "/devices/")


@pytest.fixture
def page(open_phone, page_errors):
    """Notices when a name does anything."""
    page = open_phone()
    page.on("dialog", lambda dialog: (page_errors.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: page_errors.append(request.url) if request.url.endswith("/x") else None)
    yield page
    page_errors[:] = [error for error in page_errors if "status of 40" not in error]


@pytest.fixture
def parts(page, monkeypatch):
    """Something that exists for each part of an address."""
    world = hostile.club(monkeypatch)
    match, gone = Match.objects.get(pk=world["pk"][0]), Match.objects.get(pk=world["pk"][-1])
    recording.delete_match(gone, gone.version)
    key = uuid.uuid4()
    save_upload(match.club, key, dump(scoresheets.sheet_of(match)).encode())
    one_of_each = {name: values[0] for name, values in world.items()}
    return one_of_each | {"key": key, "token": Invitation(match.club, Role.SCORER).token}


def look_at(page, addresses):
    problems = []
    for address in addresses:
        page.goto(address)
        page.evaluate(OPEN_DETAILS)
        try:
            assert page.locator("h1").count() == 1, address
            assert_accessible(page, address)
            assert_fits(page, address)
        except AssertionError as problem:
            problems.append(str(problem))
    return problems


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_fits_and_lets_no_name_do_anything(page, parts, part):
    routes = [route for route, methods in NEEDED.items() if "GET" in methods and not route.endswith(NO_PAGES)]
    assert look_at(page, [fill_in(route, parts) for route in routes[part::PARTS]]) == []


def test_the_pages_of_viewers_and_strangers_hold_too(page, parts, live_server):
    log_in(page.context, live_server.url, role=Role.VIEWER)
    assert look_at(page, [*OF_A_VIEWER, f"/matches/{parts['pk']}/"]) == []
    page.context.clear_cookies()
    assert look_at(page, [*OF_A_STRANGER, f"/join/{parts['token']}/"]) == []
