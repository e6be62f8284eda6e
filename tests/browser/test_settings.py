"""What somebody sets on their device is how its pages look at once."""

import pytest

from tests.browser import words
from tests.browser.layout import PHONE, WIDTH, faint_texts
from tests.browser.score_page import ScorePage, won_rounds

COLOUR = "getComputedStyle(document.documentElement).backgroundColor"
PARCHMENT, FELT = "rgb(242, 232, 210)", "rgb(12, 38, 28)"
FONT_SIZE = "one => parseFloat(getComputedStyle(document.querySelector(one)).fontSize)"
DIGITS = (".key", ".entry-rows .row .total", ".scoreboard td b", ".scoreboard strong.total")
COUNT_TICKS = """
self.ticks = { felt: 0, heard: 0 };
navigator.vibrate = () => ++ticks.felt;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { ticks.heard++; return start.apply(this, when); };
"""


def choose(page, *values):
    page.goto("/settings/")
    button = page.locator(words.SAVE_SETTINGS)
    for value in values:
        box = page.locator(f'input[value="{value}"]')
        if button.is_visible():
            box.check()
        else:  # with a script they are saved as one chooses
            with page.expect_response(lambda response: response.request.method == "POST"):
                box.check()
    if button.is_visible():
        button.click()
        page.wait_for_url("**/settings/")


def open_match(page):
    ScorePage(page).open(rounds=won_rounds(4))
    return page.url


def left(page, selector):
    return page.locator(selector).first.bounding_box()["x"]


def test_a_chosen_theme_holds_whatever_the_system_has_and_is_readable(phone, open_phone):
    match, scriptless = open_match(phone), open_phone(java_script_enabled=False)
    for page, system, chosen, colour in (
        (phone, "light", "dark", FELT),
        (phone, "dark", "light", PARCHMENT),
        (scriptless, "light", "dark", FELT),
    ):
        page.emulate_media(color_scheme=system)
        choose(page, chosen)
        for address in ("/rules/", match):
            page.goto(address)
            assert page.evaluate(COLOUR) == colour, address
        if page is phone:
            assert faint_texts(page) == [], chosen


def test_large_digits_push_nothing_off_the_screen_and_controls_go_to_the_left(phone):
    match = open_match(phone)
    sizes = {one: phone.evaluate(FONT_SIZE, one) for one in DIGITS}
    assert left(phone, ".menu") > 300

    choose(phone, "large", "left")
    phone.goto(match)

    for one, before in sizes.items():
        assert phone.evaluate(FONT_SIZE, one) == pytest.approx(before * 1.25), one
    assert phone.evaluate(WIDTH) == PHONE["width"]
    box = phone.locator(words.SAVE).bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    assert left(phone, ".menu") < 80
    phone.tap(words.MENU)
    box = phone.locator(".menu ul").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_a_key_ticks_only_on_a_device_that_wants_it(open_phone):
    page = open_phone()
    page.add_init_script(COUNT_TICKS)
    for chosen, ticks in (([], 0), (["tick", "buzz"], 2)):
        if chosen:
            choose(page, *chosen)
        score_page = ScorePage(page)
        score_page.open()
        score_page.enter("1", "0")
        assert page.evaluate("ticks") == {"felt": ticks, "heard": ticks}
