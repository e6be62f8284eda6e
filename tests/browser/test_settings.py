"""The settings of a device change how its pages look."""

import pytest

from tests.browser import words
from tests.browser.layout import PHONE, WIDTH, faint_texts
from tests.browser.score_page import ScorePage, won_rounds

COLOUR = "getComputedStyle(document.documentElement).backgroundColor"
FELT = "oklab(0.279521 -0.044358 0.0115974)"
FONT_SIZE = "one => parseFloat(getComputedStyle(document.querySelector(one)).fontSize)"
DIGITS = (".key", ".entry-rows .row .total", ".scoreboard td b", ".scoreboard strong.total")


def left(page, selector):
    return page.locator(selector).first.bounding_box()["x"]


def test_a_dark_theme_large_digits_and_the_left_hand_show_on_the_score_page(phone):
    ScorePage(phone).open(rounds=won_rounds(4))
    match = phone.url
    sizes = {one: phone.evaluate(FONT_SIZE, one) for one in DIGITS}
    assert left(phone, ".menu") > 300

    phone.goto("/settings/")
    for value in ("dark", "large", "left"):
        phone.locator(f'input[value="{value}"]').check()
    with phone.expect_navigation():
        phone.locator("text=Save preferences").tap()
    phone.goto(match)

    assert phone.evaluate(COLOUR) == FELT, "whatever the system has"
    assert faint_texts(phone) == []
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
