"""Two phones at one table: what one enters, the other shows, unless somebody is typing there."""

import re

import pytest

from tests.browser.thumb import Thumb

LOOKED = 15_000


@pytest.fixture
def phones(open_phone):
    """Two phones that show the same match, nothing entered yet."""
    ours, theirs = Thumb(open_phone()), Thumb(open_phone())
    ours.start("big-little")
    theirs.page.goto(ours.page.url)
    return ours, theirs


def asks(page):
    """The board's requests from now on, as they come."""
    found = []
    page.on("request", lambda request: found.append(request.url) if "/board/" in request.url else None)
    return found


def hide(page, state):
    page.evaluate(
        """state => {
            Object.defineProperty(document, "hidden", { value: state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def test_taps_and_a_saved_hand_show_on_the_other_phone(phones):
    ours, theirs = phones
    theirs.key(1, 0, 0, 1)
    theirs.kept("bids 2 for 1 trick")
    ours.page.locator("#entry-rows", has_text="bids 2 for 1 trick").wait_for(timeout=LOOKED)
    theirs.key(1, 0, 0)
    theirs.save()
    ours.page.locator(".scoreboard tbody tr").wait_for(timeout=LOOKED)
    assert ours.totals == theirs.totals
    assert ours.page.input_value("input[name=seen]") == "1"


def test_our_own_taps_are_no_news(phones):
    ours, _ = phones
    ours.key(1)
    ours.kept("bids 1 so far")
    with ours.page.expect_response(re.compile("/board/"), timeout=LOOKED) as response:
        pass
    assert response.value.status == 204


def test_who_types_is_told_in_one_line_and_keeps_the_page(phones):
    ours, theirs = phones
    ours.page.evaluate("document.querySelector('.menu').open = true")
    theirs.key(1)
    theirs.kept("bids 1 so far")
    link = ours.page.locator("live-board a")
    link.wait_for(timeout=LOOKED)
    assert "unset" in ours.page.locator('[data-question="bids-1"]').get_attribute("class")
    link.tap()
    ours.page.locator("#entry-rows", has_text="bids 1 so far").wait_for()


def test_a_phone_in_the_pocket_asks_nothing(phones):
    ours, _ = phones
    hide(ours.page, state=True)
    asked = asks(ours.page)
    ours.page.wait_for_timeout(4000)
    assert asked == []
    with ours.page.expect_request(re.compile("/board/")):
        hide(ours.page, state=False)


def test_while_nothing_changes_it_asks_less_and_less_often(phones):
    ours, _ = phones
    ours.page.clock.install()
    ours.page.reload()
    pauses = [pause(ours.page)]
    for _ in range(20):
        before = ours.page.evaluate("document.querySelector('live-board').timer")
        with ours.page.expect_response(re.compile("/board/")) as response:
            ours.page.clock.run_for(20_000)
        response.value.finished()
        ours.page.wait_for_function("before => document.querySelector('live-board').timer !== before", arg=before)
        pauses.append(pause(ours.page))
    assert pauses[0] == pauses[2] == 2.5, "a minute is no long time at a table"
    assert pauses == sorted(pauses)
    assert pauses[-1] == 15
    ours.page.locator(".deal").tap()
    assert pause(ours.page) == 2.5, "who touches the page looks at it"


def pause(page):
    return page.evaluate("document.querySelector('live-board').pause")
