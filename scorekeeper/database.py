"""Whose turn it is to write."""

import fcntl
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

from django.db import connection, transaction


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes; inside another, a savepoint. On SQLite writers are served in the order they come."""
    with turn_to_write(), transaction.atomic():
        yield


def turn_to_write() -> AbstractContextManager[None]:
    # Who is inside a transaction already holds the database: queueing then would wait for somebody who waits for us.
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return nullcontext()
    return queue.turn(Path(f"{connection.settings_dict['NAME']}.queue"))


class Queue:
    """Threads of this process in the order they came; between processes a lock on a file beside the database."""

    def __init__(self) -> None:
        self.changing = threading.Lock()
        self.waiting: deque[threading.Lock] = deque()
        self.busy = False

    @contextmanager
    def turn(self, path: Path) -> Iterator[None]:
        self.wait()
        try:
            with path.open("w") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                yield
        finally:
            self.call_next()

    def wait(self) -> None:
        with self.changing:
            if not self.busy:
                self.busy = True
                return
            gate = threading.Lock()
            gate.acquire()
            self.waiting.append(gate)
        gate.acquire()

    def call_next(self) -> None:
        with self.changing:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.busy = False


queue = Queue()


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy, also while others write."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(target)) as copy:
        origin.backup(copy)
