"""Two phones at one match: what one enters the other shows, and one of them enters at a time."""

import re

import pytest

from scorekeeper.matches.models import Match
from tests.browser import words
from tests.browser.conftest import log_in
from tests.browser.layout import violations
from tests.browser.score_page import SOON, ScorePage, won_rounds
from tests.thoroughness import many

RACES = max(2, many(10))
OURS = "() => document.querySelector('.own-lock')"
PAUSE = f"document.querySelector('{words.BOARD}').pause"
TIMER = f"document.querySelector('{words.BOARD}').timer"


@pytest.fixture
def phones(phone, second_phone, live_server):
    """Ada's phone and Ben's, on the same match."""
    ours, theirs = ScorePage(phone), ScorePage(second_phone)
    log_in(phone.context, live_server.url, label="Ada’s phone")
    log_in(theirs.page.context, live_server.url, label="Ben’s phone")
    ours.open()
    theirs.page.goto(ours.page.url)
    return ours, theirs


# --- The live board ---


def test_taps_and_a_saved_hand_show_on_the_other_phone_by_themselves(phones):
    ours, theirs = phones
    theirs.enter(1, 0, 0, 1)
    theirs.wait_for_ledger("bids 2 for 1 trick")
    ours.wait_for_ledger("bids 2 for 1 trick")
    theirs.enter(1, 0, 0)
    theirs.save()
    ours.wait_for_rounds(1)
    assert ours.totals == theirs.totals
    assert ours.page.input_value("input[name=seen]") == "1"


def test_our_own_taps_are_no_news(phones):
    ours, _ = phones
    ours.enter(1)
    ours.wait_for_ledger("bids 1 so far")
    with ours.page.expect_response(re.compile("/board/")) as response:
        ours.poll()
    assert response.value.status == 204


def test_who_has_something_open_is_told_of_a_change_in_one_line(phones):
    ours, theirs = phones
    ours.page.evaluate("document.querySelector('.menu').open = true")
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")
    ours.poll()
    link = ours.page.locator(f"{words.BOARD} a")
    link.wait_for()
    assert "unset" in ours.page.locator(ours.cell("bids-1")).get_attribute("class")
    link.tap()
    ours.wait_for_ledger("bids 1 so far")


def test_a_hidden_page_does_not_poll_and_an_idle_one_less_and_less_often(open_phone):
    page = open_phone()
    ScorePage(page).open()
    page.clock.install()
    page.reload()
    pauses = [page.evaluate(PAUSE)]
    for _ in range(20):
        before = page.evaluate(TIMER)
        with page.expect_response(re.compile("/board/")) as response:
            page.clock.run_for(20_000)
        response.value.finished()
        page.wait_for_function(f"before => {TIMER} !== before", arg=before)
        pauses.append(page.evaluate(PAUSE))
    assert pauses[0] == pauses[2] == 2.5, "the first minute"
    assert pauses == sorted(pauses)
    assert pauses[-1] == 15
    page.locator(words.DEAL).tap()
    assert page.evaluate(PAUSE) == 2.5, "after a touch"

    requests = []
    page.on("request", lambda request: requests.append(request.url) if "/board/" in request.url else None)
    set_hidden(page, hidden=True)
    page.clock.run_for(60_000)
    assert requests == []
    with page.expect_request(re.compile("/board/")):
        set_hidden(page, hidden=False)


def set_hidden(page, *, hidden):
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


# --- The edit lock ---


def wait_for_lock(score_page, label):
    """Wait until the page says which other phone is scoring."""
    score_page.poll()
    score_page.page.locator(words.LOCK, has_text=f"{label} is scoring").wait_for(timeout=SOON)


def assert_can_save(score_page):
    score_page.page.locator(".save-row > .save").wait_for(timeout=SOON)
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

    ours.enter(0, 0, 1)
    ours.wait_for_ledger("bids 2 for 1 trick")
    theirs.poll()
    theirs.wait_for_ledger("bids 2 for 1 trick")
    ours.enter(1, 0, 0)
    ours.save()
    theirs.poll()
    theirs.wait_for_rounds(1)
    assert ours.totals == theirs.totals


def test_a_tap_while_another_phone_enters_is_refused_and_comes_along_on_taking_over(phones):
    ours, theirs = phones
    ours.page.evaluate("document.querySelector('.menu').open = true")  # so that the page does not show the lock yet
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")
    ours.page.evaluate("document.querySelector('.menu').open = false")

    ours.select("bids-2")
    ours.enter(0)
    ours.page.locator(words.NOTICE, has_text="Another phone is scoring").wait_for()
    assert ours.page.locator('input[name="bids-2"][value="0"]').is_checked()
    ours.tap(words.TAKE_OVER)

    ours.page.wait_for_function(OURS)
    assert_can_save(ours)
    assert ours.page.locator('input[name="bids-2"][value="0"]').is_checked()
    assert ours.page.locator(words.NOTICE).count() == 0
    theirs.poll()
    theirs.page.locator('input[name="bids-2"][value="0"]:checked').wait_for(state="attached", timeout=SOON)


def test_a_viewer_sees_who_enters_and_no_button(phones, live_server):
    viewer, theirs = phones
    log_in(viewer.page.context, live_server.url, label="Eve", role=1)
    viewer.page.reload()
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")

    wait_for_lock(viewer, "Ben’s phone")
    viewer.page.get_by_label("Ben bids: 1", exact=True).wait_for()
    controls = f"#page :is(button, input, form, [href*='rounds/1/']:not({words.WHY_LINK}))"
    assert not viewer.page.locator(controls).count()
    assert violations(viewer.page) == []


def test_who_corrects_is_told_who_took_over(phones):
    ours, theirs = phones
    ours.open(rounds=won_rounds(1))
    theirs.page.goto(ours.page.url)
    ours.tap(f"{words.ROUNDS} a")
    ours.select("bids-0")
    ours.enter(0)
    ours.page.locator("#preview", has_text="bid 0, took 1").wait_for()
    theirs.page.reload()
    theirs.tap(words.TAKE_OVER)
    theirs.page.wait_for_function(OURS)

    ours.poll()
    ours.page.locator(f"{words.BOARD} a", has_text="Ben’s phone is scoring: show it").wait_for(timeout=SOON)
    assert ours.page.locator('input[name="bids-0"][value="0"]').is_checked(), "what is typed stays"


def test_a_lock_that_expired_while_the_page_still_shows_it_is_taken_by_typing(phones):
    ours, theirs = phones
    theirs.enter(1)
    theirs.wait_for_ledger("bids 1 so far")
    wait_for_lock(ours, "Ben’s phone")
    ours.page.evaluate("document.querySelector('.menu').open = true")
    Match.objects.update(locked_at="2020-01-01T00:00Z")
    ours.page.evaluate("document.querySelector('.menu').open = false")

    ours.enter(0)
    ours.wait_for_ledger("bids 1 so far")
    ours.page.wait_for_function(OURS)
    assert_can_save(ours)


# --- Races ---

ENTER = f"""([hand, at, pause]) => {{
    const wait = time => new Promise(resolve => setTimeout(resolve, time));
    const one = selector => document.querySelector(selector);
    // Where the other one has saved already, this is a correction: that is another decision.
    const isToCome = () => one("{words.ENTRY}").getAttribute("action").endsWith("/rounds/");
    const quiet = async () => {{
        for (let still = 0; still < 5; still++) {{
            await wait(20);
            if (one(".htmx-request")) still = 0;
        }}
    }};
    const press = async () => {{
        const page = one("#page");
        one("{words.ENTRY} .save").click();
        while (page.isConnected) await wait(20);
        await quiet();
    }};
    const enter = async () => {{
        await wait(at - Date.now());
        for (const [name, value] of hand) {{
            one(`[name="${{name}}"][value="${{value}}"]`).click();
            await wait(pause);
        }}
        await quiet();
        if (!isToCome()) return;
        const takesOver = one("{words.TAKE_OVER}");
        await press();
        if (takesOver && isToCome() && !one("{words.NOTICE}")) await press();
    }};
    window.entered = false;
    enter().then(() => {{ window.entered = true; }});
}}"""
"""Taps a hand in from a moment on, and saves it: where the other phone is scoring, takes over first."""


def race(phones, address, cards):
    """Let both enter the hand that comes next, with different bids; return the number of the phone that saved."""
    for score_page in phones:
        score_page.page.goto(address)
    at = max(score_page.page.evaluate("Date.now()") for score_page in phones) + 100
    for number, score_page in enumerate(phones):
        answers = {"bids": (number, 0, 0, 0), "tricks": (cards, 0, 0, 0)}
        hand = [(f"{name}-{seat}", value) for name, values in answers.items() for seat, value in enumerate(values)]
        score_page.page.evaluate(ENTER, [hand, at, 20 * (cards % 4)])
    for score_page in phones:
        score_page.page.wait_for_function("() => window.entered")
    [refused] = [number for number, one in enumerate(phones) if one.page.locator(words.NOTICE).count()]
    return 1 - refused


def test_of_two_phones_that_save_the_same_hand_one_is_refused_and_loses_nothing(phones):
    match, address, winners = phones[0].match, phones[0].page.url, []
    for cards in range(1, RACES + 1):
        winners.append(race(phones, address, cards))
        refused = phones[1 - winners[-1]].page
        notice = refused.locator(words.NOTICE).inner_text()
        assert re.search("Somebody changed this match|Another phone is scoring", notice), cards
        assert refused.locator('[name="bids-0"]:checked').input_value() == str(1 - winners[-1]), (
            "what was typed is there"
        )
        assert [facts.bids[0] for facts in Match.at(match.pk).round_facts] == winners
    assert match.entries.count() == RACES
