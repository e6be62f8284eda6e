"""The rules in the hand: contents that follow, examples that unfold, a sheet over the pad, two sheets of paper."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.core.registry import games
from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb

WIDE = {"viewport": {"width": 1280, "height": 800}}
HERE = ".contents [aria-current]"
every_game = pytest.mark.parametrize("game", games())


def test_the_contents_follow_along_and_lead_to_a_rule(phone):
    phone.goto("/rules/big-little/")
    phone.locator(".contents summary").tap()
    phone.locator(".contents a", has_text="Too many sandbags").tap()

    phone.wait_for_function(f"document.querySelector('{HERE}')?.textContent === 'Too many sandbags'")
    assert phone.locator(".contents .current-section").inner_text() == "Too many sandbags"
    assert not phone.locator(".contents nav").is_visible()
    heading, bar = (phone.locator(where).bounding_box() for where in ("#sandbag-penalty h3", ".contents"))
    assert bar["y"] <= 0 < bar["y"] + bar["height"] <= heading["y"]


def test_the_contents_stand_beside_the_text_where_there_is_room(open_phone):
    page = open_phone(**WIDE)
    page.goto("/rules/maverick/#renege")

    page.wait_for_function(f"document.querySelector('{HERE}')?.textContent === 'A renege'")
    assert page.locator(HERE).is_visible()
    contents, text = (page.locator(where).bounding_box() for where in (".contents nav", "#renege"))
    assert contents["x"] + contents["width"] <= text["x"]
    assert 0 <= contents["y"] < 100


def test_without_a_script_the_contents_are_a_list_and_examples_unfold(open_phone):
    page = open_phone(java_script_enabled=False)
    page.goto("/rules/big-little/")
    page.locator(".contents summary").tap()
    page.locator(".contents a", has_text="Bid missed").tap()
    page.locator("#bid-missed .examples summary").tap()

    assert page.locator("#example-BL-03", has_text="bid 4, took 3: −10 × 4").is_visible()


@every_game
def test_the_rules_of_a_game_are_two_pages_of_paper_at_most(open_phone, game):
    page = open_phone(**WIDE)
    page.goto(f"/rules/{game}/")
    paper = page.pdf(format="A4", prefer_css_page_size=True)

    assert 1 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) <= 2
    page.emulate_media(media="print")
    assert not page.locator(".contents, .examples").locator("visible=true").count()
    assert page.locator("#short, #open-questions, #sources").locator("visible=true").count() == 3
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.rule p')).fontSize)")
    assert size >= 7 * 96 / 72 - 0.1, "seven points can be read"


@every_game
@pytest.mark.parametrize(("scheme", "width"), [("dark", 390), ("light", 1280)])
def test_nothing_sticks_out_and_axe_finds_nothing_with_everything_unfolded(open_phone, game, scheme, width):
    page = open_phone(color_scheme=scheme, viewport={"width": width, "height": 844})
    page.goto(f"/rules/{game}/")
    page.evaluate("for (const one of document.querySelectorAll('details.examples')) one.open = true")

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_tables_own_rules_and_the_sheet_of_reasons_please_axe(open_phone, scheme):
    page = open_phone(color_scheme=scheme)
    Thumb(page).take_in("big-little", up_to(4), house_rules={"penalty_at": 10})
    address = page.url
    for where in ("rules/", "rounds/2/sides/0/"):
        page.goto(address + where)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []
    page.goto("/rules/")
    assert Axe().run(page).response["violations"] == []


def test_one_tap_from_a_number_to_its_rule_and_the_house_rule(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(3), house_rules={"zero_bid_bonus": 5, "penalty_at": 10})
    address = phone.url
    thumb.tap(".scoreboard tbody tr:nth-child(3) .why-link")

    sheet = phone.locator("#why")
    sheet.locator(".rule-text", has_text="Ten points for each trick").wait_for()
    assert sheet.locator(".sum", has_text="+").is_visible()
    assert phone.url == address
    assert thumb.taps == 1
    sheet.locator("[data-close]").tap()
    assert not sheet.is_visible()


def test_a_match_leads_to_its_own_rules_where_what_differs_is_marked(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(2), house_rules={"penalty_at": 10})
    thumb.tap(".menu summary")
    thumb.tap(".menu a:has-text('This table’s rules')")

    phone.locator(".differing mark", has_text="10 sandbags").wait_for()
    phone.locator(".differing a").tap()
    assert phone.locator("#sandbag-penalty mark", has_text="10 sandbags").is_visible()
