"""What takes long waits in turn: it may not take all threads of the server."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore


class Crowded(Exception):
    """Too many ask for the same at once; the message tells a player what to do."""


class Turns:
    """Let `most` threads at a time do something, and `waiting` others wait for it up to `seconds`.

    All others raise Crowded with `sentence`.
    """

    def __init__(self, most: int, *, waiting: int, seconds: float, sentence: str) -> None:
        self.present, self.turns = Semaphore(most + waiting), Semaphore(most)
        self.seconds, self.sentence = seconds, sentence

    @contextmanager
    def take(self) -> Iterator[None]:
        if not self.present.acquire(blocking=False):
            raise Crowded(self.sentence)
        try:
            if not self.turns.acquire(timeout=self.seconds):
                raise Crowded(self.sentence)
            try:
                yield
            finally:
                self.turns.release()
        finally:
            self.present.release()
