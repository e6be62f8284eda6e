"""Printed sheets fit on one page."""

from tests.browser.layout import paper_pages
from tests.browser.score_page import NAMES, ScorePage
from tests.games.big_little.rounds import random_hands
from tests.games.every_game import REAL_GAMES

HIDDEN_ON_THE_RIGHT = """[document.documentElement, document.querySelector(".scroll")].reduce(
    (sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth, 0)"""


def test_a_whole_match_is_printed_on_one_page(phone):
    for names, count in ((NAMES, 25), (NAMES[:2], 51)):
        ScorePage(phone).open(rounds=list(random_hands(len(names), count)), names=names)
        assert paper_pages(phone) == 1, count


def test_a_blank_sheet_of_every_game_is_printed_on_one_page(phone):
    for game in REAL_GAMES:
        phone.goto(f"/games/{game.key}/blank-sheet/?players={min(9, game.seats[-1])}")
        assert paper_pages(phone) == 1, game.key
        assert phone.evaluate(HIDDEN_ON_THE_RIGHT) == 0, game.key
