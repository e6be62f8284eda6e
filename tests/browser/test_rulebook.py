"""The rules on a phone, on a screen and on paper; their search; why a number."""

from playwright.sync_api import expect

from games.core.scoresheet import Scoresheet
from scorekeeper.clubs.models import Club
from tests.browser import words
from tests.browser.layout import OPEN_DETAILS, SCREEN, assert_fits, paper_pages
from tests.browser.score_page import ScorePage, won_rounds
from tests.games.every_game import REAL_GAMES
from tests.matches.factory import import_sheet

FONT_SIZE = "parseFloat(getComputedStyle(document.querySelector('.rule p')).fontSize)"


def bounding_boxes(page, *selectors):
    return (page.locator(selector).bounding_box() for selector in selectors)


# --- What if ---


def test_what_if_asks_for_what_the_other_rule_needs(phone, open_phone):
    rounds = [{"hearts": [13, 0, 0, 0], "queen": 1}] * 3
    sheet = Scoresheet(scoresheet=1, game="hearts", players=["Ada", "Ben", "Cleo", "Dan"], rounds=rounds)
    match = import_sheet(Club.get_default(), sheet)
    for page in (phone, open_phone(java_script_enabled=False)):
        page.goto(f"/matches/{match.pk}/what-if/?rule=jack")
        expect(page.locator(".outcomes div + div")).to_contain_text("cannot be known")
        assert_fits(page, "asked")
        for select in page.locator(".asked select").all():
            select.select_option("Cleo")
        page.get_by_role("button", name="Apply").tap()
        expect(page.locator(".outcomes div + div")).to_contain_text("Cleo leads with −30")
        expect(page.get_by_label("Hand 3: Who took the jack of diamonds?")).to_have_value("2")
        assert_fits(page, "answered")


# --- The rules ---


def test_the_contents_lead_to_a_rule_and_stand_beside_it_on_a_screen(phone):
    phone.goto("/rules/big-little/")
    phone.locator(f"{words.CONTENTS} summary").tap()
    phone.locator(f"{words.CONTENTS} a", has_text="Too many sandbags").tap()

    phone.wait_for_url("**/#sandbag-penalty")
    assert not phone.locator(f"{words.CONTENTS} nav").is_visible()
    heading, bar = bounding_boxes(phone, "#sandbag-penalty h3", words.CONTENTS)
    assert bar["y"] <= 0 < bar["y"] + bar["height"] <= heading["y"]

    phone.set_viewport_size(SCREEN)
    phone.goto("/rules/maverick/#renege")
    contents, text = bounding_boxes(phone, f"{words.CONTENTS} nav", "#renege")
    assert contents["x"] + contents["width"] <= text["x"]
    assert 0 <= contents["y"] < 100


def test_the_rules_of_every_game_fit_on_screens_and_two_pages_of_paper(phone):
    for game in REAL_GAMES:
        phone.goto(f"/rules/{game.key}/")
        assert 1 <= paper_pages(phone) <= 2, game.key
        phone.emulate_media(media="print")
        assert not phone.locator(f"{words.CONTENTS}, .examples").locator("visible=true").count(), game.key
        sections = phone.locator("#short, #open-questions, #sources")
        assert sections.locator("visible=true").count() == sections.count() > 0, game.key
        assert phone.evaluate(FONT_SIZE) >= 7 * 96 / 72 - 0.1, "seven points can be read"
        phone.emulate_media(media="null")
        phone.evaluate(OPEN_DETAILS)
        assert_fits(phone, game.key)


def test_the_reason_for_a_number_opens_over_the_scoreboard_and_closes(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(3))
    address = phone.url
    score_page.tap(f"{words.ROUNDS}:nth-child(3) {words.WHY_LINK}")
    sheet = phone.locator(words.WHY)
    sheet.locator(".rule-text", has_text="10 points for each trick bid").wait_for()
    assert sheet.locator(".sum", has_text="+").is_visible()
    assert (phone.url, score_page.taps) == (address, 1)
    sheet.locator("[data-close]").tap()
    sheet.wait_for(state="hidden")


# --- Search ---


def test_from_the_score_page_to_a_rule_in_three_taps_and_four_letters(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(4))
    score_page.tap(words.MENU)
    score_page.tap("text=Ask the rules")
    expect(phone.locator("[name=q]")).to_be_focused()
    phone.locator("[name=q]").press_sequentially("bags", delay=20)
    expect(phone.locator(words.ANSWER)).to_contain_text("sandbags")
    score_page.tap(f"{words.ANSWER} > p a")

    phone.wait_for_url("**/matches/*/rules/#sandbag*")
    expect(phone.locator(":target")).to_be_in_viewport()
    assert score_page.taps == 3


def test_from_a_wrong_score_to_the_hand_that_has_it(phone):
    score_page = ScorePage(phone)
    match = score_page.open(rounds=won_rounds(4))
    score_page.tap(words.MENU)
    score_page.tap("text=Ask the rules")
    phone.locator("[name=q]").press_sequentially("wrong score entered in hand 2", delay=5)
    score_page.tap(f"{words.ANSWER} >> text=Correct hand 2")

    phone.wait_for_url(f"**/matches/{match.pk}/rounds/2/")
    expect(phone.locator(words.DEAL)).to_contain_text("Correct hand 2")
    assert score_page.taps == 3


def test_each_key_of_using_the_app_leads_somewhere(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(2))
    score_page.tap(words.MENU)
    score_page.tap("text=Using the app")
    phone.wait_for_url(lambda url: "/using-the-app/" in url)
    page, keys = phone.url, phone.locator(".rules .chips a")
    for at in range(keys.count()):
        to = keys.nth(at).get_attribute("href")
        with phone.expect_response(lambda response, to=to: response.url.endswith(to)) as answered:
            keys.nth(at).tap()
        assert answered.value.status == 200, to
        phone.wait_for_url(lambda url, to=to: url.endswith(to))
        phone.goto(page)
