"""How far a command is, for who waits at a terminal."""

import sys
from time import monotonic

PATIENCE, A_STEP, A_LOG_STEP = 2, 0.2, 10
"""Seconds: before anything is said, between two figures in a terminal, between two lines of a log."""


class ProgressLine:
    """Says how much of something is done, once that takes a while: on one line of a terminal, or in lines of a log."""

    def __init__(self, what: str) -> None:
        self.what, self.next, self.said = what, monotonic() + PATIENCE, False

    def __call__(self, done: int, total: int) -> None:
        now = monotonic()
        if now < self.next or not total:
            return
        in_terminal = sys.stderr.isatty()
        line = f"{self.what}: {min(100, 100 * done // total)} %"
        sys.stderr.write(f"\r{line}" if in_terminal else f"{line}\n")
        sys.stderr.flush()
        self.next, self.said = now + (A_STEP if in_terminal else A_LOG_STEP), in_terminal

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, *_: object) -> None:
        if self.said:
            sys.stderr.write("\n")
