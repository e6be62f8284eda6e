"""Spades on a phone: house rules chosen by touch, and hands of three pairs and of two players."""

import re
from urllib.parse import urlencode

from tests.browser.layout import assert_accessible, assert_within_reach
from tests.browser.score_page import ScorePage

SIX = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
IN_REACH = "#entry :is(fieldset[data-current] .key, .cell, .save)"


def test_house_rules_that_are_folded_away_are_chosen_and_score_a_hand_of_six(phone):
    query = [("seated", "1"), ("dealer", "Finn"), *(("player", name) for name in SIX)]
    phone.goto(f"/games/spades/matches/new/?{urlencode(query)}")
    phone.locator("summary", has_text="Change house rules").tap()
    assert not phone.locator("#rule-ten").is_visible()
    phone.locator("summary", has_text="More house rules").tap()
    with phone.expect_response("**/matches/new/?*"):
        phone.locator("#rule-ten").select_option('"both"')
    phone.locator(".option.differs #rule-ten").wait_for()
    with phone.expect_response("**/matches/new/?*"):
        phone.locator("#rule-deck").select_option('"deuces"')
    phone.locator(".option.differs #rule-deck").wait_for()
    assert phone.locator("#rule-ten").is_visible(), "a rule that differs stays in view"
    assert_accessible(phone, "set-up")
    phone.locator("#start").tap()
    phone.wait_for_url(re.compile(r"/matches/\d+/$"))

    score_page = ScorePage(phone)
    assert score_page.match.house_rules == {"ten": "both", "deck": "deuces"}
    assert_within_reach(phone, IN_REACH, where="six players")
    # Ada first: pairs are Ada and Dan, Ben and Eve, Cleo and Finn; the last tricks of 18 follow.
    score_page.enter(5, 2, 0, 5, 1, 2)
    score_page.enter(6, 3, 0, 5, 2)
    score_page.save()
    assert score_page.taps == 12
    assert score_page.totals == ["201", "32", "120"]


def test_two_players_take_thirteen_tricks(phone):
    score_page = ScorePage(phone)
    score_page.open("spades", SIX[:2], house_rules={"bag_points": 0})
    assert_within_reach(phone, IN_REACH, where="two players")
    score_page.enter(6, 5, 7)
    score_page.save()
    assert score_page.taps == 4
    assert score_page.totals == ["50", "60"]


def test_a_pair_below_the_lowest_bid_is_asked_and_may_insist(phone):
    score_page = ScorePage(phone)
    score_page.open("spades", SIX[:4], house_rules={"minimum": 4, "hands": 1})
    score_page.enter(4, 1, 4, 2)
    score_page.enter(4, 3, 4)
    phone.locator("#entry", has_text="the lowest bid of a pair is 4 tricks, and Ada & Cleo bid 3").wait_for()
    score_page.tap("button.shortcut >> text=We played it that way")
    phone.locator("#preview", has_text="Hand 1 is complete").wait_for()
    score_page.save()
    assert score_page.winners == ["Ben & Dan"]
    assert "The match has 1 hand" in phone.locator(".why-won").inner_text()
