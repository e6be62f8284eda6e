"""What the phone keeps to open without a network: never what another device, club or release was shown."""

import pytest

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches import drafts
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.models import Match
from scorekeeper.matches.views import offline as offline_views
from tests.browser.cut_off import SOON, forgive, offline
from tests.browser.thumb import Thumb
from tests.devices import COOKIE, device_token

ALL = """async () => {
    const found = {};
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
            found[new URL(request.url).pathname] = await (await caches.match(request)).text();
    return found;
}"""
WORKS = "async () => !!(await navigator.serviceWorker.ready) && !!navigator.serviceWorker.controller"
LIGHT = """
window.lit = 0;
navigator.wakeLock.request = async () => (window.lit += 1, { release: () => { window.lit -= 1; } });
"""


@pytest.fixture(autouse=True)
def no_other_troubles(open_phone, troubles):
    yield
    forgive(troubles)


@pytest.fixture
def thumb(open_phone, live_server):
    """A scorer’s phone that has opened a match, and keeps it; the owner has another."""
    device_token()
    page = open_phone(service_workers="allow")
    token = device_token(label="a phone", role=Role.SCORER)
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": live_server.url}])
    thumb = Thumb(page)
    thumb.start("big-little")
    thumb.match = page.evaluate("location.pathname")
    until(page, WORKS)
    keeps(page, lambda there: thumb.match in there and "New match" in there["/"])
    return thumb


def until(page, question):
    for _ in range(100):
        if page.evaluate(question):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"still not: {question}")


def keeps(page, is_so):
    """Wait until what is kept is so."""
    for _ in range(100):
        there = page.evaluate(ALL)
        if is_so(there):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"keeps {[*there]}")


def keeps_nothing_of_the_club(page):
    keeps(page, lambda there: not [path for path in there if "/matches/" in path] and "New match" not in there["/"])


def test_who_leaves_the_club_leaves_with_nothing_of_it(thumb):
    device = Device.objects.get(label="a phone")
    thumb.page.goto(f"/devices/{device.pk}/removal/")
    thumb.tap("form button.save")
    thumb.page.locator("h2", has_text="Come in").wait_for()
    keeps_nothing_of_the_club(thumb.page)
    assert "/rules/big-little/" in thumb.page.evaluate(ALL)
    assert not thumb.page.evaluate("localStorage['next-rounds']")


def test_a_device_that_was_taken_out_keeps_nothing_once_it_hears_of_it(thumb):
    Device.objects.get(label="a phone").leave()
    thumb.page.reload()
    thumb.page.locator("h1", has_text="There is nothing here").wait_for()
    keeps_nothing_of_the_club(thumb.page)
    offline(thumb)
    thumb.page.goto(thumb.match)
    thumb.page.locator("h1", has_text="No network").wait_for()


def test_who_joins_another_club_keeps_nothing_of_the_first(thumb):
    other = Club.objects.create(name="The others")
    device_token(other)
    thumb.page.goto(f"/join/{Invitation(other, Role.SCORER).token}/")
    thumb.tap("form button.save")
    thumb.page.locator(".nav-tiles >> text=Devices").wait_for()
    keeps(thumb.page, lambda there: not [path for path in there if "/matches/" in path or "/join/" in path])
    keeps(thumb.page, lambda there: "New match" in there["/"])


def test_what_a_device_may_do_now_is_what_its_kept_pages_show(thumb):
    Device.objects.get(label="a phone").become(Role.VIEWER)
    thumb.page.goto("/rules/")
    keeps_nothing_of_the_club(thumb.page)
    thumb.page.goto(thumb.match)
    keeps(thumb.page, lambda there: "Save hand 1" not in there.get(thumb.match, "Save hand 1"))


def test_another_release_keeps_the_page_that_is_open_and_no_older_ones(thumb, monkeypatch):
    thumb.page.goto("/players/")
    keeps(thumb.page, lambda there: "/players/" in there)
    thumb.page.goto(thumb.match)
    monkeypatch.setattr(offline_views, "FILES", (*offline_views.FILES, "icons/icon-192.png"))
    thumb.page.reload()
    keeps(thumb.page, lambda there: "/players/" not in there and thumb.match in there)
    offline(thumb)
    thumb.page.reload()
    thumb.page.locator("h1", has_text="Big Little").wait_for()


def test_an_open_page_is_loaded_anew_when_the_server_has_another_release_and_keeps_its_taps(thumb):
    def released(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("/scorekeeper.js", "/scorekeeper.other.js"))

    thumb.key(1)
    thumb.kept("bids 1 so far")
    thumb.page.evaluate("window.isOld = true")
    thumb.page.route("**/board/*", released)
    match = Match.objects.get()
    drafts.keep_draft(match, Place(PLAY, 1), {"trump": "hearts"}, "")
    thumb.page.evaluate("document.querySelector('live-board').lastTyped = 0")
    thumb.page.wait_for_function("() => !window.isOld", timeout=SOON)
    thumb.page.unroute("**/board/*")
    thumb.page.wait_for_function("() => new FormData(document.forms.entry).get('bids-1') === '1'")


def test_a_form_sent_without_a_network_is_answered_by_a_page_of_ours(thumb):
    thumb.page.goto("/games/big-little/matches/new/?player=Ada&player=Ben&player=Cleo&seated=1&dealer=Ada")
    thumb.page.locator("button.save").wait_for()
    offline(thumb)
    thumb.page.evaluate("() => { document.querySelector('button.save').form.submit(); }")
    thumb.page.locator("h1", has_text="No network").wait_for()


def test_the_screen_stays_lit_while_a_match_is_open_and_no_longer(open_phone):
    page = open_phone(service_workers="block")
    page.add_init_script(LIGHT)
    thumb = Thumb(page)
    thumb.start("big-little")
    until(page, "() => window.lit === 1")
    page.evaluate("() => { window.lit = 0; document.dispatchEvent(new Event('visibilitychange')); }")
    until(page, "() => window.lit === 1")
    thumb.page.goto(f"{page.url}end/")
    thumb.tap("form button.save")
    page.locator(".result").wait_for()
    page.wait_for_timeout(200)
    assert page.evaluate("window.lit") == 0
