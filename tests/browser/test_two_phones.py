"""Two phones at one match: what one enters the other shows, and one of them enters at a time."""

import pytest

from scorekeeper.matches import recording
from tests.browser import words
from tests.browser.conftest import log_in
from tests.browser.layout import NEXT_FRAMES
from tests.browser.score_page import ScorePage, let_answers_be_late
from tests.matches.factory import entry

TYPING = f"document.querySelector('{words.BOARD}').lastTyped = Infinity"
OURS = "() => document.querySelector('.own-lock')"


@pytest.fixture
def phones(fast_phone, second_phone, live_server):
    """Ada's phone and Ben's, on the same match."""
    ours, theirs = ScorePage(fast_phone), ScorePage(second_phone)
    log_in(fast_phone.context, live_server.url, label="Ada’s phone")
    log_in(theirs.page.context, live_server.url, label="Ben’s phone")
    ours.open()
    theirs.page.goto(ours.page.url)
    return ours, theirs


# --- The live board ---


def test_taps_and_saves_appear_on_the_other_phone_only(phones):
    ours, theirs = phones
    theirs.enter(1, 0, 0, 1)
    theirs.wait_for_ledger("bids 2 for 1 trick")
    with theirs.page.expect_response("**/board/*") as response:
        theirs.poll()
    assert response.value.status == 204
    ours.wait_for_ledger("bids 2 for 1 trick")
    assert ours.page.locator("main > .scores").count() == ours.page.locator(words.ENTRY).count() == 1
    theirs.enter(1)
    theirs.save()
    ours.wait_for_rounds(1)
    assert ours.totals == theirs.totals
    assert ours.page.input_value("input[name=seen]") == theirs.page.input_value("input[name=seen]") != "0"


def test_a_match_deleted_on_another_phone_says_whose_and_comes_back_to_all(phones, page_errors):
    ours, theirs = phones
    ours.tap(words.MENU)
    ours.page.get_by_role("link", name="Delete: nothing was played").tap()
    ours.page.get_by_role("button", name="Delete it").tap()
    theirs.page.get_by_role("heading", name="Ada’s phone deleted this match").wait_for()
    match = theirs.page.url
    other = theirs.page.context.new_page()
    other.goto(match)
    theirs.page.get_by_role("button", name="Restore it").tap()
    theirs.page.locator(words.DEAL, has_text="Hand 1").wait_for()
    other.locator(words.DEAL, has_text="Hand 1").wait_for()
    page_errors.clear()  # what Chromium says of a page that is not found


def test_news_does_not_cover_what_is_kept_on_the_phone(phones, page_errors):
    ours, theirs = phones
    ours.page.evaluate(f"document.querySelector('{words.BOARD}').lastTyped = Date.now() + 60000")
    theirs.enter(1)
    news = ours.page.locator(f"{words.BOARD} a")
    news.wait_for()
    ours.page.context.set_offline(True)
    ours.fill_in(1)
    ours.press_save()
    ours.page.locator("round-outbox", has_text="kept on this phone").wait_for()
    news.wait_for(state="hidden")
    ours.page.close()
    page_errors.clear()  # what Chromium says of a network that is away


FINGER_STAYS = """window.finger = setInterval(() => {
    document.querySelector(".entry").dispatchEvent(new Event("pointerdown", { bubbles: true }));
}, 100)"""


def test_a_key_under_a_finger_stays_when_another_phone_enters(phones):
    ours, theirs = phones
    ours.page.evaluate(FINGER_STAYS)
    key = ours.page.query_selector("fieldset[data-current] label")
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")
    with ours.page.expect_response(lambda response: "/board/" in response.url and response.status == 200):
        ours.poll()
    ours.page.evaluate(NEXT_FRAMES)
    assert key.evaluate("one => one.isConnected")
    ours.page.evaluate("clearInterval(window.finger)")
    ours.wait_for_ledger("bids 1 so far")


def test_a_new_lead_is_called_out_once_on_each_phone_and_takes_no_tap(phones):
    ours, theirs = phones
    table = ours.page.context.new_page()
    table.goto(f"{ours.page.url}table-view/?turned=90")
    theirs.save_hands(1)
    ours.wait_for_rounds(1)
    table.locator(".leader").wait_for()
    theirs.save_hands(2, seat=1)
    for phone in (ours.page, theirs.page, table):
        phone.locator(words.CALLED_OUT, has_text="Ben took the lead").wait_for(state="attached")
        style = f"getComputedStyle(document.querySelector('{words.CALLED_OUT}'))"
        assert phone.evaluate(f"[{style}.animationName, {style}.pointerEvents]") == ["call-out", "none"]
        phone.emulate_media(reduced_motion="reduce")
        assert phone.evaluate(f"[{style}.animationName, {style}.visibility]") == ["none", "hidden"]
    theirs.page.reload()
    theirs.page.locator(words.DEAL, has_text="Hand 3").wait_for()
    assert theirs.page.locator(words.CALLED_OUT).count() == 0

    theirs.save_hands(3, seat=1)
    ours.wait_for_rounds(3)
    theirs.wait_for_rounds(3)
    table.locator("h1", has_text="Hand 4").wait_for()
    for phone in (ours.page, theirs.page, table):
        assert phone.locator(words.CALLED_OUT).count() == 0, "who led still leads"


# --- The edit lock ---


def wait_for_lock(score_page, label):
    """Wait until the page says which other phone is scoring."""
    score_page.poll()
    score_page.page.locator(words.LOCK, has_text=f"{label} is scoring").wait_for()


def assert_can_save(score_page):
    score_page.page.locator(".save-row > .save").wait_for()
    assert not score_page.page.locator(words.LOCK).is_visible()


def test_the_lock_goes_from_phone_to_phone_in_one_tap_each_and_nothing_moves(phones):
    ours, theirs = phones
    parts = (".entry-rows", ".keypad", ".save-row", ".scores")
    before = [ours.page.locator(part).first.bounding_box() for part in parts]
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")
    wait_for_lock(ours, "Ben’s phone")
    assert [ours.page.locator(part).first.bounding_box() for part in parts] == before
    button = ours.page.locator(words.TAKE_OVER).bounding_box()
    assert min(button["height"], button["width"]) >= 48
    assert_can_save(theirs)

    ours.tap(words.TAKE_OVER)
    ours.page.wait_for_function(OURS)
    assert_can_save(ours)
    wait_for_lock(theirs, "Ada’s phone")


def test_an_open_menu_delays_changes_and_a_refused_tap_survives_taking_over(phones):
    ours, theirs = phones
    ours.page.evaluate("document.querySelector('.menu').open = true")
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")
    ours.poll()
    ours.page.locator(f"{words.BOARD} a", has_text="show it").wait_for()
    assert "unset" in ours.page.locator(ours.cell("bids-1")).get_attribute("class")
    # As a hand that is on its way to a key: what others do is not shown now.
    ours.page.evaluate(f"document.querySelector('.menu').open = false; {TYPING}")
    ours.select("bids-2")
    refused = []
    ours.page.on("response", lambda response: refused.append(response) if response.status == 409 else None)
    ours.enter(0)
    ours.page.locator(words.NOTICE, has_text="Another phone is scoring").wait_for()
    assert ours.page.locator('input[name="bids-2"][value="0"]').is_checked()
    ours.page.wait_for_timeout(300)
    assert len(refused) == 1, "a refused tap waits for somebody to take over"
    ours.tap(words.TAKE_OVER)

    ours.page.wait_for_function(OURS)
    assert_can_save(ours)
    assert ours.page.locator('input[name="bids-2"][value="0"]').is_checked()
    ours.page.locator(words.NOTICE).wait_for(state="detached")
    theirs.poll()
    theirs.page.locator('input[name="bids-2"][value="0"]:checked').wait_for(state="attached")


# --- Races ---


def test_undo_takes_back_the_hand_that_it_names_and_not_what_came_after_it(phones):
    ours, theirs = phones
    ours.fill_in(1)
    ours.save()
    undo = ours.page.locator(words.OUTBOX).get_by_role("button", name="Undo")
    undo.wait_for()
    # Ten seconds may be over before a slow machine gets to the tap.
    ours.page.evaluate(f"clearTimeout(document.querySelector('{words.OUTBOX}').savedTimer)")
    match = ours.match
    recording.note_round(match, 1, "Ben laughed", entry(match))
    ours.poll()
    ours.page.locator('.scoreboard [aria-label="with a note"]').wait_for(state="attached")
    undo.tap()
    ours.page.locator(words.COMPLETE, has_text="Hand 1 is complete").wait_for()
    assert ours.match.round_facts == []
    told = theirs.page.locator(words.OUTBOX, has_text="Undone on Ada’s phone: hand 1")
    told.get_by_role("button", name="Redo").tap()
    theirs.wait_for_rounds(1)
    ours.page.locator(words.OUTBOX, has_text="Redone on Ben’s phone: hand 1").wait_for()


# Within one script: what the other phone does cannot change the page between two taps.
SAVE_AT_ONCE = f"""bid => {{
    const answers = {{ bids: [bid, 0, 0, 0], tricks: [1, 0, 0, 0] }};
    for (const what in answers) answers[what].forEach((value, seat) =>
        document.querySelector(`[name="${{what}}-${{seat}}"][value="${{value}}"]`).click());
    document.querySelector("{words.SAVE}").click();
}}"""


def test_taps_during_a_conflict_go_to_the_current_draft(phones):
    ours, theirs = phones
    let_answers_be_late(ours.page)  # the answer comes when the test lets it
    held = []
    ours.page.route("**/draft/", lambda route: held.insert(0, route), times=1)
    with ours.page.expect_request("**/draft/"):
        ours.enter(1)
    ours.enter(0)
    theirs.page.evaluate(SAVE_AT_ONCE, 1)
    theirs.wait_for_rounds(1)
    held[0].continue_()
    ours.page.locator(words.NOTICE).wait_for()
    with ours.page.expect_request("**/rounds/1/draft/"):
        ours.tap(words.TAKE_OVER)
    ours.page.wait_for_function(OURS)
    assert [ours.page.locator(f'[name="bids-{seat}"]:checked').input_value() for seat in (1, 2)] == ["1", "0"]
    ours.page.wait_for_function("() => !Object.keys(localStorage).some(name => name.startsWith('draft'))")
