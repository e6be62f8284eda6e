"""Every template there is, in a club of hostile names: accessible, under a thumb, within the screen, and inert."""

import uuid

import pytest
from django.test import Client

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.club_import import save_upload
from tests.browser.conftest import log_in
from tests.browser.layout import OPEN_DETAILS, SMALL_TARGETS, assert_accessible, assert_fits
from tests.clubs import hostile_names as hostile
from tests.web.urls import NEEDED, fill_in

NO_PAGES = (".csv", ".json", ".txt", ".png", ".js", ".webmanifest", "/scoresheet/", "/board/", "/upcoming-rounds/")
QUERIES = (
    "rules/search/?q=joker+led",
    "rules/search/?q=qwxz",
    "rules/<str:game>/referee/legal/?trump=S&led=7H&hand=5H+BJ+9C+KD+2C+3C+4C+7D+8D+9D+10D+JD+QD",
    "rules/<str:game>/referee/<slug:ask>/?cards=9X&trump=S",
    "matches/<int:pk>/rounds/<int:number>/",
    "matches/<int:pk>/what-if/?rule=penalty_at&rule-penalty_at=10",
    "matches/<int:pk>/what-if/?rule=penalty_at&rule-penalty_at=1",
    "players/<int:player>/cases/?stat=won",
    "players/<int:player>/matches/?other=<int:other>",
    "players/<int:player>/merge/?other=<int:newcomer>",
    "shared/<slug:shared_night>/",
)
"""Pages that show nothing without a question, or another thing."""

# So many tests share the pages, for as many workers.
SHARES = 3
LINKS_IN_SENTENCES = ("/trust/", "/what-if/?")


def everything(monkeypatch):
    """A club with something at every address; what stands in the parts of an address."""
    world = hostile.club(monkeypatch)
    match, gone = Match.objects.get(pk=world["pk"][0]), Match.objects.get(pk=world["pk"][-1])
    recording.delete_match(gone, gone.version)
    key = uuid.uuid4()
    save_upload(match.club, key, dump(scoresheets.sheet_of(match)).encode())
    parts = {name: values[0] for name, values in world.items()}
    parts |= {"other": world["player"][1], "newcomer": match.club.players.get_or_create_named(["W" * 39])[0].pk}
    parts["shared_night"] = world["share_token"][1]
    return parts | {"key": key, "token": Invitation(match.club, Role.SCORER).token}


def one_of_each_template(addresses):
    """What leads elsewhere is no page."""
    client, found = Client(), {}
    for address in addresses:
        names = [template.name for template in client.get(address).templates]
        page = next((name for name in names if name and "/_" not in name), None)
        found.setdefault(page, address)
    return [address for page, address in found.items() if page]


@pytest.mark.parametrize("share", range(SHARES))
def test_every_page_is_accessible_fits_and_lets_no_name_do_anything(
    open_phone, page_errors, live_server, monkeypatch, share
):
    parts, page, problems = everything(monkeypatch), open_phone(), []
    page.on("dialog", lambda dialog: (page_errors.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: page_errors.append(request.url) if request.url.endswith("/x") else None)
    routes = [route for route, methods in NEEDED.items() if "GET" in methods and not route.endswith(NO_PAGES)]

    def look_at(addresses):
        for address in list(addresses)[share::SHARES]:
            assert page.goto(address).url.endswith(address)
            page.evaluate(OPEN_DETAILS)
            try:
                assert page.locator("h1").count() == 1, address
                if not any(part in address for part in LINKS_IN_SENTENCES):
                    assert page.evaluate(SMALL_TARGETS) == [], address
                assert_accessible(page, address)
                assert_fits(page, address)
            except AssertionError as problem:
                problems.append(str(problem))

    look_at(one_of_each_template(fill_in(route, parts) for route in routes))
    look_at(fill_in(query, parts) for query in QUERIES)
    log_in(page.context, live_server.url, role=Role.VIEWER)
    look_at(["/", "/games/", "/devices/", f"/matches/{parts['pk']}/"])
    page.context.clear_cookies()
    look_at(["/", "/join/", "/nowhere/", f"/join/{parts['token']}/"])
    page_errors[:] = [error for error in page_errors if "status of 40" not in error]
    assert problems == [], "\n".join(problems)
