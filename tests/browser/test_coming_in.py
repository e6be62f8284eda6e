"""Coming in with a phone: by link, by code; and being shown the door."""

import re

import pytest

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Role
from tests.browser.thumb import Thumb

ALL_THAT_IS_KEPT = """async () => {
    const found = [location.href, document.referrer, document.title];
    for (const store of [localStorage, sessionStorage]) found.push(JSON.stringify(store));
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) found.push(url, await (await cache.match(url)).text());
    }
    return found;
}"""


@pytest.fixture
def owner(phone):
    phone.goto("/devices/")
    return phone


def way(page, role):
    """Unfold a way in."""
    page.goto("/devices/")
    return page.locator(".invite", has=page.get_by_text(re.compile(f"^As {role}")))


def test_a_link_that_was_sent_lets_a_keeper_in_who_then_enters_and_a_revoked_phone_is_out(owner, open_phone, troubles):
    found = way(owner, "scorer")
    found.locator("summary").tap()
    link = found.locator(".invite-link").inner_text()
    assert found.locator(".qr").bounding_box()["width"] > 200

    theirs = open_phone(stranger=True)
    theirs.goto("/join/" + link.split("/join/")[1])
    theirs.fill("#label", "آدا 📱")
    theirs.tap("text=Join as scorer")
    theirs.locator(".nav-tiles >> text=Devices").wait_for()
    assert "join" not in theirs.url
    Thumb(theirs).start("big-little")
    match = theirs.url

    owner.goto("/devices/")
    owner.locator(".devices li", has_text="آدا").locator("a").tap()
    owner.tap("text=Take it out of the club")
    owner.get_by_role("button", name="Take it out").tap()
    owner.wait_for_url("**/devices/")
    assert owner.locator(".devices li").count() == 1

    theirs.goto(match)
    assert theirs.locator("h1").inner_text() == "There is nothing here"
    theirs.goto("/")
    assert theirs.locator("text=I was told a code").is_visible()
    assert all("404" in trouble for trouble in troubles)
    troubles.clear()


def test_the_secret_of_a_link_stays_nowhere_on_the_phone_that_opened_it(open_phone):
    secret = Invitation(Club.here(), Role.SCORER).token
    theirs = open_phone(stranger=True, service_workers="allow")
    told = []
    theirs.on("request", lambda request: told.append((request.url, request.headers.get("referer", ""))))
    for _ in range(2):  # before there is a worker, and through it
        theirs.goto(f"/join/{secret}/")
        theirs.evaluate("() => navigator.serviceWorker.ready.then(() => new Promise(kept => setTimeout(kept, 500)))")
    theirs.tap("text=Join as scorer")
    theirs.locator(".nav-tiles >> text=Devices").wait_for()
    for _ in range(2):
        theirs.goto("/devices/")
        theirs.wait_for_timeout(500)
    theirs.goto("/rules/")
    theirs.wait_for_timeout(500)

    kept = theirs.evaluate(ALL_THAT_IS_KEPT)

    assert any("/rules/" in one for one in kept)
    assert not [one[:200] for one in kept if secret in one]
    assert not any(secret in referer for _, referer in told)
    assert all(f"/join/{secret}/" in url for url, _ in told if secret in url)


def test_a_code_that_was_said_lets_a_watcher_in_who_may_only_look(owner, open_phone):
    found = way(owner, "viewer")
    found.locator("summary").tap()
    found.locator("text=A code to say").tap()
    code = owner.locator(".invite-code").inner_text()

    theirs = open_phone(stranger=True)
    theirs.goto("/")
    theirs.tap("text=I was told a code")
    theirs.fill("#code", code.lower())
    theirs.tap("button:has-text('Join')")
    theirs.locator(".nav-tiles >> text=Devices").wait_for()

    assert theirs.locator("text=New match").count() == 0
    theirs.goto("/devices/")
    assert theirs.locator(".invite").count() == 0
    assert theirs.locator(".devices li").count() == 2
