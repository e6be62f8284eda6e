"""A wrong order of the players put right by touch, and what was tapped on a phone before that."""

from scorekeeper.matches import recording
from tests.browser import words
from tests.browser.network import ignore_network_errors, set_offline
from tests.browser.score_page import NAMES, ScorePage
from tests.matches.factory import entry, reload

# Ben takes the first hand of Big Little, Cleo the second.
ROUNDS = {"bids": [0, 1, 0, 0], "tricks": [0, 1, 0, 0]}, {"bids": [0, 0, 2, 0], "tricks": [0, 0, 2, 0]}
PLAYERS = ".scoreboard thead .name"


def columns(score_page):
    names = [name.strip() for name in score_page.page.locator(PLAYERS).all_text_contents()]
    return dict(zip(names, score_page.totals, strict=True))


def test_a_wrong_order_of_the_players_is_put_right_undone_and_redone(phone):
    score_page = ScorePage(phone)
    match = score_page.open(rounds=ROUNDS)
    score_page.enter(1)  # Dan, who bids first, bids 1
    score_page.wait_for_ledger("bids 1")
    before = columns(score_page)
    assert before["Ben"] != before["Cleo"]

    score_page.tap(words.MENU)
    phone.get_by_role("link", name="Order of the players").tap()
    assert not phone.locator("form .save").count()
    phone.get_by_role("link", name="Move Cleo up").tap()
    phone.get_by_text("The points of 2 hands stay as they are.").wait_for()
    phone.get_by_text("Hand 3: Ben deals, not Cleo.").wait_for()
    phone.locator("form .save").tap()

    phone.locator(words.OUTBOX, has_text="Put right: the order of the players").wait_for()
    phone.locator(words.DEAL, has_text="Ben").wait_for()
    assert list(columns(score_page)) == ["Ada", "Cleo", "Ben", "Dan"]
    assert columns(score_page) == before
    assert phone.locator(score_page.cell("bids-3")).inner_text().strip() == "1"

    phone.locator(words.OUTBOX).get_by_role("button", name="Undo").tap()
    phone.locator(words.DEAL, has_text="Cleo").wait_for()
    assert list(columns(score_page)) == list(NAMES) == reload(match).names
    phone.goto(f"/matches/{match.pk}/history/")
    phone.locator(".history li", has_text="The order of the players undone").get_by_role("button", name="Redo").tap()
    phone.locator(words.DEAL, has_text="Ben").wait_for()
    assert list(columns(score_page).items()) == [(name, before[name]) for name in ("Ada", "Cleo", "Ben", "Dan")]


def test_what_was_tapped_without_a_network_is_of_the_same_player_in_the_new_order(phone, page_errors):
    score_page = ScorePage(phone)
    match = score_page.open(rounds=ROUNDS[:1])
    score_page.enter(0)  # Cleo bids first
    score_page.wait_for_ledger("bids 0")
    set_offline(phone)
    score_page.enter(1)  # Dan
    phone.locator(words.DRAFT_STATUS, has_text=words.NOT_SENT).wait_for()
    recording.reseat(match, [0, 2, 3, 1], entry(match))
    context, address = phone.context, phone.url
    phone.close()  # what it keeps is all there is
    context.set_offline(False)
    score_page.reopen(address)

    score_page.page.locator(words.DEAL, has_text="Cleo").wait_for()
    score_page.wait_for_ledger("bids 1")
    assert reload(match).answers.at("play", 2).shown_texts() == {"bids-1": "0", "bids-2": "1"}
    ignore_network_errors(page_errors)
