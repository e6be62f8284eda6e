"""Das Grosse und das kleine A on a phone: a whole match by touch."""

from playwright.sync_api import expect

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


def test_the_key_of_the_only_little_a_keeps_the_focus_on_the_keys(phone):
    score_page = ScorePage(phone)
    score_page.set_up("grosse-kleine", NAMES[:3], rounds=1)
    little_a = phone.locator("fieldset[data-current] button[value=a]")
    little_a.focus()
    phone.keyboard.press("Enter")

    expect(little_a).to_be_disabled()
    expect(phone.locator("fieldset[data-current] [data-done]")).to_be_focused()
