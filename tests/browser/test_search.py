"""Asking the rules from a phone: few taps, few letters, and the answer is there while one types."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.chromium import IN_LIGHTS
from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb


def ask(page, question):
    page.locator("[name=q]").press_sequentially(question, delay=20)


def test_from_the_score_page_to_the_passage_in_three_taps_and_seven_letters(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(4))
    thumb.tap(".menu summary")
    thumb.tap("text=Search the rules")
    expect(phone.locator("[name=q]")).to_be_focused()
    ask(phone, "joker l")
    expect(phone.locator(".search-results li").first).to_contain_text("The Big joker is led")
    thumb.tap(".search-results a")

    expect(phone.locator("#big-joker-led")).to_be_in_viewport()
    assert "/rules/#big-joker-led" in phone.url
    assert "/matches/" in phone.url
    assert thumb.taps == 3


def test_answers_come_while_typing_on_a_rules_page_too(phone):
    phone.goto("/rules/maverick/")
    ask(phone, "left bow")

    expect(phone.locator("#result-count")).to_contain_text("answer")
    expect(phone.locator(".search-results li").first).to_contain_text("Sixteen trumps")
    assert phone.url.endswith("/rules/maverick/")


def test_what_was_asked_stands_in_the_address(phone):
    phone.goto("/rules/search/")
    ask(phone, "bags")
    expect(phone.locator(".search-results li").first).to_contain_text("Sandbags")
    phone.wait_for_url("**/rules/search/?q=bags")
    phone.reload()

    expect(phone.locator(".search-results li").first).to_contain_text("Sandbags")


def test_without_javascript_the_form_asks(open_phone):
    page = open_phone(java_script_enabled=False)
    page.goto("/rules/big-little/")
    page.fill("[name=q]", "sandbags")
    page.locator(".search button").tap()

    page.wait_for_url("**/rules/search/?q=sandbags")
    page.locator(".search-results a").first.tap()
    page.wait_for_url("**/rules/big-little/#sandbags")


@pytest.mark.parametrize(("scheme", "screen"), IN_LIGHTS, ids=["phone", "screen"])
def test_axe_finds_nothing(open_phone, scheme, screen):
    page = open_phone(color_scheme=scheme, viewport=screen)
    for address in ("/rules/", "/rules/search/", "/rules/search/?q=joker+led", "/rules/search/?q=qwxz"):
        page.goto(address)
        assert [one["id"] for one in Axe().run(page).response["violations"]] == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
