"""Fixtures of several files."""

import threading

import pytest

from scorekeeper.matches.models import Match
from tests.concurrency import finish_all, start_thread


@pytest.fixture
def at_once(monkeypatch):
    """Work of several that have all read the match before the first of them writes."""

    def run(*works):
        meeting, met, read = threading.Barrier(len(works)), threading.local(), Match.at

        def read_and_wait(pk):
            match = read(pk)
            if not hasattr(met, "once"):
                met.once = True
                meeting.wait(timeout=30)
            return match

        monkeypatch.setattr(Match, "at", read_and_wait)
        finish_all([start_thread(work) for work in works])
        monkeypatch.setattr(Match, "at", read)

    return run
