"""Good Little Tricks on a phone: a whole match by touch, and how many taps a round takes."""

from tests.browser.score_page import NAMES, ScorePage


def test_a_round_takes_seven_taps_and_two_for_a_sweep(phone):
    score_page = ScorePage(phone)
    owners = {"orange": 0, "purple": 1, "green": 2, "pink": 2, "blue": 1, "red": 0}
    score_page.open("good-little-tricks", NAMES[:3], rounds=[{"suits": owners}] * 4)
    score_page.enter(*owners.values())
    score_page.save()
    assert score_page.taps <= 7
    assert score_page.totals == ["45", "45", "45"]
    score_page.taps = 0
    score_page.tap("text=All: Cleo")
    score_page.save()
    assert score_page.taps == 2
    assert score_page.totals == ["72", "72", "45"]
    assert score_page.winners == ["Cleo"]
    assert "Round 1 of 6" in score_page.play_again()
