import pytest

from tests.browser import words
from tests.browser.score_page import ScorePage

CUT = f"""[...document.querySelectorAll("{words.LEDGER} .status span")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""

# The largest numbers: four players with eleven cards in the hand.
BIDS = [11, 10, 0, 0]


@pytest.mark.parametrize("scoring", ["skull-king", "wizard"])
def test_stakes_are_shown_in_full_beside_the_bid(phone, scoring):
    score_page = ScorePage(phone)
    score_page.open("oh-hell", house_rules={"scoring": scoring, "deck": scoring, "hands": "same", "largest": 11})
    for bid in BIDS:
        with phone.expect_response("**/draft/"):
            score_page.enter(bid)
    score_page.wait_for_ledger("/ −10 each")
    assert phone.evaluate(CUT) == []
