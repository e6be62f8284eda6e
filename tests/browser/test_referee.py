"""The referee under a thumb: few taps, nothing typed, nothing lost, nothing that moves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.layout import assert_fits, assert_within_reach, too_faint
from tests.browser.network import ignore_network_errors, set_offline
from tests.browser.score_page import ScorePage, won_rounds

PAD = "key-pad fieldset[data-current]"
TARGETS = f".question-field, {PAD} .key"
FILLED_IN = [
    "big-little/referee/winner/?trump=S&cards=9H+KH+2S",
    "big-little/referee/lead/?dealer=1&bids-0=1",
    "grosse-kleine/referee/beats/?on=4+4&play=5+5",
    "maverick/referee/worth/?trump=H&adder=C&cards=2C+3C+4C+5C",
    "good-little-tricks/referee/legal/?hand=red7+blue3&led=pink2",
    "ten-point-pitch/referee/auction/?dealer=1&bids-0=5",
]
FULL_DECK = "big-little/referee/legal/?trump=S&led=7H&hand=5H+BJ+9C+KD+2C+3C+4C+7D+8D+9D+10D+JD+QD"

# A text that is there for two seconds may be gone when a slow machine looks.
NOTE_TEXTS = """link => {
    window.texts = [];
    new MutationObserver(() => texts.push(link.textContent.trim())).observe(link, { childList: true });
}"""


class RefereePage(ScorePage):
    def ask(self, path):
        self.page.goto(f"/rules/{path}")

    def enter(self, *values):
        for value in values:
            self.tap(f'{PAD} .key[value="{value}"]:enabled')

    def select(self, field):
        self.tap(f'[data-question="{field}"]')

    def expect_ruling(self, text):
        expect(self.page.locator(f"{words.RULING}:not([data-outdated])")).to_contain_text(text)

    def answer(self, name):
        return self.page.input_value(f'input[name="{name}"]')


@pytest.fixture
def referee(phone):
    return RefereePage(phone)


def test_the_link_to_a_question_is_copied_or_without_a_clipboard_followed(open_phone):
    page = open_phone(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/rules/{FILLED_IN[0]}&player=Ada")
    link = page.get_by_role("link", name="Copy link")
    link.evaluate(NOTE_TEXTS)
    link.tap()
    page.wait_for_function("() => texts.length === 2")
    assert page.evaluate("texts") == ["Copied", "Copy link"]
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert "/rules/big-little/referee/winner/?" in copied

    page.add_init_script("delete Navigator.prototype.clipboard")
    page.reload()
    with page.expect_navigation(url=copied):
        link.tap()


def test_a_trick_of_four_is_judged_in_seven_taps_from_the_score_page(referee):
    score_page = ScorePage(referee.page)
    match = score_page.open(rounds=won_rounds(3))
    score_page.select("trump")
    score_page.enter("S")
    referee.page.locator(referee.cell("trump"), has_text="♠").wait_for()
    referee.page.goto(f"/matches/{match.pk}/")
    referee.tap(words.MENU)
    referee.tap("text=Ask the referee")
    referee.tap("text=Who takes this trick?")
    referee.enter("9H", "KH", "2S", "AH")

    referee.expect_ruling("2♠ is the highest trump")
    assert referee.page.locator(f"{words.RULING} .highlighted .drawn-card").get_attribute("aria-label") == "2 of spades"
    assert referee.taps == 7


def test_points_appear_while_a_hand_is_entered_in_the_calculator(referee):
    referee.page.goto("/rules/big-little/referee/")
    referee.tap("text=What does a hand score?")
    for question, answer in (("bids-0", "4"), ("tricks-0", "6")):
        referee.select(question)
        referee.tap(f'{PAD} label:has([value="{answer}"])')
    expect(referee.page.locator("#calculated")).to_contain_text("+42")
    expect(referee.page).to_have_url(re.compile(r"bids-0=4&tricks-0=6$"))
    referee.page.reload()
    expect(referee.page.locator("#calculated")).to_contain_text("+42")
    assert_fits(referee.page, "calculator")


def test_no_tap_is_lost_on_a_bad_network_and_no_old_answer_stands_beside_new_cards(referee, page_errors):
    page = referee.page
    referee.ask("big-little/referee/winner/?trump=S&cards=9H")
    referee.expect_ruling("9♥ is the highest")
    held = []
    page.route("**/winner/?*", lambda route, _request: held.append(route))
    with page.expect_request("**/winner/?*"):
        referee.enter("KH", "2S", "3S", "4S")

    assert referee.answer("cards") == "9H KH 2S 3S 4S"
    assert not page.get_by_text("9♥ is the highest").is_visible()
    assert len(held) == 1, "one question at a time is on its way"
    page.unroute("**/winner/?*")
    referee.expect_ruling("4♠ is the highest trump")

    set_offline(page)
    with page.expect_event("requestfailed"):
        referee.enter("5S")
    set_offline(page, offline=False)
    referee.expect_ruling("5♠ is the highest trump")
    ignore_network_errors(page_errors)


def test_the_questions_of_every_game_are_within_reach_and_can_be_read(phone):
    for path in FILLED_IN:
        phone.goto(f"/rules/{path}")
        assert_within_reach(phone, TARGETS, smallest=44, where=path)
        # Each game has its own cards and colours.
        assert too_faint(phone) == {}, path
    phone.goto(f"/rules/{FULL_DECK}")
    assert phone.locator(f"{PAD} .key").count() == 55
    assert phone.locator(words.RULING).bounding_box()["y"] >= 0, "the answer is on the screen too"
