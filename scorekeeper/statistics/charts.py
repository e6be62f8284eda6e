"""Line charts of scores and ratings over rounds, matches or days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from games.core.keypad import MARKS
from games.core.text import minus
from scorekeeper.matches.axis import Scale, Tick, compact, nice_step, ticks
from scorekeeper.statistics.marks import mark_path

WIDTH, LETTER, LABEL, NAMES = 340, 13, 17, 84
"""In pixels: the width of the chart (that of a phone), the font size, the height of a label, the room for a name."""

TOP, BOTTOM, BESIDE, LEAST, MARKED, CLEAR = 10, 30, 31, 170, 8, 8
"""Room above, below and beside the lines; their least height; about how many marks a line carries, and how far from its
end."""


class Sparkline(NamedTuple):
    """A line without axes, 72 by 28 pixels: its points and its end."""

    points: str
    end: tuple[int, int]


def sparkline(values: Sequence[float], most: int = 24) -> Sparkline:
    shown = [values[len(values) * step // most] for step in range(most)] if len(values) > most else values
    low, high = min(shown), max(shown)
    up, across = Scale(min(low, high - 1), high, 25, 3), Scale(0, max(len(shown) - 1, 1), 2, 68)
    points = [(across.at(place), up.at(value)) for place, value in enumerate(shown)]
    return Sparkline(" ".join(f"{x},{y}" for x, y in points), points[-1])


@dataclass(frozen=True)
class Series:
    """One line: its name, its value at each place (None: no value), and the number of its mark and colour."""

    name: str
    values: Sequence[float | None]
    mark: int = 0


class DrawnLine(NamedTuple):
    """A drawn line: its points, its marks (`shape`: their path), its end and the height of its label there."""

    side: int
    shape: str
    label: str
    points: str
    marks: tuple[tuple[int, int], ...]
    end: tuple[int, int]
    height: int


@dataclass(frozen=True)
class LineChart:
    """A line for each series over the places `across`; `at` is the selected place.

    `from_zero`: the axis includes zero whatever the values (scores, but not ratings).
    """

    title: str
    across: Sequence[str]
    series: Sequence[Series]
    across_name: str = "Round"
    from_zero: bool = True
    at: int | None = None
    width: int = WIDTH

    @property
    def description(self) -> str:
        ends = [(one.name, _known_points(one.values)) for one in self.series]
        named = ", ".join(f"{name} {compact(known[-1][1])}" for name, known in ends if known)
        return f"Where they end: {named}." if named else "There is nothing to show yet."

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The values as a table: a row for each place, "" where there is none."""
        return [
            (name, ["" if one.values[place] is None else _value_text(one.values[place]) for one in self.series])
            for place, name in enumerate(self.across)
        ]

    @property
    def bottom(self) -> int:
        return TOP + max(LEAST, LABEL * len(self.series))

    @property
    def height(self) -> int:
        return self.bottom + BOTTOM

    @cached_property
    def right(self) -> int:
        return self.width - BESIDE - min(NAMES, ceil(max((width(one.name) for one in self.series), default=0) * LETTER))

    @cached_property
    def left(self) -> int:
        beside, below = max(width(compact(tick)) for tick in self._ticks), max(map(width, self.across[:1]), default=0)
        return ceil(max(beside * LETTER + 8, below * LETTER / 2))

    @property
    def beside(self) -> list[Tick]:
        return [Tick(self._up.at(tick), compact(tick)) for tick in self._ticks]

    @property
    def below(self) -> list[Tick]:
        room = max(map(width, self.across), default=0) * LETTER + 12
        step = nice_step(max(len(self.across) - 1, 1) * room / (self.right - self.left))
        return [Tick(self._across(place), self.across[place]) for place in range(0, len(self.across), step)]

    @property
    def zero(self) -> int | None:
        return self._up.at(0) if self._ticks[0] <= 0 <= self._ticks[-1] else None

    @property
    def looked_at(self) -> int | None:
        return None if self.at is None else self._across(self.at)

    @cached_property
    def drawn(self) -> list[DrawnLine]:
        known = [(number, one, points) for number, one in enumerate(self.series) if (points := self._points(one))]
        heights = spread_labels([points[-1][1] for _, _, points in known], LABEL, TOP, self.bottom)
        return [
            DrawnLine(
                one.mark % len(MARKS), mark_path(one.mark), fitted(one.name, NAMES / LETTER),
                " ".join(f"{x},{y}" for x, y in points), self._marks(number, points), points[-1], height,
            )
            for (number, one, points), height in zip(known, heights, strict=True)
        ]  # fmt: skip

    def _points(self, one: Series) -> list[tuple[int, int]]:
        return [(self._across(place), self._up.at(value)) for place, value in _known_points(one.values)]

    def _marks(self, number: int, points: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        every = ceil(len(points) / MARKED)
        marked = points[number % every :: every]
        # At its end a line has its name, with the mark before it.
        return tuple(one for one in marked if one[0] < self.right - CLEAR) or (points[0],)

    def _across(self, place: int) -> int:
        if len(self.across) < 2:
            return (self.left + self.right) // 2
        return Scale(0, len(self.across) - 1, self.left, self.right).at(place)

    @cached_property
    def _ticks(self) -> list[int]:
        values = [value for one in self.series for _, value in _known_points(one.values)]
        return ticks([*values, 0] if self.from_zero else values)

    @cached_property
    def _up(self) -> Scale:
        return Scale(self._ticks[0], self._ticks[-1], self.bottom, TOP)


def _known_points(values: Sequence[float | None]) -> list[tuple[int, float]]:
    return [(place, value) for place, value in enumerate(values) if value is not None]


def _value_text(value: float | None) -> str:
    return minus(round(value or 0, 1))


ISOLATE, POP = "\u2068", "\u2069"
"""Around a name, so that a right-to-left name leaves its neighbours where they are."""

NARROW, WIDE = frozenset("fijlrtI.,:;'|!()[] "), frozenset("mwMWQO@%&<>=+~#_")


def spread_labels(wanted: Sequence[float], gap: int, low: int, high: int) -> list[int]:
    """Return a place for each label: in the order wanted, `gap` apart or more, from `low` to `high`, moved the least.

    ValueError where there is no room for all.
    """
    if (len(wanted) - 1) * gap > high - low:
        raise ValueError(f"no room for {len(wanted)} labels")
    order = sorted(range(len(wanted)), key=lambda label: wanted[label])
    # Without the gaps between them, labels only must not pass each other: those that would share one place.
    shared = _rising([wanted[label] - place * gap for place, label in enumerate(order)])
    highest = high - (len(wanted) - 1) * gap
    places = [0] * len(wanted)
    for place, (label, at) in enumerate(zip(order, shared, strict=True)):
        places[label] = floor(min(max(at, low), highest)) + place * gap
    return places


def _rising(wanted: Sequence[float]) -> list[float]:
    blocks: list[tuple[float, int]] = []
    for at in wanted:
        total, count = at, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            before, more = blocks.pop()
            total, count = total + before, count + more
        blocks.append((total, count))
    return [total / count for total, count in blocks for _ in range(count)]


def width(text: str) -> float:
    """Estimate the width of a text in multiples of its font size; too wide rather than too narrow."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if combining(letter) or letter in ISOLATE + POP:
        return 0
    if letter in NARROW:
        return 0.4
    if letter in WIDE or letter.isupper():
        return 1.0 if letter in WIDE else 0.75
    if east_asian_width(letter) in "WF" or ord(letter) > 0x2190:
        return 1.4
    return 0.66


def fitted(name: str, room: float) -> str:
    """Cut a name to the room, in multiples of its font size; a cut name ends in “…”."""
    if width(name) <= room:
        return f"{ISOLATE}{name}{POP}"
    length = max(end for end in range(len(name)) if end == 0 or width(name[:end]) + 1 <= room)
    return f"{ISOLATE}{name[:length].rstrip()}…{POP}"


BARS_TOP, BARS, BAR = 10, 130, 16
"""In pixels: above the bars, the height of the longest, the width of each."""


class Bar(NamedTuple):
    """One part of a figure that is a share: what it is called, and its two pieces as places and heights in pixels."""

    label: str
    middle: int
    done_top: int
    done: int
    rest_top: int
    rest: int

    @property
    def left(self) -> int:
        return self.middle - BAR // 2


@dataclass(frozen=True)
class BarChart:
    """How often something was done, by part: the cases as a bar, those done as the lower piece of it."""

    title: str
    note: str
    heading: str
    parts: Sequence[tuple[str, int, int]]
    """For each part its label, the cases in which it was done, and all cases."""

    width, height, bar, top, bottom, left = WIDTH, BARS_TOP + BARS + 44, BAR, BARS_TOP, BARS_TOP + BARS, 30

    @property
    def right(self) -> int:
        return WIDTH - 8

    @property
    def description(self) -> str:
        return ", ".join(f"{label}: {done} of {cases}" for label, done, cases in self.parts)

    @property
    def beside(self) -> list[Tick]:
        return [Tick(self._up.at(tick), compact(tick)) for tick in self._ticks]

    @property
    def bars(self) -> list[Bar]:
        bars = []
        for number, (label, done, cases) in enumerate(self.parts):
            middle = self.left + (2 * number + 1) * (self.right - self.left) // (2 * len(self.parts))
            foot, up, top = self._up.at(0), self._up.at(done), self._up.at(cases)
            bars.append(Bar(label, middle, up, foot - up, top, up - top))
        return bars

    @cached_property
    def _ticks(self) -> list[int]:
        return ticks([0, *(cases for _, _, cases in self.parts)], 4)

    @cached_property
    def _up(self) -> Scale:
        return Scale(0, self._ticks[-1], self.bottom, BARS_TOP)
