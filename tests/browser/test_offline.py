"""The app without its server: dead, restarted, or too slow to wait for. A worker in the phone opens what it keeps."""

import re

import pytest

from tests.browser.conftest import PHONE
from tests.browser.served import Table
from tests.browser.thumb import Thumb
from tests.devices import COOKIE

SOON = 15_000
SHOWS_A_HAND = (
    r"""url => caches.match(url).then(page => page.text()).then(text => /name="seen"\s+value="1"/.test(text))"""
)
KEPT = "url => caches.match(url).then(page => !!page)"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("table"))
    table.start()
    yield table
    table.stop()


@pytest.fixture(scope="module")
def token(table):
    return table.joined()


@pytest.fixture
def thumb(table, token, new_context):
    """A phone that has opened a match, and whose worker keeps it."""
    context = new_context(base_url=table.address, **PHONE)
    context.add_cookies([{"name": COOKIE, "value": token, "url": table.address}])
    page = context.new_page()
    thumb = Thumb(page)
    thumb.start("big-little")
    wait_for(page, "async () => !!(await navigator.serviceWorker.ready) && !!navigator.serviceWorker.controller")
    wait_until_kept(page, page.url)
    return thumb


def wait_for(page, question, arg=None):
    """Wait until a page answers yes. (Its own waiting for a function takes a promise for a yes.)"""
    for _ in range(150):
        if page.evaluate(question, arg):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"still not: {question}")


def wait_until_kept(page, url):
    wait_for(page, KEPT, url)


def enter(thumb, bid):
    thumb.key(bid, 0, 0, 0, bid, 0, 0)
    thumb.page.locator("#entry .save:not([name])").tap()


def reopened(thumb, address):
    """Close the app, and open it again at an address."""
    context = thumb.page.context
    thumb.page.close()
    thumb.page = context.new_page()
    thumb.page.goto(address)


def test_the_worker_opens_match_rules_and_first_page_with_the_server_dead(table, thumb):
    match = thumb.page.url
    table.stop()
    try:
        reopened(thumb, match)
        thumb.page.locator("h1", has_text="Big Little").wait_for()
        assert thumb.asked == "bids-1"
        for address, heading in (
            ("/rules/", "Rules"),
            ("/rules/big-little/", "Big Little"),
            ("/nights/", "No network"),
        ):
            thumb.page.goto(address)
            thumb.page.locator("h1", has_text=heading).wait_for()
    finally:
        table.start()


def test_hands_entered_while_the_server_is_dead_arrive_once_and_in_order_when_it_is_back(table, thumb):
    match = thumb.page.url
    thumb.key(1)
    wait_for(thumb.page, "() => !!localStorage['next-rounds']")
    table.stop()
    try:
        thumb.key(0, 0, 0, 1, 0, 0)
        thumb.page.locator("#entry .save:not([name])").tap()
        thumb.page.locator(".deal", has_text="Hand 2").wait_for()
        reopened(thumb, match)
        thumb.page.locator(".deal", has_text="Hand 2").wait_for()
        enter(thumb, 2)
        thumb.page.locator(".deal", has_text="Hand 3").wait_for()
        thumb.key(3, 0)
        thumb.page.locator("round-draft, round-outbox", has_text="kept on this phone").first.wait_for()
        reopened(thumb, match)
        thumb.page.locator(".deal", has_text="Hand 3").wait_for()
        thumb.page.locator("fieldset[data-name=bids-1][data-current]").wait_for()
    finally:
        table.start()
    thumb.page.locator(".scoreboard tbody tr").nth(1).wait_for(timeout=SOON)
    thumb.kept("bids 3 so far")
    thumb.key(0, 0, 3, 0, 0)
    thumb.save()
    sheet = thumb.page.request.get(f"{match}scoresheet/").json()
    assert [sum(hand["bids"]) for hand in sheet["rounds"]] == [1, 2, 3]


def test_a_page_that_does_not_come_is_shown_as_it_was(table, thumb):
    match = thumb.page.url
    table.hang()
    try:
        reopened(thumb, match)
        thumb.page.locator("h1", has_text="Big Little").wait_for()
    finally:
        table.go_on()


def test_a_save_that_is_not_answered_in_time_is_kept_and_counts_once(table, thumb):
    thumb.page.evaluate("htmx.config.timeout = 300")
    table.hang()
    try:
        enter(thumb, 1)
        thumb.page.locator("round-outbox", has_text="Hand 1 is kept on this phone").wait_for()
    finally:
        table.go_on()
    thumb.page.locator(".scoreboard tbody tr").wait_for(timeout=SOON)
    thumb.page.locator("round-outbox:empty").wait_for(state="attached", timeout=SOON)
    assert thumb.page.input_value("input[name=seen]") == "1"


def test_the_kept_match_shows_what_was_saved_last(table, thumb):
    match = thumb.page.url
    enter(thumb, 1)
    thumb.page.locator(".scoreboard tbody tr").wait_for()
    wait_for(thumb.page, SHOWS_A_HAND, match)


def test_no_form_and_no_secret_of_one_is_kept_in_the_cache(thumb):
    enter(thumb, 1)
    thumb.page.locator(".scoreboard tbody tr").wait_for()
    kept = thumb.page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys())
                for (const { url, method } of await (await caches.open(name)).keys()) found.push(`${method} ${url}`);
            return found;
        }"""
    )
    assert kept
    assert all(one.startswith("GET ") for one in kept)
    assert not [one for one in kept if re.search("/rounds/|/draft/|/board/", one)]
