"""What somebody sets on their device is how its pages look, at once and on the page of a match too."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb

COLOUR = "getComputedStyle(document.documentElement).backgroundColor"
PARCHMENT, FELT = "rgb(242, 232, 210)", "rgb(12, 38, 28)"


def choose(page, *words):
    page.goto("/settings/")
    for word in words:
        page.check(f'input[value="{word}"]')
    page.click("text=Keep on this device")
    page.wait_for_url("**/settings/")


def at_a_match(page):
    Thumb(page).take_in("big-little", up_to(4))


def size(page, selector):
    return page.evaluate("one => parseFloat(getComputedStyle(document.querySelector(one)).fontSize)", selector)


def left(page, selector):
    return page.locator(selector).first.bounding_box()["x"]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
@pytest.mark.parametrize(("system", "chosen", "colour"), [("light", "dark", FELT), ("dark", "light", PARCHMENT)])
def test_a_theme_that_was_chosen_stands_whatever_the_system_has(open_phone, scripts, system, chosen, colour):
    page = open_phone(color_scheme=system, java_script_enabled=scripts)
    at_a_match(page)
    match = page.url
    assert page.evaluate(COLOUR) != colour

    choose(page, chosen)

    for where in (match, "/", "/rules/big-little/"):
        page.goto(where)
        assert page.evaluate(COLOUR) == colour, where
    page.goto("/settings/")
    page.check('input[name="theme"][value=""]')
    page.click("text=Keep on this device")
    page.goto(match)
    assert page.evaluate(COLOUR) != colour


def test_large_digits_are_larger_and_nothing_is_pushed_off_the_screen(phone):
    at_a_match(phone)
    match, sizes = (
        phone.url,
        dict.fromkeys((".key", ".entry-rows .row .total", ".scoreboard td b", ".scoreboard strong.total"), 0),
    )
    sizes = {one: size(phone, one) for one in sizes}

    choose(phone, "large")
    phone.goto(match)

    for one, before in sizes.items():
        assert size(phone, one) == pytest.approx(before * 1.25), one
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    box = phone.locator(".save").first.bounding_box()
    assert box["y"] + box["height"] <= 844


def test_for_the_left_hand_the_menu_and_the_shortcuts_stand_on_the_left(phone):
    at_a_match(phone)
    match = phone.url
    assert left(phone, ".menu") > 300

    choose(phone, "left")
    phone.goto(match)

    assert left(phone, ".menu") < 80
    phone.tap(".menu summary")
    box = phone.locator(".menu ul").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("chosen", [[], ["tick", "buzz"]], ids=["by itself", "chosen"])
def test_a_key_ticks_only_on_a_device_that_wants_it(phone, chosen):
    phone.add_init_script("""
        self.ticks = { felt: 0, heard: 0 };
        navigator.vibrate = () => ++ticks.felt;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { ticks.heard++; return start.apply(this, when); };
    """)
    if chosen:
        choose(phone, *chosen)
    at_a_match(phone)

    Thumb(phone).key("1", "0")

    ticks = 2 if chosen else 0
    assert phone.evaluate("ticks") == {"felt": ticks, "heard": ticks}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_in_a_theme_that_was_chosen(open_phone, theme):
    page = open_phone(color_scheme="dark" if theme == "light" else "light")
    choose(page, theme, "large", "left")
    at_a_match(page)
    match = page.url
    for where in (match, f"{match}review/", "/settings/", "/"):
        page.goto(where)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == [], where


def test_a_match_is_deleted_and_brought_back_by_thumb(phone):
    at_a_match(phone)
    match = phone.url
    phone.tap(".menu summary")
    phone.tap("text=Delete this match")
    phone.tap("text=Delete it")
    phone.wait_for_url("**/deleted/")
    found = Axe().run(phone).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []

    phone.tap("text=Bring it back")

    phone.wait_for_url(match)
