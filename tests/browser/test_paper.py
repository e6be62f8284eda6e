"""Paper in and out of a browser: what is printed has one page, and a sheet is typed in with the totals beside it."""

import re

from tests.bench.data import hands
from tests.browser.layout import paper_pages
from tests.browser.score_page import NAMES, ScorePage
from tests.games.every_game import GAMES

HIDDEN_ON_THE_RIGHT = """[document.documentElement, document.querySelector(".scroll")].reduce(
    (sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth, 0)"""


def test_a_whole_match_is_printed_on_one_page(phone):
    for names, count in ((NAMES, 25), (NAMES[:2], 51)):
        ScorePage(phone).open(rounds=list(hands(len(names), count)), names=names)
        assert paper_pages(phone) == 1, count


def test_a_blank_sheet_of_every_game_is_printed_on_one_page(phone):
    for game in GAMES:
        for players in {game.seats[0], min(9, game.seats[-1])}:
            phone.goto(f"/games/{game.key}/blank-sheet/?players={players}")
            assert paper_pages(phone) == 1, (game.key, players)
            assert phone.evaluate(HIDDEN_ON_THE_RIGHT) == 0, (game.key, players)


def test_a_sheet_is_typed_in_with_its_totals_beside_it(phone):
    names = "".join(f"&player={name}" for name in NAMES)
    phone.goto(f"/games/big-little/matches/paper/?seated=1&dealer=Ada{names}")
    assert phone.evaluate(HIDDEN_ON_THE_RIGHT) == 0
    for seat in range(4):
        for what in ("bids", "tricks"):
            phone.locator(f'[name="1-{what}-{seat}"]').fill("1" if seat == 2 else "0")
    phone.keyboard.press("Tab")
    phone.locator("#sum-1 span").first.wait_for()
    totals = [one.strip("●▲■◆★✚") for one in phone.locator("#sum-1 span").all_inner_texts()]
    assert totals == ["0", "0", "10", "0"]
    phone.locator("button.save").tap()
    phone.wait_for_url(re.compile(r"/matches/\d+/$"))
