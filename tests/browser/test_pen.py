"""Two phones and one pen: each shows who enters, and takes it over in one tap; nothing moves, nothing is lost."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb
from tests.devices import COOKIE, device_token

LOOKED = 15_000


@pytest.fixture
def service_workers():
    """As over HTTPS: whatever the worker does, the pen is with one phone."""
    return "allow"


@pytest.fixture
def phones(open_phone, live_server):
    """Two phones with names, one match."""

    def phone(label, role=3):
        page = open_phone()
        page.context.add_cookies(
            [{"name": COOKIE, "value": device_token(label=label, role=role), "url": live_server.url}]
        )
        return Thumb(page)

    ours, theirs = phone("Ada’s phone"), phone("Ben’s phone")
    ours.start("big-little")
    theirs.page.goto(ours.page.url)
    return ours, theirs, phone


def is_entering(thumb, label):
    thumb.page.locator(".edit-lock", has_text=f"{label} is entering").wait_for(timeout=LOOKED)


def can_save(thumb):
    thumb.page.locator(".save-row > .save").wait_for(timeout=LOOKED)
    return not thumb.page.locator(".edit-lock").is_visible()


def place(thumb, selector):
    return thumb.page.locator(selector).first.bounding_box()


def test_the_pen_goes_from_phone_to_phone_in_one_tap_each(phones):
    ours, theirs, _ = phones
    theirs.key(1)
    theirs.kept("bids 1 so far")
    is_entering(ours, "Ben’s phone")
    assert can_save(theirs)

    ours.tap(".edit-lock .save")
    ours.page.wait_for_function("() => document.querySelector('.own-lock')")
    assert can_save(ours)
    is_entering(theirs, "Ada’s phone")

    ours.key(0, 0, 1)
    ours.kept("bids 2 for 1 trick")
    theirs.page.locator("#entry-rows", has_text="bids 2 for 1 trick").wait_for(timeout=LOOKED)
    ours.key(1, 0, 0)
    ours.save()
    theirs.page.locator(".scoreboard tbody tr").wait_for(timeout=LOOKED)
    assert ours.totals == theirs.totals


def test_a_tap_beside_the_pen_is_told_so_and_comes_along_when_it_is_taken(phones):
    ours, theirs, _ = phones
    ours.page.evaluate("document.querySelector('.menu').open = true")  # nothing is shown under a thumb
    theirs.key(1)
    theirs.kept("bids 1 so far")
    ours.page.evaluate("document.querySelector('.menu').open = false")

    ours.cell("bids-2")
    ours.key(0)
    ours.page.locator(".notice", has_text="Another phone is entering").wait_for()
    assert ours.page.locator('input[name="bids-2"][value="0"]').is_checked()
    ours.tap(".edit-lock .save")

    ours.page.wait_for_function("() => document.querySelector('.own-lock')")
    assert can_save(ours)
    assert ours.page.locator('input[name="bids-2"][value="0"]').is_checked()
    assert ours.page.locator(".notice").count() == 0
    theirs.page.locator('input[name="bids-2"][value="0"]:checked').wait_for(state="attached", timeout=LOOKED)


def test_nothing_moves_when_somebody_begins(phones):
    ours, theirs, _ = phones
    parts = (".entry-rows", ".keypad", ".save-row", ".scores")
    before = [place(ours, part) for part in parts]
    theirs.key(1)
    is_entering(ours, "Ben’s phone")

    assert [place(ours, part) for part in parts] == before
    button = place(ours, ".edit-lock .save")
    assert button["height"] >= 48
    assert button["width"] >= 48


def test_a_watcher_sees_who_enters_and_no_button(phones):
    ours, theirs, phone = phones
    viewer = phone("Eve", role=1)
    viewer.page.goto(ours.page.url)
    theirs.key(1)

    is_entering(viewer, "Ben’s phone")
    viewer.page.get_by_label("Ben bids: 1", exact=True).wait_for()
    assert not viewer.page.locator("#page :is(button, input, form, [href*='rounds/1/']:not(.why-link))").count()
    assert Axe().run(viewer.page).response["violations"] == []


def test_who_corrects_is_told_who_took_the_pen(phones):
    ours, theirs, _ = phones
    ours.take_in("big-little", up_to(1))
    theirs.page.goto(ours.page.url)
    ours.tap(".scoreboard tbody a")
    ours.cell("bids-0")
    ours.key(0)
    ours.page.locator("#preview", has_text="bid 0, took 1").wait_for()
    theirs.page.reload()
    theirs.tap(".edit-lock .save")

    ours.page.locator("live-board a", has_text="Ben’s phone is entering: show it").wait_for(timeout=LOOKED)
    assert ours.page.locator('input[name="bids-0"][value="0"]').is_checked(), "what is typed stays"


def test_a_pen_laid_down_while_the_page_still_shows_it_is_taken_by_typing(phones):
    from scorekeeper.matches.models import Match

    ours, theirs, _ = phones
    theirs.key(1)
    is_entering(ours, "Ben’s phone")
    ours.page.evaluate("document.querySelector('.menu').open = true")
    Match.objects.update(pen_at="2020-01-01T00:00Z")
    ours.page.evaluate("document.querySelector('.menu').open = false")

    ours.key(0)
    ours.kept("bids 1 so far")
    ours.page.wait_for_function("() => document.querySelector('.own-lock')")
    assert can_save(ours)
