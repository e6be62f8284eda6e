"""Das Grosse und das kleine A on a phone: a whole match by touch."""

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.score_page import NAMES, ScorePage


def test_a_whole_match_by_cards_and_by_number(phone):
    score_page = ScorePage(phone)
    score_page.set_up("grosse-kleine", NAMES[:3], rounds=2)
    score_page.enter("out", 4, 9)
    score_page.done()
    score_page.enter("J", "A")
    score_page.done()
    score_page.enter(1, 12, 13)
    score_page.save()
    assert score_page.totals == ["34", "25", "13"]
    score_page.enter("out", 1)
    score_page.done()
    score_page.select("points-1")
    score_page.enter(2, 0)
    score_page.done()
    score_page.enter("nobody")
    score_page.save()
    assert score_page.winners == ["Cleo"]
    assert "Round 1 of 2" in score_page.play_again()


def test_who_took_the_pile_is_not_asked_where_a_hand_holds_the_little_a(phone):
    score_page = ScorePage(phone)
    score_page.set_up("grosse-kleine", NAMES, rounds=1)
    score_page.enter("out")
    for cards in ([4, 9], [5]):
        score_page.enter(*cards)
        score_page.done()
    with score_page.expect_answer():
        score_page.enter("a")
    phone.locator(f"{score_page.cell('pile-seat')}.derived", has_text="nobody").wait_for()
    score_page.done()
    expect(phone.locator("fieldset[data-current]")).to_have_count(0)
    expect(phone.locator(words.COMPLETE)).to_contain_text("Round 1 is complete")
    score_page.select("left-0")
    score_page.tap("fieldset[data-current] [data-back]")
    score_page.enter(7)
    score_page.done()
    assert score_page.question == "pile-seat"


def test_only_what_is_held_and_what_parts_two_hands_takes_a_tap(phone):
    score_page = ScorePage(phone)
    for left, taps in (([["out"], ["13"], ["9", "a"], ["3", "A"]], 9), ([["13"], ["9", "a"], ["3", "A"]], 8)):
        score_page.open("grosse-kleine")
        for seat, cards in enumerate(left, start=1):
            assert score_page.question == f"left-{seat % 4}"
            with score_page.expect_answer():
                score_page.enter(*cards)
            if seat < len(left) and cards != ["out"]:
                score_page.done()
        score_page.save()
        score_page.wait_for_rounds(1)
        assert score_page.taps == taps
        assert sum(hand == "" for hand in score_page.match.round_facts[0].left) == 1


def test_the_key_of_the_only_little_a_keeps_the_focus_on_the_keys(phone):
    score_page = ScorePage(phone)
    score_page.set_up("grosse-kleine", NAMES[:3], rounds=1)
    little_a = phone.locator("fieldset[data-current] button[value=a]")
    little_a.focus()
    phone.keyboard.press("Enter")

    expect(little_a).to_be_disabled()
    expect(phone.locator("fieldset[data-current] [data-done]")).to_be_focused()
