"""Bars: one figure for each of several names, also below zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.keypad import MARKS
from scorekeeper.nights.charts.labels import fitted, width
from scorekeeper.nights.charts.lines import LETTER, WIDTH
from scorekeeper.nights.charts.ticks import Scale, compact

ROW, THICK, MARGIN = 42, 14, 2


@dataclass(frozen=True)
class Bar:
    """One bar: its name, its value, how that is written (else as a number), and the number of its mark, if any."""

    name: str
    value: float
    written: str = ""
    mark: int | None = None

    @property
    def told(self) -> str:
        """The value in words."""
        return self.written or compact(self.value)


class DrawnBar(NamedTuple):
    """A bar as it is drawn: its name and value above it, its corner, its size."""

    side: int | None
    shape: str
    label: str
    told: str
    words: int
    left: int
    top: int
    width: int


@dataclass(frozen=True)
class Bars:
    """A bar for each name, below each other. `name_of` and `value_of` head the same as a table."""

    title: str
    bars: Sequence[Bar]
    name_of: str = "Player"
    value_of: str = "Value"

    width, thick = WIDTH, THICK

    @property
    def said(self) -> str:
        """All bars in words."""
        return ", ".join(f"{bar.name} {bar.told}" for bar in self.bars) + "." if self.bars else "There is nothing yet."

    @property
    def height(self) -> int:
        """The height of the picture."""
        return ROW * max(len(self.bars), 1)

    @property
    def zero(self) -> int:
        """How far across zero is."""
        return self._across.at(0)

    @property
    def drawn(self) -> list[DrawnBar]:
        """The bars from above."""
        return [self._draw(row * ROW, bar) for row, bar in enumerate(self.bars)]

    def _draw(self, top: int, bar: Bar) -> DrawnBar:
        tip, shape = self._across.at(bar.value), "" if bar.mark is None else MARKS[bar.mark % len(MARKS)]
        room = (WIDTH - 2 * MARGIN) / LETTER - width(bar.told) - (2.5 if shape else 1)
        return DrawnBar(
            None if bar.mark is None else bar.mark % len(MARKS), shape, fitted(bar.name, room), bar.told,
            top + 16, min(self.zero, tip), top + 21, abs(tip - self.zero),
        )  # fmt: skip

    @cached_property
    def _across(self) -> Scale:
        low, high = min([0, *(bar.value for bar in self.bars)]), max([0, *(bar.value for bar in self.bars)])
        return Scale(low, high if high > low else low + 1, MARGIN, WIDTH - MARGIN)
