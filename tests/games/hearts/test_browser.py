"""Hearts on a phone: a hand by touch, and how many taps it takes."""

from tests.browser.score_page import NAMES, ScorePage


def test_a_hand_takes_four_taps_and_a_moon_two(phone):
    score_page = ScorePage(phone)
    score_page.open("hearts", NAMES, house_rules={"target": 40})
    score_page.enter(0, 6, 2, 2)  # Ben, Cleo and Dan; Ada's five follow, and Cleo has the queen
    score_page.save()
    assert score_page.taps == 5
    assert score_page.totals == ["5", "0", "19", "2"]
    score_page.taps = 0
    score_page.enter(13, 2)
    score_page.save()
    assert score_page.taps == 3
    assert score_page.totals == ["31", "26", "19", "28"]
    score_page.enter(13, 0)  # Dan has the hearts, Ada the queen
    score_page.save()
    assert score_page.winners == ["Cleo"]


def test_hearts_at_their_face_values_and_no_trick_are_tapped_on_a_phone(phone):
    score_page = ScorePage(phone)
    score_page.open("hearts", NAMES, house_rules={"heart_values": "face", "ten": True, "no_tricks": 5})
    score_page.enter("none")  # Ben; a key that is the whole answer leads on
    score_page.enter("2", "5", "K")
    score_page.done()
    score_page.enter("none")  # Dan
    score_page.tap('button:has-text("Ada took the other 10")')
    score_page.enter(2, 2, 3)  # Cleo took the queen and the ten of clubs, Dan no trick
    score_page.done()
    score_page.save()
    assert score_page.totals == ["84", "0", "66", "−5"]


def test_points_off_for_a_moon_are_offered_though_the_hand_is_complete(phone):
    score_page = ScorePage(phone)
    score_page.open("hearts", NAMES, house_rules={"moon": "choice", "queen": 0})
    score_page.enter(13)
    score_page.tap('button:has-text("Ben takes 13 off")')
    phone.locator('button:has-text("Ben takes 13 off")').wait_for(state="detached")
    score_page.save()
    assert score_page.totals == ["0", "−13", "0", "0"]
    score_page.enter(13)  # Cleo leaves the points to the others
    score_page.save()
    assert score_page.totals == ["13", "0", "0", "13"]
