"""A whole round without a thumb: every key in reach, the focus where one is asked, sheets and menus closed again."""

import pytest

from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb

FOCUSED = "document.activeElement.value"


@pytest.fixture
def desk(open_phone):
    """Big Little for four at a desk, two hands played."""
    page = open_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    Thumb(page).take_in("big-little", up_to(2))
    return page


def reach(page, selector):
    """Tab along until something has the focus; it shows that it has."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(selector)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_a_hand_is_entered_with_arrows_and_the_space_bar(desk):
    reach(desk, "key-pad [type=radio]")
    press(desk, " ")
    for times in (1, 3, 2):
        press(desk, *["ArrowRight"] * times)
        assert desk.evaluate(FOCUSED) == str(times)
        press(desk, " ")
    for times in (0, 1, 2):
        press(desk, *["ArrowRight"] * times, "Enter")
    assert desk.evaluate("document.activeElement.matches('.save')")
    press(desk, "Enter")

    desk.locator(".scoreboard tbody tr:nth-child(3)").wait_for()
    assert desk.locator(".scoreboard tbody tr:nth-child(3) .note").all_inner_texts() == ["1/1", "2/3", "0/2", "0/0"]


def test_a_cell_of_the_ledger_leads_to_its_keys(desk):
    reach(desk, '[data-question="tricks-2"]')
    press(desk, "Enter")
    desk.wait_for_function("document.activeElement.name === 'tricks-2'")


def test_the_menu_and_the_sheet_of_reasons_open_and_close(desk):
    reach(desk, ".menu summary")
    press(desk, "Enter", "Tab")
    assert desk.evaluate("document.activeElement.textContent") == "Show it to the whole table"
    desk.locator(".menu summary").focus()
    press(desk, "Enter")
    assert not desk.locator(".menu ul").is_visible()

    desk.locator(".why-link").first.focus()
    press(desk, "Enter")
    desk.locator("#why:popover-open h1").wait_for()
    press(desk, "Tab")
    assert desk.evaluate("!!document.activeElement.closest('#why')")
    press(desk, "Escape")
    desk.locator("#why").wait_for(state="hidden")
    assert desk.evaluate("document.activeElement.matches('.why-link')")
