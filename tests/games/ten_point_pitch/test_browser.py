"""Ten-point Pitch on a phone: a whole match by touch, and how many taps a hand takes."""

from tests.browser.score_page import ScorePage


def test_a_whole_match_takes_twelve_taps_a_hand_card_by_card_and_four_by_number(phone):
    score_page = ScorePage(phone)
    score_page.set_up("ten-point-pitch", target=19)
    score_page.enter(1, 5, "S", 1, 1, 0, 1, 0, 1, 1, 1)
    score_page.save()
    assert score_page.taps <= 12
    assert score_page.totals == ["2", "8"]
    score_page.enter(2, 6)
    phone.get_by_role("button", name="Points only").tap()
    score_page.enter(8)
    score_page.save()
    assert score_page.totals == ["10", "10"]
    score_page.taps = 0
    score_page.enter(2, 6, 9)
    score_page.save()
    assert score_page.taps <= 4
    assert score_page.winners == ["Ada & Cleo"]
    score_page.play_again()
