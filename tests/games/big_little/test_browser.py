"""Big Little on a phone: a whole match by touch, and how many taps a round takes."""

from tests.browser import words
from tests.browser.score_page import NAMES, ScorePage, won_rounds

THIRTEEN = [*NAMES, "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia"]


def test_the_last_hand_of_thirteen_players_ends_the_match(phone):
    score_page = ScorePage(phone)
    others = [0] * 12
    score_page.open(names=THIRTEEN, rounds=[hand([cards, *others]) for cards in (1, 2, 3, 4, 3, 2)])
    score_page.enter(*others, 1)
    score_page.tap("text=Everybody made it")
    score_page.save()
    assert score_page.totals[:2] == ["150", "0"]
    assert score_page.winners == ["Ada"]
    assert "Hand 1 of 7" in score_page.play_again()


def hand(tricks):
    return {"bids": tricks, "tricks": tricks}


def test_bids_and_tricks_of_four_take_nine_taps_at_most(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(12))
    score_page.enter(1, 0, 2, 1)
    score_page.enter(1, 0, 0)
    score_page.save()
    assert score_page.taps <= 9
    assert phone.locator(words.ROUNDS).count() == 13


def test_a_trick_three_rounds_back_is_corrected_in_five_taps(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(4))
    score_page.tap(f"{words.ROUNDS}:first-child td:nth-child(2) .note")
    assert score_page.question == "tricks-0"
    score_page.enter(0)
    score_page.select("tricks-1")
    score_page.enter(1)
    score_page.save()
    assert score_page.taps <= 5
    assert score_page.totals == ["80", "1", "0", "0"]
