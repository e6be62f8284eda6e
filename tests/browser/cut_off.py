"""What tests of a network that comes and goes do to a phone, and how they read what it says."""

import re

from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from tests.matches.factory import a_hand, entry

SOON = 15_000
A_HAND = (0, 0, 0, 1, 1, 0, 0)
"""The keys of a hand with one card."""

HASTE = "const every = setInterval; window.setInterval = (work, time) => every(work, time / 10);"
"""What a phone does again and again, it does ten times as often."""

# What Chromium and htmx write into the console while there is no network is part of these tests.
EXPECTED = ("net::ERR_", "status of", "htmx:sendError", "htmx:responseError", "htmx:afterRequest", "Error Code")


def forgive(troubles):
    troubles[:] = [trouble for trouble in troubles if not any(words in trouble for words in EXPECTED)]


def offline(thumb, off=True):
    thumb.page.context.set_offline(off)


def press_save(thumb):
    thumb.page.locator("#entry .save:not([name])").tap()


def match_of(thumb):
    return Match.at(int(re.search(r"/matches/(\d+)/", thumb.page.url)[1]))


def says(thumb, words):
    thumb.page.locator("round-outbox", has_text=words).wait_for(timeout=SOON)


def says_nothing(thumb):
    thumb.page.wait_for_function("() => !document.querySelector('round-outbox').items.length", timeout=SOON)
    thumb.page.locator("round-outbox:empty").wait_for(state="attached")


def ahead_is_kept(thumb):
    thumb.page.wait_for_function("() => !!localStorage['next-rounds']")


def overtake(thumb):
    """Somebody else saves the same hand first."""
    match = match_of(thumb)
    recording.play(match, a_hand(match), entry(match))
