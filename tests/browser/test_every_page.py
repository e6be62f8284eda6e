"""Every template there is, in a club of hostile names: accessible, under a thumb, within the screen, and inert."""

from functools import cache

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from tests.browser.conftest import PHONE, log_in, watch
from tests.browser.layout import OPEN_DETAILS, SMALL_TARGETS, assert_accessible, assert_fits
from tests.web.pages import QUERIES, ROUTES, make_club
from tests.web.urls import fill_in

# The pages are divided among this many tests, so that workers share them.
SHARES = 3
LINKS_IN_SENTENCES = ("/trust/", "/what-if/?")
# How far the letters of a title are below the top of the page, in pixels.
ROOM_ABOVE_TITLE = """() => {
    const range = new Range(), page = document.querySelector("main").getBoundingClientRect();
    range.selectNodeContents(document.querySelector("h1"));
    return range.getBoundingClientRect().top - page.top;
}"""
# Takes half the processor time to draw a page in another size, but no taps.
FLAG = "--disable-threaded-compositing"


@pytest.fixture
def page(browser_type, browser_type_launch_args, live_server, page_errors):
    """A page of a stranger in a browser that only draws."""
    options = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], FLAG]}
    with browser_type.launch(**options) as browser:
        context = watch(browser.new_context(base_url=live_server.url, **PHONE), page_errors, {})
        yield context.new_page()
    assert page_errors == []


@cache
def one_of_each_template(addresses):
    """Return an address for each template; redirects have none. Cached: the club is the same each time."""
    client, found = Client(), {}
    for address in addresses:
        names = [template.name for template in client.get(address).templates]
        page = next((name for name in names if name and "/_" not in name), None)
        found.setdefault(page, address)
    return [address for page, address in found.items() if page]


@pytest.mark.parametrize("share", range(SHARES))
def test_every_page_is_accessible_fits_and_lets_no_name_do_anything(
    page, page_errors, live_server, monkeypatch, settings, share
):
    settings.DEMO = True  # its bar is on every page
    parts, problems = make_club(monkeypatch), []
    log_in(page.context, live_server.url)
    page.on("dialog", lambda dialog: (page_errors.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: page_errors.append(request.url) if request.url.endswith("/x") else None)

    def look_at(addresses):
        for address in list(addresses)[share::SHARES]:
            assert page.goto(address).url.endswith(address)
            page.evaluate(OPEN_DETAILS)
            try:
                assert page.locator("h1").count() == 1, address
                assert page.evaluate(ROOM_ABOVE_TITLE) >= 4, address
                if not any(part in address for part in LINKS_IN_SENTENCES):
                    small = page.evaluate(SMALL_TARGETS)
                    assert small == [], f"{address}: {small}"
                assert_accessible(page, address)
                assert_fits(page, address)
            except AssertionError as problem:
                problems.append(str(problem))

    look_at(one_of_each_template(tuple(fill_in(route, parts) for route in ROUTES)))
    look_at(fill_in(query, parts) for query in QUERIES)
    log_in(page.context, live_server.url, role=Role.VIEWER)
    look_at(["/", "/games/", "/devices/", f"/matches/{parts['pk']}/"])
    page.context.clear_cookies()
    look_at(["/", "/join/", "/nowhere/", f"/join/{parts['token']}/"])
    page_errors[:] = [error for error in page_errors if "status of 40" not in error]
    assert problems == [], "\n".join(problems)
