"""Long work gives way to requests that are being answered: of all threads of a process one at a time can run."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from time import monotonic, sleep

LONGEST, LOOK_AGAIN = 0.005, 0.0005
"""Seconds: for which long work waits at a time, since on a busy server somebody always asks; and between two looks."""

_answering: set[int] = set()
"""The threads that answer requests just now."""


@contextmanager
def answering_request() -> Iterator[None]:
    _answering.add(get_ident())
    try:
        yield
    finally:
        _answering.discard(get_ident())


def give_way() -> None:
    """Let requests be answered first, for a moment; long work calls it every few milliseconds."""
    _answering.discard(get_ident())  # the request that asked for long work is none of them
    until = monotonic() + LONGEST
    while _answering and monotonic() < until:
        sleep(LOOK_AGAIN)
