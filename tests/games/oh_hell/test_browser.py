import pytest

from tests.browser import words
from tests.browser.score_page import ScorePage

CUT = f"""[...document.querySelectorAll("{words.LEDGER} .status span")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""

# The largest numbers: four players with eleven cards in the hand.
BIDS = [11, 10, 0, 0]


@pytest.mark.parametrize(
    ("rules", "stake"),
    [
        ({"missed": "tricks", "missed_points": 15}, "+21, else tricks −15"),
        ({"missed_points": 15}, "+21 / −15"),
        ({"trick_points": 30, "missed": "each-under", "missed_points": 15}, "+340 / −15 each under"),
        ({"trick_points": 30, "missed": "growing", "missed_points": 15}, "+340 / −15, −45…"),
    ],
)
def test_stakes_are_shown_in_full_beside_the_bid(phone, rules, stake):
    score_page = ScorePage(phone)
    score_page.open("oh-hell", house_rules={**rules, "hands": "same", "largest": 11})
    for bid in BIDS:
        with score_page.expect_answer():
            score_page.enter(bid)
    score_page.wait_for_ledger(stake)
    assert phone.evaluate(CUT) == []
