"""A player joins a running match by touch, in the middle of a round, and another leaves it."""

from tests.browser import words
from tests.browser.score_page import ScorePage
from tests.matches.factory import keep_draft, reload
from tests.matches.test_late_players import player


def choose(phone, item):
    phone.locator(words.MENU).tap()
    phone.get_by_role("link", name=item).tap()


def test_a_player_joins_in_the_middle_of_a_round_and_another_leaves(phone):
    score_page = ScorePage(phone)
    match = score_page.open("any-game:Rummy", ["Ada", "Ben", "Cleo"], [{"points": [10, 31, 20]}])
    player(match, "Fay")
    keep_draft(match, {"points-0": "5"})
    phone.reload()

    choose(phone, "A player joins")
    phone.get_by_text("Ada, Ben, Cleo and a new player play from round 2 on.").wait_for()
    phone.locator("label", has_text="Fay").tap()
    phone.locator("label", has_text="20").tap()
    phone.get_by_role("button", name="Join the match").tap()

    phone.get_by_text("Fay joined before round 2 with 20, the average").first.wait_for()
    assert reload(match).draft == {"points-0": "5"}
    assert phone.locator(f"{words.ENTRY} .row").count() == 4

    choose(phone, "A player leaves")
    phone.get_by_role("link", name="Ben").tap()
    phone.get_by_text("round 2 is being entered: save it first, or clear it", exact=False).wait_for()
    phone.locator(".bar-back").tap()
    phone.locator(".bar-back").tap()
    phone.locator(words.DEAL, has_text="Round 2").wait_for()
    for points in (6, 7, 8):
        score_page.enter(points)
        score_page.done()
    score_page.press_save()
    score_page.wait_for_rounds(2)

    choose(phone, "A player leaves")
    phone.get_by_role("link", name="Ben").tap()
    phone.get_by_text("Ada, Cleo and Fay play from round 3 on.").wait_for()
    phone.get_by_role("button", name="Ben leaves").tap()
    phone.get_by_text("Ben left before round 3").first.wait_for()
    assert phone.locator(f"{words.ENTRY} .row").count() == 3
    assert [seat.left for seat in reload(match).seat_list] == [False, True, False, False]
