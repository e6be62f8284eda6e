"""Round numbers beside a chart, and where a value lies between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PREFIXES = "kMGTPE"
"""Thousands, millions and so on, for totals nobody wants to read digit by digit."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` laid out between the places `start` and `end` of a picture."""

    low: float
    high: float
    start: int
    end: int

    def at(self, value: float) -> int:
        """Return the place of a value."""
        return floor(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start) + 0.5)


def nice(least: float) -> int:
    """Return the smallest whole step of 1, 2 or 5 and zeros that is not below this."""
    return next(step for power in count() for lead in (1, 2, 5) if (step := lead * int(10**power)) >= least)


def ticks(values: Sequence[float], most: int = 5) -> list[int]:
    """Return at most so many (3 or more) round numbers, evenly apart; the first and the last enclose all values."""
    low, high = min(values, default=0), max(values, default=0)
    if low == high:
        high = low + 1
    for step in _steps(low, high, most):
        first, last = floor(low // step), -floor(-high // step)
        if last - first < most:
            return [number * step for number in range(first, last + 1)]
    raise AssertionError


def _steps(low: float, high: float, most: int) -> Iterator[int]:
    step = nice((high - low) / (most - 1))
    while True:
        yield step
        step = nice(step + 1)


def compact(number: float) -> str:
    """Write a number as short as it can be read: 9500, 12k, −1.5M."""
    for power in range(len(PREFIXES), 0, -1):
        if abs(number) >= 10_000 and abs(number) >= 1000**power:
            return _minus(f"{number / 1000**power:.3g}") + PREFIXES[power - 1]
    return _minus(f"{number:.4g}")


def _minus(number: str) -> str:
    return number.replace("-", "−")
