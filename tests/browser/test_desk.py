"""The referee's desk under a thumb: few taps, nothing typed, nothing lost, nothing that moves."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.chromium import IN_LIGHTS
from tests.browser.test_at_the_thumb import WATCH_FOR_SHIFTS
from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb

TARGETS = """() => [...document.querySelectorAll(".question-field, .referee-keys:not([hidden]) .key")].map(one => {
    const {width, height, bottom, right} = one.getBoundingClientRect();
    return {what: one.textContent.trim(), width, height, bottom, right};
})"""
QUESTIONS = [
    "big-little/referee/winner/?trump=S&cards=9H+KH+2S",
    "big-little/referee/legal/?trump=S&led=7H&hand=5H+BJ+9C+KD+2C+3C+4C+7D+8D+9D+10D+JD+QD",
    "big-little/referee/lead/?dealer=1&bids-0=1",
    "grosse-kleine/referee/beats/?on=4+4&play=5+5",
    "maverick/referee/worth/?trump=H&adder=C&cards=2C+3C+4C+5C",
    "good-little-tricks/referee/legal/?hand=red7+blue3&led=pink2",
    "ten-point-pitch/referee/auction/?dealer=1&bids-0=5",
    "ten-point-pitch/referee/winner/?trump=S&cards=9H",
]


class Desk(Thumb):
    """A thumb at the referee's desk."""

    def ask(self, where):
        self.page.goto(f"/rules/{where}")

    def keys(self, *values):
        for value in values:
            self.tap(f'.referee-keys:not([hidden]) .key[value="{value}"]:enabled')

    def slot(self, name):
        self.tap(f'.question-field[value="{name}"]')

    def told(self, words):
        expect(self.page.locator("#ruling:not([data-outdated])")).to_contain_text(words)

    def answered(self, name):
        return self.page.input_value(f'input[name="{name}"]')


@pytest.fixture
def desk(phone):
    return Desk(phone)


def test_a_trick_of_four_is_judged_in_seven_taps_from_the_score_page(desk):
    desk.take_in("big-little", up_to(3))
    desk.cell("trump")
    desk.key("S")
    desk.page.locator('[data-question="trump"]', has_text="♠").wait_for()
    desk.page.reload()
    desk.taps = 0
    desk.tap(".menu summary")
    desk.tap("text=Ask the referee")
    desk.tap("text=Who takes this trick?")
    desk.keys("9H", "KH", "2S", "AH")

    desk.told("2♠ is the highest trump")
    assert desk.page.locator("#ruling .highlighted").inner_text().strip().startswith("2♠")
    assert desk.taps == 7


def test_legal_cards_light_up_and_the_others_say_why_not(desk):
    desk.ask("big-little/referee/legal/?trump=S")
    desk.keys("5H", "9C", "BJ")
    desk.slot("led")
    desk.keys("7H")

    desk.told("Hearts were led and have to be followed")
    assert [one.strip() for one in desk.page.locator("#ruling .highlighted .card").all_inner_texts()] == ["5♥"]
    assert desk.page.locator("#ruling li:not(.highlighted)").count() == 2
    expect(desk.page.locator('.key[value="5H"]')).to_be_disabled()
    assert desk.answered("hand") == "5H 9C BJ"


def test_the_address_holds_what_is_tapped_and_gives_the_same_answer_elsewhere(desk, open_phone):
    desk.ask("big-little/referee/winner/")
    desk.keys("S", "9H", "KH", "2S")
    desk.told("2♠ is the highest trump")
    desk.page.wait_for_url("**/winner/?trump=S&cards=9H+KH+2S")

    for scripted in (True, False):
        other = open_phone(java_script_enabled=scripted)
        other.goto(desk.page.url)
        expect(other.locator("#ruling")).to_contain_text("2♠ is the highest trump")


def test_no_tap_is_lost_on_a_slow_network_and_no_old_answer_stands_beside_new_cards(desk):
    desk.ask("big-little/referee/winner/?trump=S&cards=9H")
    desk.told("9♥ is the highest")
    held = []
    desk.page.route("**/winner/?*", lambda route, _request: held.append(route))
    desk.keys("KH", "2S", "3S", "4S")

    assert desk.answered("cards") == "9H KH 2S 3S 4S"
    assert not desk.page.get_by_text("9♥ is the highest").is_visible()
    assert len(held) == 1, "one question at a time is on its way"
    desk.page.unroute("**/winner/?*")
    desk.told("4♠ is the highest trump")


def test_a_lost_connection_is_tried_again(desk, troubles):
    desk.ask("big-little/referee/winner/?trump=S")
    desk.page.context.set_offline(True)
    desk.keys("KH", "2S")
    desk.page.wait_for_timeout(500)
    desk.page.context.set_offline(False)

    desk.told("2♠ is the highest trump")
    troubles.clear()  # The browser notes that it was offline.


def test_the_last_card_can_be_taken_back(desk):
    desk.ask("big-little/referee/winner/?trump=S&cards=9H+2S")
    desk.tap(".referee-keys:not([hidden]) [data-back]")

    desk.told("9♥ is the highest card of the suit led")
    expect(desk.page.locator('.key[value="2S"]')).to_be_enabled()


def test_one_answer_leads_to_the_next(desk):
    desk.ask("big-little/referee/lead/?players=3")
    desk.keys("1", "0", "2", "1")

    desk.told("2 is the highest bid")
    assert desk.taps == 4
    assert [desk.answered(f"bids-{seat}") for seat in range(3)] == ["0", "2", "1"]


def test_how_many_play_decides_who_is_asked_for(desk):
    desk.ask("big-little/referee/lead/?dealer=0&bids-0=1")
    desk.slot("players")
    desk.keys("2")

    expect(desk.page.locator(".question-field")).to_have_count(4)
    assert desk.answered("bids-0") == "1"


def test_copies_that_are_left_are_counted(desk):
    desk.ask("grosse-kleine/referee/beats/?on=4+4")
    desk.slot("play")
    desk.keys("J", "J", "J", "J")

    expect(desk.page.locator('.key[value="J"]')).to_be_disabled()
    assert desk.page.locator('.key[value="4"]').get_attribute("data-left") == "6"


def test_another_house_rule_is_judged_by_at_once(desk):
    desk.ask("grosse-kleine/referee/winner/?cards=a+7+3+7")
    desk.told("the first of them takes")
    desk.tap("summary:has-text('House rules')")
    desk.page.select_option("#rule-a_tie", label="the one played last takes")

    desk.told("the last of them takes")
    desk.page.wait_for_url(re.compile("rule-a_tie"))


def test_what_cannot_be_is_said_and_stays_tapped(desk):
    desk.ask("big-little/referee/deal/?first_dealer=0&round=25")
    desk.slot("players")
    desk.keys("13")

    desk.told("with 13 players the game has 7 hands")
    assert desk.answered("round") == "25"


@pytest.mark.parametrize("where", QUESTIONS)
def test_every_key_is_on_the_screen_and_large_enough(desk, where):
    desk.ask(where)
    targets = desk.page.evaluate(TARGETS)
    assert targets
    for target in targets:
        assert target["bottom"] <= 844, target
        assert target["right"] <= 390, target
        assert min(target["width"], target["height"]) >= 44, target


def test_a_full_deck_and_the_answer_are_on_the_screen_together(desk):
    desk.ask(QUESTIONS[1])
    assert desk.page.locator(".referee-keys:not([hidden]) .key").count() == 55
    assert desk.page.locator("#ruling").bounding_box()["y"] >= 0


@pytest.mark.parametrize("where", ["big-little/referee/legal/?trump=S&led=7H", "grosse-kleine/referee/winner/"])
def test_nothing_moves_while_one_taps(desk, where):
    desk.ask(where)
    place = "() => document.querySelector('.referee-keys:not([hidden])').getBoundingClientRect().y"
    before = desk.page.evaluate(place)
    desk.page.evaluate(WATCH_FOR_SHIFTS)
    for _ in range(13):
        with desk.page.expect_response("**/referee/**"):
            desk.page.locator(".referee-keys:not([hidden]) .key:enabled").nth(7).tap()
        desk.page.wait_for_timeout(30)
        assert desk.page.evaluate(place) == before
    assert desk.page.evaluate("window.shifts.filter(Boolean)") == []


@pytest.mark.parametrize(("scheme", "screen"), IN_LIGHTS, ids=["phone", "screen"])
def test_axe_finds_nothing(open_phone, scheme, screen):
    page = open_phone(color_scheme=scheme, viewport=screen)
    where = [
        *QUESTIONS,
        "big-little/referee/",
        "big-little/referee/deal/?round=3",
        "big-little/referee/winner/?cards=9X&trump=S",
    ]
    for address in where:
        page.goto(f"/rules/{address}")
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
