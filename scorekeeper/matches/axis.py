"""The axis of a chart: round numbers, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import floor
from typing import NamedTuple

from games.core.text import minus


class Tick(NamedTuple):
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` laid out between the places `start` and `end` of a picture."""

    low: float
    high: float
    start: int
    end: int

    def at(self, value: float) -> int:
        return floor(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start) + 0.5)


def nice_step(least: float) -> int:
    """Return the smallest whole step of 1, 2 or 5 and zeros that is not below this."""
    return next(step for power in count() for lead in (1, 2, 5) if (step := lead * int(10**power)) >= least)


def ticks(values: Sequence[float], most: int = 5) -> list[int]:
    """Return at most so many (3 or more) round numbers, evenly apart; the first and the last enclose all values."""
    low, high = min(values, default=0), max(values, default=0)
    if low == high:
        high = low + 1
    step = nice_step((high - low) / (most - 1))
    while (last := -floor(-high // step)) - (first := floor(low // step)) >= most:
        step = nice_step(step + 1)
    return [number * step for number in range(first, last + 1)]


def compact(number: float) -> str:
    """Write a number as short as it can be read: 9500, 12k, −1.5M."""
    for power, prefix in reversed(list(enumerate("kMGTPE", 1))):
        if abs(number) >= 10_000 and abs(number) >= 1000**power:
            return minus(f"{number / 1000**power:.3g}") + prefix
    return minus(f"{number:.4g}")
