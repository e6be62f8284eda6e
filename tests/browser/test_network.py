"""A network that comes and goes: what was entered arrives once and in order, and what is refused stays on the phone."""

import pytest

from scorekeeper.clubs.models import Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from tests.browser import words
from tests.browser.conftest import FAST_TIMERS, log_in
from tests.browser.network import (
    ignore_network_errors,
    set_offline,
    wait_for_next_forms,
    wait_for_outbox,
    wait_until_sent,
)
from tests.browser.score_page import ScorePage
from tests.devices import device_token
from tests.matches.factory import entry, make_hand

# A phone without room, and a browser that blocks what sites store.
FULL = """
for (let size = 1e6; size > 1; size = Math.floor(size / 2))
    try { for (let at = 0; at < 50; at++) localStorage[`full ${size} ${at}`] = "x".repeat(size); } catch {}
"""
BLOCKED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });
"""
NOT_TAKEN = "Hand 1 was not taken"


@pytest.fixture(autouse=True)
def no_other_errors(share_phone, open_phone, page_errors):
    yield
    ignore_network_errors(page_errors)


@pytest.fixture
def score_page(fast_phone, live_server):
    """A scorer's phone without a service worker, as over plain HTTP: all depends on the page that is open."""
    device_token(label="the owner’s")
    log_in(fast_phone.context, live_server.url, label="a phone", role=Role.SCORER)
    score_page = ScorePage(fast_phone)
    score_page.open()
    return score_page


def answer_with(**answer):
    return lambda route: route.fulfill(**answer)


def save_offline(score_page):
    set_offline(score_page.page)
    score_page.save_hands(1)
    wait_for_outbox(score_page.page, "Hand 1 is kept on this phone")


def press(score_page, label):
    score_page.page.locator(f"{words.OUTBOX} button", has_text=label).tap()


def assert_sent(score_page, match, bids, version=None):
    """Nothing waits, and these are the rounds the server has, by the sum of their bids."""
    wait_until_sent(score_page.page)
    match = Match.objects.get(pk=match.pk)
    assert [sum(facts.bids) for facts in match.round_facts] == bids
    assert match.version == (version or len(bids))


# --- Drafts ---


def test_taps_that_cannot_be_sent_survive_a_reload_and_are_sent_later(score_page):
    page = score_page.page
    score_page.enter(1)
    score_page.wait_for_ledger("bids 1 so far")
    page.route("**/draft/", answer_with(status=404))
    score_page.enter(0, 1)
    page.locator(words.DRAFT_STATUS, has_text=f"{words.NOT_SENT}: kept on this phone").wait_for()
    page.unroute("**/draft/")
    page.reload()
    score_page.wait_for_ledger("bids 2 so far")
    assert score_page.match.draft == {"bids-1": "1", "bids-2": "0", "bids-3": "1"}

    set_offline(page)
    score_page.enter(0)
    page.locator(words.DRAFT_STATUS, has_text=words.NOT_SENT).wait_for()
    set_offline(page, offline=False)
    score_page.wait_for_ledger("bids 2 for 1 trick")
    page.locator(f"{words.DRAFT_STATUS}:empty").wait_for(state="attached")
    # The phone forgets a tap once the answer has told that it was kept.
    page.wait_for_function("() => !Object.keys(localStorage).some(name => name.startsWith('draft'))")


@pytest.mark.parametrize("storage", [FULL, BLOCKED], ids=["full", "blocked"])
def test_a_phone_without_storage_warns_and_sends_from_the_open_page(open_phone, storage):
    page = open_phone()
    page.add_init_script(FAST_TIMERS + storage)
    score_page = ScorePage(page)
    match = score_page.open()
    score_page.enter(0)
    wait_for_next_forms(page)
    set_offline(page)
    score_page.fill_in(1)
    page.locator(words.DRAFT_STATUS, has_text=f"{words.NOT_SENT}: leave this page open").wait_for()
    score_page.press_save()
    score_page.save_hands(2)
    wait_for_outbox(page, "Hand 1 and Hand 2 are not kept on this phone: leave this page open")
    with page.expect_event("dialog") as leaving:
        page.close(run_before_unload=True)
    assert leaving.value.type == "beforeunload"
    leaving.value.dismiss()
    set_offline(page, offline=False)
    assert_sent(score_page, match, [1, 2])


# --- Saves that are refused ---


def test_a_conflicting_hand_stays_on_the_phone_until_it_is_reviewed(score_page):
    page, match = score_page.page, score_page.match
    save_offline(score_page)
    recording.play(match, make_hand(match), entry(match))
    set_offline(page, offline=False)
    wait_for_outbox(page, f"{NOT_TAKEN}: Somebody changed this match meanwhile.")
    requests = []
    page.on("request", lambda request: requests.append(request.url) if request.url.endswith("/rounds/") else None)
    page.evaluate("dispatchEvent(new Event('online'))")
    for _ in range(2):
        page.reload()
        wait_for_outbox(page, NOT_TAKEN)
        assert requests == []
        press(score_page, words.LOOK_AT_IT)
        page.locator(".conflict").wait_for()
        assert page.input_value("input[name=bids-0]:checked") == "1"
        page.locator(f"{words.OUTBOX}:empty").wait_for(state="attached")
        requests.clear()
    score_page.press_save()
    assert_sent(score_page, match, [1], version=2)


def test_an_impossible_hand_holds_the_next_ones_until_it_is_put_right(score_page):
    page, match = score_page.page, score_page.match
    score_page.enter(1)
    wait_for_next_forms(page)
    set_offline(page)
    score_page.enter(0, 0, 0, 1)
    score_page.select("tricks-2")
    score_page.enter(1, 0, 0)
    score_page.press_save()
    score_page.save_hands(2)
    wait_for_outbox(page, "Hand 1 and Hand 2 are")
    set_offline(page, offline=False)
    wait_for_outbox(page, f"{NOT_TAKEN}: tricks add up to 2")
    wait_for_outbox(page, "Hand 2 is kept on this phone and sent once the network is back")
    press(score_page, words.LOOK_AT_IT)
    page.locator("#entry[data-refused-key]").wait_for()
    score_page.select("tricks-1")
    score_page.enter(0)
    score_page.press_save()
    score_page.wait_for_rounds(2)
    assert_sent(score_page, match, [1, 2])
