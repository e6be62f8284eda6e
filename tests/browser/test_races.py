"""Two phones that enter the same hand at the same moment: one of them saves it, the other is told and sees both."""

import re

import pytest

from scorekeeper.matches.models import Match
from tests.browser.thumb import Thumb
from tests.devices import COOKIE, device_token

RACES = 10

ENTER = """([hand, at, pause]) => {
    const wait = time => new Promise(resolve => setTimeout(resolve, time));
    const one = selector => document.querySelector(selector);
    // Where the other one has saved already, this is a correction: that is another decision.
    const isToCome = () => one("#entry").getAttribute("action").endsWith("/rounds/");
    const quiet = async () => {
        for (let still = 0; still < 5; still++) {
            await wait(20);
            if (one(".htmx-request")) still = 0;
        }
    };
    const press = async () => {
        const page = one("#page");
        one("#entry .save").click();
        while (page.isConnected) await wait(20);
        await quiet();
    };
    const enter = async () => {
        await wait(at - Date.now());
        for (const [name, value] of hand) {
            one(`[name="${name}"][value="${value}"]`).click();
            await wait(pause);
        }
        await quiet();
        if (!isToCome()) return;
        const takesOver = one(".edit-lock .save");
        await press();
        if (takesOver && isToCome() && !one(".notice")) await press();
    };
    window.entered = false;
    enter().then(() => { window.entered = true; });
}"""
"""Taps a hand in from a moment on, and saves it: where the other phone is entering, takes over first."""


@pytest.fixture
def phones(open_phone, live_server):
    """Two phones with names, one match."""

    def phone(label):
        page = open_phone()
        page.context.add_cookies([{"name": COOKIE, "value": device_token(label=label), "url": live_server.url}])
        return Thumb(page)

    ours, theirs = phone("Ada’s phone"), phone("Ben’s phone")
    ours.start("big-little")
    return ours, theirs


def hand_of(number, cards):
    """What each of two phones types: they differ in one bid."""
    bids, tricks = (number, 0, 0, 0), (cards, 0, 0, 0)
    return [(f"{name}-{seat}", n) for name, four in (("bids", bids), ("tricks", tricks)) for seat, n in enumerate(four)]


def race(phones, at_match, cards, pause):
    """Let both enter the hand that comes next; return the number of the phone whose hand was saved."""
    for thumb in phones:
        thumb.page.goto(at_match)
    at = max(thumb.page.evaluate("Date.now()") for thumb in phones) + 100
    for number, thumb in enumerate(phones):
        thumb.page.evaluate(ENTER, [hand_of(number, cards), at, pause])
    for thumb in phones:
        thumb.page.wait_for_function("() => window.entered")
    [told] = [number for number, thumb in enumerate(phones) if thumb.page.locator(".notice").count()]
    return 1 - told


def test_two_who_enter_the_same_hand_at_once_lose_and_double_nothing(phones):
    at_match, winners = phones[0].page.url, []
    match = Match.objects.get()
    for cards in range(1, RACES + 1):
        winners.append(race(phones, at_match, cards, pause=20 * (cards % 4)))
        told = phones[1 - winners[-1]].page
        assert re.search("Somebody changed this match|Another phone is entering", told.locator(".notice").inner_text())
        assert told.locator('[name="bids-0"]:checked').input_value() == str(1 - winners[-1]), "what was typed is there"

        assert [facts.bids[0] for facts in Match.at(match.pk).records] == winners
    assert match.entries.count() == RACES
