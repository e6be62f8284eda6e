"""A phone or a tablet in the middle of the table: digits for the far side, turned to any chair, never a scroll bar."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.test_taps import up_to
from tests.browser.thumb import NAMES, Thumb

LOOKED = 15_000
LONG = "Bartholomäus-Maximilian von und zu Hohen"
SCREENS = [(390, 844), (844, 390), (1024, 768)]
TABLES = {
    2: ["A", LONG],
    4: ["Ada", LONG, "דליה אברהמי", "D"],
    9: ["Ada", LONG, "דליה", "D", "Eve", "Finn", "Gus", "Hal", "Ida"],
}

LAID = """() => {
    const within = one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
    };
    const all = selector => [...document.querySelectorAll(selector)];
    const page = document.documentElement, digits = all(".sides .total");
    return {
        turned: getComputedStyle(document.querySelector(".rotated")).rotate,
        scrolls: page.scrollHeight > innerHeight || page.scrollWidth > innerWidth,
        outside: all(".view-bar, .view-bar a, .sides, .sides li, .total").filter(one => !within(one)).length,
        small: all(".view-bar a").filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 44).length,
        letters: Math.min(...digits.map(one => parseFloat(getComputedStyle(one).fontSize))),
        apart: digits.every(one => one.offsetWidth <= one.closest("li").clientWidth),
    };
}"""
HEIGHT_OF_A_DIGIT = 0.7
"""Of its letter size, in every font there is a phone with."""


def hands(seats, count):
    """Hands in which the first player takes everything and bids nothing: long totals, and sandbags."""
    return [{"bids": [0] * seats, "tricks": [cards] + [0] * (seats - 1)} for cards in range(1, count + 1)]


def lay(page, turned=0):
    """Open the table view of the match that is on the screen."""
    page.goto(f"{re.match(r'.*/matches/[0-9]+/', page.url)[0]}table-view/?turned={turned}")


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("seats", TABLES)
def test_everything_is_on_the_screen_whichever_way_it_is_turned(open_phone, seats, screen):
    page = open_phone(viewport=dict(zip(("width", "height"), screen, strict=True)))
    thumb = Thumb(page)
    thumb.take_in("big-little", hands(seats, 4), TABLES[seats])
    thumb.key(*[0] * (seats - 1), 2)
    page.locator("#entry-rows .at-risk").wait_for()
    for turned in (0, 90, 180, 270):
        lay(page, turned)
        laid = page.evaluate(LAID)
        assert laid.pop("turned") == (f"{turned}deg" if turned else "none")
        share = HEIGHT_OF_A_DIGIT * laid.pop("letters") / min(screen)
        assert share >= (0.15 if seats <= 4 else 0.07), share
        assert laid == {"scrolls": False, "outside": 0, "small": 0, "apart": True}


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_totals_of_four_characters_are_still_large(open_phone, screen):
    page = open_phone(viewport=dict(zip(("width", "height"), screen, strict=True)))
    lost = [{"bids": [cards] * 4, "tricks": [cards, 0, 0, 0]} for cards in range(1, 14)]
    Thumb(page).take_in("big-little", lost, TABLES[4])
    lay(page)
    laid = page.evaluate(LAID)
    assert page.locator(".total", has_text="−910").count() == 3
    assert HEIGHT_OF_A_DIGIT * laid["letters"] >= 0.15 * min(screen)
    assert laid["apart"]


def test_it_is_turned_by_a_tap_and_stays_so_when_somebody_bids(phone, open_phone):
    Thumb(phone).start("big-little")
    other = open_phone()
    other.goto(phone.url)
    lay(phone)
    phone.locator("a", has_text="→").tap()
    phone.wait_for_url("**/table-view/?turned=270")
    Thumb(other).key(1, 0, 0, 1)
    phone.locator(".sides", has_text="+10 / −10").wait_for(timeout=LOOKED)
    assert phone.locator(".editor").inner_text() == "a device is entering"
    assert phone.locator(".rotated-270").count() == 1
    phone.locator("a", has_text="←").tap()
    phone.wait_for_url("**/table-view/?turned=0")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_axe_finds_nothing(open_phone, scheme, screen):
    page = open_phone(color_scheme=scheme, viewport=dict(zip(("width", "height"), screen, strict=True)))
    thumb = Thumb(page)
    thumb.take_in("big-little", up_to(4), TABLES[4])
    thumb.key(2, 0, 0)
    thumb.kept("bids 2 so far")
    for turned in (0, 90):
        lay(page, turned)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []


# --- Awake ---

WATCH_LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", {value: {request: async kind => {
    const lock = {kind, released: false, release: async () => { lock.released = true; }};
    locks.push(lock);
    return lock;
}}});
"""
REFUSE_LOCKS = """
Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
    throw new DOMException("low battery", "NotAllowedError");
}}});
"""
NO_LOCKS = 'Object.defineProperty(navigator, "wakeLock", {value: undefined});'
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("part", ["", "table-view/"])
def test_the_screen_stays_lit_again_whenever_it_is_looked_at(phone, part):
    phone.add_init_script(WATCH_LOCKS)
    Thumb(phone).start("big-little", NAMES)
    phone.goto(phone.url + part)
    assert phone.evaluate("locks.map(lock => lock.kind)") == ["screen"]
    phone.evaluate(HIDE, True)
    assert phone.evaluate("locks.length") == 1
    phone.evaluate(HIDE, False)
    assert phone.evaluate("locks.length") == 2
    phone.evaluate("document.querySelector('screen-wake-lock').remove()")
    assert phone.evaluate("locks.at(-1).released")
    phone.evaluate(HIDE, False)
    assert phone.evaluate("locks.length") == 2


@pytest.mark.parametrize("locks", [NO_LOCKS, REFUSE_LOCKS])
def test_a_browser_that_will_not_stay_lit_is_no_trouble(phone, locks):
    phone.add_init_script(locks)
    Thumb(phone).start("big-little", NAMES)
    lay(phone)
    phone.evaluate(HIDE, False)
    assert phone.locator(".sides .total").count() == 4
