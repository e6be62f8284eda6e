"""The table view: digits for the far side of the table, turned to any chair, never a scroll bar, always lit."""

import re

from tests.browser import words
from tests.browser.layout import PHONE
from tests.browser.score_page import HIDE, ScorePage
from tests.matches.factory import keep_draft

LONG = "Bartholomäus-Maximilian von und zu Hohen"
SCREENS = [PHONE, {"width": 844, "height": 390}, {"width": 1024, "height": 768}]
FOUR = ["Ada", LONG, "דליה אברהמי", "D"]
TABLES = [["A", LONG], FOUR, [*FOUR, "Eve", "Finn", "Gus", "Hal", "Ida"]]

LAYOUT = """() => {
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
# A digit is this share of the font size high, in the fonts of all phones.
HEIGHT_OF_A_DIGIT = 0.7


def open_table_view(page, turned=0):
    page.goto(f"{re.match(r'.*/matches/[0-9]+/', page.url)[0]}table-view/?turned={turned}")


def assert_on_every_screen(page, turned, smallest):
    """Everything is on the screen, and the digits are so large a part of it."""
    for screen in SCREENS:
        page.set_viewport_size(screen)
        layout, case = page.evaluate(LAYOUT), (turned, screen)
        assert layout.pop("turned") == (f"{turned}deg" if turned else "none"), case
        share = HEIGHT_OF_A_DIGIT * layout.pop("letters") / min(screen.values())
        assert share >= smallest, (case, share)
        assert layout == {"scrolls": False, "outside": 0, "small": 0, "apart": True}, case
    page.set_viewport_size(PHONE)


def test_everything_is_on_every_screen_whichever_way_it_is_turned(phone):
    for names in TABLES:
        # The first player takes everything and bids nothing: long totals, and sandbags.
        seats = len(names)
        rounds = [{"bids": [0] * seats, "tricks": [cards] + [0] * (seats - 1)} for cards in range(1, 5)]
        match = ScorePage(phone).open(rounds=rounds, names=names)
        bids = {f"bids-{seat}": "0" for seat in range(1, seats)} | {"bids-0": "2"}
        keep_draft(match, bids)
        for turned in (0, 90, 180, 270) if seats == 4 else (0, 270):
            open_table_view(phone, turned)
            assert phone.locator(".sides", has_text="+20 / −20").count() == 1, "the stakes of the first player"
            assert_on_every_screen(phone, turned, 0.15 if seats <= 4 else 0.07)


def test_news_of_other_phones_leaves_the_page_turned(phone):
    page = ScorePage(phone)
    match = page.open()
    open_table_view(phone, 90)
    keep_draft(match, {"bids-0": "1"})
    page.poll()

    phone.locator(".progress", has_text="bids 1 so far").wait_for()
    assert phone.locator(".rotated-90").count() == 1


SIX = ["Maximiliane", "Bartholomäus", "José María", "Wilhelmina", "Konstantin", "Annegret"]
# Measures of the names: the smallest letters, and names that are cut or broken inside a word.
NAMES = """() => {
    const names = [...document.querySelectorAll(".side-name .name")];
    const isWhole = one => one.scrollWidth <= one.clientWidth + 1 && one.clientHeight <= one.closest("li").clientHeight;
    const lines = one => Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight));
    return {
        letters: Math.min(...names.map(one => parseFloat(getComputedStyle(one).fontSize))),
        broken: names.filter(one => !isWhole(one) || lines(one) > one.textContent.split(" ").length)
            .map(one => one.textContent),
    };
}"""


def test_six_names_are_read_across_a_table_also_of_a_typed_game(phone):
    for game in ("big-little", "any-game:Canasta"):
        phone.set_viewport_size(PHONE)
        ScorePage(phone).open(game, names=SIX)
        for screen in (PHONE, {"width": 360, "height": 640}, {"width": 844, "height": 390}):
            phone.set_viewport_size(screen)
            open_table_view(phone)
            names = phone.evaluate(NAMES)
            assert names["letters"] >= 19, (game, screen)
            assert names["broken"] == [], (game, screen)


# --- The screen stays lit ---

WATCH_LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", {value: {request: async kind => {
    const lock = {kind, released: false, release: async () => { lock.released = true; }};
    locks.push(lock);
    return lock;
}}});
"""


def test_the_screen_stays_lit_while_a_match_is_looked_at(open_phone):
    page = open_phone()
    page.add_init_script(WATCH_LOCKS)
    ScorePage(page).open()
    match = page.url
    for address in (match, f"{match}table-view/"):
        page.goto(address)
        assert page.evaluate("locks.map(lock => lock.kind)") == ["screen"]
        page.evaluate(HIDE, True)
        assert page.evaluate("locks.length") == 1
        page.evaluate(HIDE, False)
        assert page.evaluate("locks.length") == 2
        page.evaluate("document.querySelector('screen-wake-lock').remove()")
        assert page.evaluate("locks.at(-1).released")
        page.evaluate(HIDE, False)
        assert page.evaluate("locks.length") == 2
    page.goto(f"{match}end/")
    page.locator(words.SUBMIT).tap()
    page.locator(words.RESULT).wait_for()
    assert page.evaluate("locks") == [], "a match that is over needs no light"


SHOW_FILM = "document.querySelector('screen-wake-lock').film"


def test_without_https_a_silent_film_keeps_the_screen_lit_from_the_first_tap_on(open_phone):
    page = open_phone()
    page.add_init_script("delete Navigator.prototype.wakeLock;")
    ScorePage(page).open()
    page.wait_for_function(f"() => {SHOW_FILM}.readyState >= 1")
    assert page.evaluate(f"{SHOW_FILM}.paused"), "browsers begin a film with sound only after a tap"

    page.touchscreen.tap(5, 5)
    page.wait_for_function(f"() => !{SHOW_FILM}.paused && {SHOW_FILM}.played.length")
    # Browsers keep a screen lit only for a looping film with sound.
    assert page.evaluate(f"[{SHOW_FILM}.muted, {SHOW_FILM}.loop, {SHOW_FILM}.volume]") == [False, False, 1]
    page.wait_for_function(f"() => {SHOW_FILM}.webkitAudioDecodedByteCount > 0")
    page.evaluate(f"{SHOW_FILM}.addEventListener('seeked', () => {{ window.begunAgain = true; }})")
    page.wait_for_function("() => window.begunAgain")
    assert not page.evaluate(f"{SHOW_FILM}.paused")

    page.evaluate(HIDE, True)
    assert page.evaluate(f"{SHOW_FILM}.paused")
    page.evaluate(HIDE, False)
    page.wait_for_function(f"() => !{SHOW_FILM}.paused")
    film = page.evaluate_handle(SHOW_FILM)
    page.evaluate("document.querySelector('screen-wake-lock').remove()")
    assert film.evaluate("film => film.paused")
