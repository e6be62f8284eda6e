import pytest

from tests.browser import words
from tests.browser.score_page import ScorePage

CUT = f"""[...document.querySelectorAll("{words.LEDGER} .status span")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""

# The largest numbers: four players with eleven cards in the hand.
BIDS = [11, 10, 0, 0]


@pytest.mark.parametrize(
    ("scoring", "stake"), [("tricks-and-ten", "+21, else tricks −15"), ("ten-and-tricks", "+21 / −15")]
)
def test_stakes_are_shown_in_full_beside_the_bid(phone, scoring, stake):
    score_page = ScorePage(phone)
    score_page.open("oh-hell", house_rules={"scoring": scoring, "missed_points": 15, "hands": "same", "largest": 11})
    for bid in BIDS:
        with score_page.expect_answer():
            score_page.enter(bid)
    score_page.wait_for_ledger(stake)
    assert phone.evaluate(CUT) == []
