"""Ten-point Pitch on a phone: a whole match by touch, and how many taps a hand takes."""

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.score_page import ANSWERS, IS_ANSWERED, TAPPED, ScorePage, let_answers_be_late
from tests.games.ten_point_pitch.rounds import CARDS


def the_rest(score_page, side):
    score_page.tap(f'.shortcut:has-text("The rest: {side}")')


def cards(score_page):
    """Return the side that has each card, from the ace to the two: "0010L101"."""
    answers = score_page.page.evaluate(ANSWERS)
    return "".join(answers.get(name, "-").replace("lost", "L") for name in CARDS)


def test_a_whole_match_takes_nine_taps_a_hand_card_by_card_and_four_by_number(phone):
    score_page = ScorePage(phone)
    score_page.set_up("ten-point-pitch", target=19)
    score_page.enter(1, 5, "S")
    for card in ("10", "J", "HJ", "A"):
        score_page.enter_line(f"taken-{card}", 0)
    the_rest(score_page, "Ben & Dan")
    score_page.save()
    assert score_page.taps == 9
    assert score_page.totals == ["4", "6"]
    score_page.enter(2, 6)
    phone.get_by_role("button", name="Points only").tap()
    score_page.enter(8)
    score_page.save()
    assert score_page.totals == ["12", "8"]
    score_page.taps = 0
    score_page.enter(2, 6, 7)
    score_page.save()
    assert score_page.taps <= 4
    assert score_page.winners == ["Ada & Cleo"]
    score_page.play_again()


def test_a_complete_hand_shows_its_beginning_and_save_on_a_low_screen_and_stays(phone):
    score_page, drafts = ScorePage(phone), []
    phone.set_viewport_size({"width": 360, "height": 640})
    score_page.open("ten-point-pitch")
    score_page.enter(1, 5, "S")
    with score_page.expect_answer():
        score_page.enter_line("taken-A", 0)
    let_answers_be_late(phone)
    phone.route("**/draft/", lambda route, _request: drafts.append(route), times=1)
    with phone.expect_request("**/draft/"):
        the_rest(score_page, "Ben & Dan")
    before = phone.evaluate(TAPPED), phone.evaluate("scrollY")
    expect(phone.locator(f"{words.LEDGER} .total").first).to_be_in_viewport()
    expect(phone.locator(words.SAVE)).to_be_in_viewport()
    drafts.pop().continue_()
    phone.locator(words.COMPLETE, has_text="is complete").wait_for()
    phone.wait_for_function(IS_ANSWERED)
    assert (phone.evaluate(TAPPED), phone.evaluate("scrollY")) == before


def test_all_cards_are_asked_at_once_and_once_more_by_the_cell_of_one(phone):
    score_page = ScorePage(phone)
    score_page.open("ten-point-pitch")
    score_page.enter(1, 5, "S")
    asked = phone.locator("fieldset[data-current]")
    assert asked.count() == len(CARDS)
    for name in reversed(CARDS):
        assert asked.count() == len(CARDS)
        score_page.enter_line(name, 1)
    score_page.wait_for_ledger("made")
    assert asked.count() == 0
    score_page.select("taken-J")
    score_page.enter_line("taken-J", "lost")
    score_page.select("taken-2")
    score_page.enter_line("taken-A", 0)
    assert asked.count() == 0
    assert cards(score_page) == "0L111111"


def test_the_rest_leaves_the_cards_tapped_since_the_server_last_answered(phone, page_errors):
    score_page = ScorePage(phone)
    score_page.open("ten-point-pitch")
    score_page.enter(1, 5, "S")
    score_page.wait_for_ledger("off-jack")
    phone.context.set_offline(True)
    score_page.enter_line("taken-J", 0)
    score_page.enter_line("taken-2", "lost")
    the_rest(score_page, "Ben & Dan")
    assert cards(score_page) == "1011111L"
    phone.locator(words.DRAFT_STATUS, has_text=words.NOT_SENT).wait_for()
    phone.wait_for_function(IS_ANSWERED)
    page_errors.clear()  # the drafts that could not be sent


def test_the_lines_are_answered_by_keyboard_one_after_the_other(phone):
    score_page = ScorePage(phone)
    score_page.open("ten-point-pitch")
    score_page.enter(1, 5, "S")
    phone.locator('[name="taken-A"]').first.focus()
    for _ in CARDS:
        phone.keyboard.press("Space")
    # The first key loads the script of the keyboard; the others wait for it.
    expect(phone.locator(words.SAVE)).to_be_focused()
    assert cards(score_page) == "00000000"
