"""Slow requests take turns, so that they cannot occupy all threads of the server."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore


class Crowded(Exception):
    """Too many requests of one kind at once; the message tells a player what to do."""


class Turns:
    """Admit `most` threads at a time, and let `waiting` others wait for up to `seconds`.

    Raise Crowded with `sentence` for all others.
    """

    def __init__(self, most: int, *, waiting: int, seconds: float, sentence: str) -> None:
        self.admitted, self.turns = Semaphore(most + waiting), Semaphore(most)
        self.seconds, self.sentence = seconds, sentence

    @contextmanager
    def take(self) -> Iterator[None]:
        if not self.admitted.acquire(blocking=False):
            raise Crowded(self.sentence)
        try:
            if not self.turns.acquire(timeout=self.seconds):
                raise Crowded(self.sentence)
            try:
                yield
            finally:
                self.turns.release()
        finally:
            self.admitted.release()
