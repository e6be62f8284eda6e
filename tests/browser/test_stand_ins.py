"""A stand-in by touch: for some hands, from the menu, for a hand that is entered again, and for one entered before."""

from tests.browser import words
from tests.browser.score_page import NAMES, ScorePage
from tests.matches.test_stand_ins import played_by

STAND_IN = ".stand-ins"

# How far the keys stand below what is said about the bids.
GAP = """["#message", ".pad"].map((one) => document.querySelector(one).getBoundingClientRect())
    .reduce((message, keys) => keys.top - message.bottom)"""

FIRST_HAND = {"bids": [1, 1, 0, 0, 0], "tricks": [1, 0, 0, 0, 0]}


def put_in_the_seat_of_ada(phone, item, name):
    phone.locator(words.MENU).tap()
    phone.get_by_role("link", name=item).tap()
    phone.get_by_label("In Ada’s seat").fill(name)
    phone.locator("form .save").tap()


def test_a_stand_in_plays_two_hands_and_gets_a_third_one_afterwards(phone):
    score_page = ScorePage(phone)
    match = score_page.open()
    put_in_the_seat_of_ada(phone, "A stand-in plays", "Eve")
    phone.locator(STAND_IN, has_text="Eve plays for Ada").wait_for()
    score_page.save_hands(1, 2)
    score_page.wait_for_rounds(2)
    put_in_the_seat_of_ada(phone, "A stand-in plays", "Ada")
    phone.locator(words.DEAL, has_text="Hand 3").wait_for()
    assert not phone.locator(STAND_IN).count()

    phone.goto(f"/matches/{match.pk}/history/")
    phone.locator(".run summary").first.tap()
    phone.locator(".run li", has_text="Hand 2 played").get_by_role("button", name="Undo").tap()
    phone.locator(STAND_IN, has_text="Eve plays for Ada").wait_for()
    score_page.press_save()
    score_page.wait_for_rounds(2)
    phone.locator(STAND_IN).wait_for(state="detached")
    score_page.save_hands(3, 4)
    score_page.wait_for_rounds(4)

    phone.goto(f"/matches/{match.pk}/rounds/3/")
    put_in_the_seat_of_ada(phone, "Somebody else played it", "Eve")
    phone.locator(words.DEAL, has_text="Hand 5").wait_for()
    assert played_by(match) == {number: {"Ada": "Eve"} for number in (1, 2, 3)}
    assert score_page.totals[0] == "100"
    phone.goto(f"/matches/{match.pk}/review/")
    phone.get_by_text("Hands 1–3: Eve plays for Ada").wait_for()


def test_the_line_of_a_stand_in_pushes_no_message_below_the_keys(phone):
    phone.set_viewport_size({"width": 390, "height": 844})
    ScorePage(phone).open("oh-hell", [*NAMES, "Eve"], [FIRST_HAND])
    put_in_the_seat_of_ada(phone, "A stand-in plays", "Fay")
    phone.locator(STAND_IN).wait_for()
    assert phone.evaluate(GAP) >= 0
