"""Maverick on a phone: a whole match by touch, trick by trick."""

from tests.browser import layout, words
from tests.browser.score_page import ANSWERS, ScorePage

TRICKS = [{"side": side, "kind": kind} for side in (0, 1) for kind in ("all-trump", "trump", "plain", "plain")]
TRICKS += [{"side": side, "kind": "adders", "adders": adders} for side, adders in ((0, 4), (0, 2), (1, 3), (1, 3))]
TRICKS += [{"side": 0, "kind": "plain"}]


def test_a_whole_match_trick_by_trick(phone):
    score_page = ScorePage(phone)
    score_page.set_up("maverick", ends="hands", ends__number=1)
    with score_page.expect_answer():
        score_page.tap(f"{words.LEDGER} button:has-text('Each trick')")  # once a club
    assert score_page.question == "tricks"
    parts = phone.evaluate(layout.TARGETS, f"[data-current] .key, .entry .cell, {words.SAVE}")
    assert [one for one in parts if one["covered"] or one["bottom"] > layout.PHONE["height"]] == []
    score_page.select("turned")
    score_page.enter("KH", "9C")
    score_page.wait_for_ledger("12")
    pairs = phone.locator("[data-current] .key-group[data-tone]")
    width = phone.locator("[data-current] card-keys").bounding_box()["width"]
    assert sum(pairs.nth(side).bounding_box()["width"] for side in (0, 1)) > 0.95 * width, "each pair has a half"
    score_page.enter("a4t", "at", "at", "a0", "a0", "a2", "a3", "b4t", "bt", "b0", "b2", "b2", "b3")
    score_page.save()
    assert score_page.totals == ["3", "6"]
    assert score_page.winners == ["Ben & Dan"]


def test_a_bid_takes_one_tap_before_the_tricks_and_the_cards_turned_up_come_next(phone):
    score_page = ScorePage(phone)
    score_page.open("maverick", rounds=[{"tricks": TRICKS}])
    offered = phone.locator(f"{words.LEDGER} .shortcut")
    assert offered.all_inner_texts() == ["Ada null", "Ben null", "Cleo null", "Dan null"]
    score_page.tap(f"{words.LEDGER} .shortcut:has-text('Dan null')")
    assert score_page.question == "turned"
    score_page.enter("KH", "9C")
    assert score_page.question == "tricks"
    assert score_page.taps == 3
    with score_page.expect_answer():
        score_page.enter("b0")
    assert not offered.count()
    score_page.select("bid-3")
    assert phone.locator("fieldset[data-current]").count() == 4, "a line for each player"
    with score_page.expect_answer():
        score_page.enter_line("bid-3", "")
    assert phone.evaluate(ANSWERS)["bid-3"] == ""
    assert score_page.question == "tricks"


def test_thirteen_tricks_by_their_cell_are_a_hand_where_points_are_asked_for(phone):
    score_page = ScorePage(phone)
    score_page.open("maverick")
    score_page.select("turned")
    score_page.enter("KH", "9C")
    assert score_page.question == "points-0"
    score_page.select("tricks")
    score_page.enter("a4t", "at", "at", "a0", "a0", "a2", "a3", "b4t", "bt", "b0", "b2", "b2", "b3")
    phone.locator(words.COMPLETE, has_text="Hand 1 is complete").wait_for()
    assert phone.locator(f"{words.ENTRY}[data-rests]").count(), "the points follow"
    score_page.save()
    assert len(score_page.match.round_facts[0].tricks) == 13


def test_a_way_of_counting_chosen_without_a_network_is_kept(phone, page_errors):
    score_page = ScorePage(phone)
    score_page.open("maverick", rounds=[{"points": [7, 4]}])
    score_page.enter(1, 1)
    score_page.wait_for_ledger("11")
    phone.route("**/draft/", lambda route: route.abort())
    score_page.select("way")
    score_page.enter("kinds")
    phone.locator("round-draft", has_text="Not sent yet").wait_for()
    phone.reload()
    phone.locator("round-draft", has_text="Not sent yet").wait_for()
    assert phone.evaluate(ANSWERS)["way"] == "kinds"
    page_errors.clear()  # what Chromium says of a network that is away


def test_the_ways_of_counting_are_not_below_the_digits_of_the_points(phone):
    ScorePage(phone).open("maverick", rounds=[{"points": [11, 4]}])  # from seven on there is a row of books as well
    ways = phone.evaluate(layout.TARGETS, f"{words.LEDGER} .shortcut")
    assert [way["covered"] for way in ways] == [False, False]
