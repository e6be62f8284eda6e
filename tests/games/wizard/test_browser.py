"""Rounds of Wizard as the page draws them."""

import pytest

from tests.browser import words
from tests.browser.score_page import ScorePage

JUBILEE = {"deck": "jubilee", "hands": "same", "largest": 15, "same_hands": 2}

STAKES_CUT_OFF = f"""[...document.querySelectorAll("{words.LEDGER} .status span")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""

FACES_CUT_OFF = """[...document.querySelectorAll(".drawn-card text")]
    .filter(one => one.getBBox().x < 1 || one.getBBox().x + one.getBBox().width > 39).map(one => one.textContent)"""


@pytest.fixture
def score_page(phone):
    return ScorePage(phone)


def enter(score_page, *values):
    for value in values:
        with score_page.expect_answer():
            score_page.enter(value)


def test_the_bomb_follows_from_the_tricks_and_the_cloud_takes_two_taps(phone, score_page):
    score_page.open("wizard", house_rules=JUBILEE)
    enter(score_page, 4, 0, 5, 5)  # Ben, Cleo, Dan, Ada
    score_page.wait_for_ledger("/ −10 each")
    assert phone.evaluate(STAKES_CUT_OFF) == []
    enter(score_page, 5, 0, 5, 4)
    score_page.wait_for_ledger("1")
    assert score_page.taps == 8
    score_page.select("bid_changes")
    enter(score_page, "1:1")
    score_page.save()
    score_page.wait_for_rounds(1)

    (facts,) = score_page.match.round_facts
    assert (facts.bids, facts.tricks, facts.tricks_of_nobody) == ((5, 4, 0, 5), (4, 5, 0, 5), 1)
    assert facts.bid_changes == (0, 1, 0, 0)
    assert score_page.totals == ["−10", "70", "20", "70"]


def test_bids_at_once_are_asked_from_the_first_seat_on(phone, score_page):
    score_page.open("wizard", house_rules={"bidding": "at-once"})
    assert score_page.question == "bids-0"
    phone.locator("text=Everybody bids at once").wait_for()
    enter(score_page, 1, 0, 0, 0)
    phone.locator("text=Ben leads").wait_for()


def test_no_face_of_a_card_is_cut_off(phone):
    phone.goto("/rules/wizard/")
    assert phone.locator(".drawn-card").count() > 20
    assert phone.evaluate(FACES_CUT_OFF) == []


def test_the_referee_says_who_takes_a_trick_with_the_bomb_from_its_keys(phone, score_page):
    match = score_page.open("wizard", house_rules=JUBILEE)
    phone.goto(f"/matches/{match.pk}/referee/winner/")
    for value in ("S", "AH", "BO", "WZ"):
        phone.locator(f'key-pad fieldset[data-current] .key[value="{value}"]:enabled').tap()
    ruling = phone.locator(f"{words.RULING}:not([data-outdated])", has_text="the Wizard would have")
    ruling.wait_for()
    assert "nobody" in ruling.inner_text()
    assert phone.evaluate(FACES_CUT_OFF) == []
