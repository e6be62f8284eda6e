"""Joining a club with a phone, by link and by code; leaving it; and what stays of the link."""

import re

import pytest

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Role
from tests.browser import words
from tests.browser.network import wait_until_cached
from tests.browser.score_page import ScorePage

STORED = """async () => {
    const found = [location.href, document.referrer, document.title];
    for (const store of [localStorage, sessionStorage]) found.push(JSON.stringify(store));
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) found.push(url, await (await cache.match(url)).text());
    }
    return found;
}"""


@pytest.fixture
def stranger(share_phone):
    return share_phone("second", stranger=True)


def unfold(page, role):
    """Open what an owner can do to let somebody join in a role."""
    page.goto("/devices/")
    found = page.locator(".invite", has=page.get_by_text(re.compile(f"^As {role}")))
    found.locator("summary").tap()
    return found


def test_a_link_lets_a_scorer_join_until_the_phone_is_removed(phone, stranger, page_errors):
    found = unfold(phone, words.SCORER)
    link = found.locator(".invite-link").inner_text()
    assert found.locator(".qr").bounding_box()["width"] > 200

    stranger.goto("/join/" + link.split("/join/")[1])
    stranger.fill("#label", "آدا 📱")
    stranger.tap(words.JOIN_AS_SCORER)
    stranger.locator(words.MEMBER_LINKS).wait_for()
    assert "join" not in stranger.url
    ScorePage(stranger).set_up("big-little")
    match = stranger.url

    phone.goto("/devices/")
    phone.locator(".devices li", has_text="آدا").locator("a").tap()
    phone.tap(words.REMOVE_DEVICE)
    phone.get_by_role("button", name=words.REMOVE).tap()
    phone.wait_for_url("**/devices/")
    assert phone.locator(".devices li").count() == 1

    stranger.goto(match)
    assert stranger.locator("h1").inner_text() == words.NOT_FOUND
    stranger.goto("/")
    assert stranger.locator(words.HAVE_A_CODE).is_visible()
    assert all("404" in error for error in page_errors)
    page_errors.clear()


def test_a_code_lets_a_viewer_join_who_may_only_look(phone, stranger):
    unfold(phone, words.VIEWER).locator(words.MAKE_A_CODE).tap()
    code = phone.locator(".invite-code").inner_text()

    stranger.goto("/")
    stranger.tap(words.HAVE_A_CODE)
    stranger.fill("#code", code.lower())
    stranger.tap("button:has-text('Join')")
    stranger.locator(words.MEMBER_LINKS).wait_for()

    assert stranger.get_by_text(words.NEW_MATCH).count() == 0
    stranger.goto("/devices/")
    assert stranger.locator(".invite").count() == 0
    assert stranger.locator(".devices li").count() == 2


def test_the_secret_of_a_link_is_stored_nowhere_on_the_phone_that_opened_it(open_phone):
    secret = Invitation(Club.here(), Role.SCORER).token
    page = open_phone(stranger=True, service_workers="allow")
    requests = []
    page.on("request", lambda request: requests.append((request.url, request.headers.get("referer", ""))))
    for _ in range(2):  # before there is a worker, and through it
        page.goto(f"/join/{secret}/")
        wait_until_cached(page, lambda cached: "/offline/" in cached)
    page.tap(words.JOIN_AS_SCORER)
    page.locator(words.MEMBER_LINKS).wait_for()
    for address in ("/devices/", "/devices/", "/players/"):
        page.goto(address)
    wait_until_cached(page, lambda cached: "/players/" in cached)

    stored = page.evaluate(STORED)

    assert any("/players/" in one for one in stored)
    assert not [one[:200] for one in stored if secret in one]
    assert not any(secret in referer for _, referer in requests)
    assert all(f"/join/{secret}/" in url for url, _ in requests if secret in url)
