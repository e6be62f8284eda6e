"""The other reading from the match menu: two taps to the house rules, one more to the comparison."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.chromium import IN_LIGHTS
from tests.browser.thumb import Thumb


def hands(count):
    """Hands of Big Little in which the first player bids nothing and takes every trick."""
    return [{"bids": [0] * 4, "tricks": [cards, 0, 0, 0]} for cards in range(1, count + 1)]


def test_from_the_match_to_the_other_totals_and_back(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", hands(5))
    thumb.tap(".menu summary")
    thumb.tap("text=the other way")
    thumb.tap("text=A hundred is lost at")
    phone.fill("[type=number]", "10")
    thumb.tap("text=Count again")

    expect(phone.locator(".comparison mark").first).to_have_text("−96")
    assert "rule-penalty_at=10" in phone.url
    thumb.tap("text=When is the hundred due?")
    expect(phone.locator("#open-when-penalty")).to_be_in_viewport()


def test_without_javascript(open_phone):
    page = open_phone(java_script_enabled=False)
    Thumb(page).take_in("big-little", hands(5))
    page.goto(f"{page.url}otherwise/?rule=penalty_at")
    page.fill("[type=number]", "10")
    page.locator("text=Count again").tap()

    expect(page.locator(".comparison mark").first).to_have_text("−96")


@pytest.mark.parametrize(("scheme", "screen"), IN_LIGHTS, ids=["phone", "screen"])
def test_axe_finds_nothing(open_phone, scheme, screen):
    page = open_phone(color_scheme=scheme, viewport=screen)
    Thumb(page).take_in("big-little", hands(5))
    match = page.url
    for asked in ("", "?rule=penalty_at&rule-penalty_at=10", "?rule=penalty_at&rule-penalty_at=1", "?rule=hook"):
        page.goto(f"{match}otherwise/{asked}")
        assert [(one["id"], one["nodes"][0]["html"]) for one in Axe().run(page).response["violations"]] == [], asked
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), asked
