"""Charts as plain data for the SVG templates: scales, labels that keep apart, marks, lines and bars.

Lengths are in pixels of a phone, widths of texts in multiples of their font size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise
from math import ceil, floor
from typing import NamedTuple, TypeVar
from unicodedata import combining, east_asian_width

from games.core.keypad import MARKS
from games.core.text import minus

WIDTH = 340
FONT_SIZE = 13
# Room for the names beside the lines.
MAX_NAMES_WIDTH = 84

Value = TypeVar("Value")


@dataclass(frozen=True)
class Series:
    """One line: its name, its value at each place (None: no value), and the number of its mark and colour."""

    name: str
    values: Sequence[float | None]
    mark: int = 0

    @property
    def known(self) -> list[tuple[int, float]]:
        return [(place, value) for place, value in enumerate(self.values) if value is not None]


class Tick(NamedTuple):
    at: int
    text: str


class DrawnLine(NamedTuple):
    """A drawn line: its points, its marks (`shape`: their path), its end and the height of its label there."""

    side: int
    shape: str
    label: str
    points: str
    marks: Sequence[tuple[int, int]]
    end: tuple[int, int]
    height: int


# --- Lines ---


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

    top = 10
    label_height = 17

    @property
    def description(self) -> str:
        named = ", ".join(f"{one.name} {compact(one.known[-1][1])}" for one in self.series if one.known)
        return f"Where they end: {named}." if named else "There is nothing to show yet."

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The values as a table: a row for each place, "" where there is none."""
        return [
            (name, ["" if (value := one.values[place]) is None else minus(round(value, 1)) for one in self.series])
            for place, name in enumerate(self.across)
        ]

    @property
    def bottom(self) -> int:
        return self.top + max(170, self.label_height * len(self.series))

    @property
    def height(self) -> int:
        return self.bottom + 30

    @cached_property
    def right(self) -> int:
        names = ceil(max((text_width(one.name) for one in self.series), default=0) * FONT_SIZE)
        return self.width - 31 - min(MAX_NAMES_WIDTH, names)

    @cached_property
    def left(self) -> int:
        beside = max(text_width(compact(tick)) for tick in self._ticks)
        below = max(map(text_width, self.across[:1]), default=0)
        return ceil(max(beside * FONT_SIZE + 8, below * FONT_SIZE / 2))

    @property
    def beside(self) -> list[Tick]:
        return [Tick(self._up.at(tick), compact(tick)) for tick in self._ticks]

    @property
    def below(self) -> list[Tick]:
        room = max(map(text_width, self.across), default=0) * FONT_SIZE + 12
        step = nice_step(max(len(self.across) - 1, 1) * room / (self.right - self.left))
        return [Tick(self._along(place), self.across[place]) for place in range(0, len(self.across), step)]

    @property
    def zero(self) -> int | None:
        return self._up.at(0) if self._ticks[0] <= 0 <= self._ticks[-1] else None

    @property
    def looked_at(self) -> int | None:
        return None if self.at is None else self._along(self.at)

    @cached_property
    def drawn(self) -> list[DrawnLine]:
        known = [(number, one, self._points(one)) for number, one in enumerate(self.series) if one.known]
        heights = spread_labels([points[-1][1] for _, _, points in known], self.label_height, self.top, self.bottom)
        return [
            DrawnLine(
                one.mark % len(MARKS), mark_path(one.mark), fitted(one.name, MAX_NAMES_WIDTH / FONT_SIZE),
                " ".join(f"{x},{y}" for x, y in points), self._marks(number, points), points[-1], height,
            )
            for (number, one, points), height in zip(known, heights, strict=True)
        ]  # fmt: skip

    def _points(self, one: Series) -> list[tuple[int, int]]:
        return [(self._along(place), self._up.at(value)) for place, value in one.known]

    def _marks(self, number: int, points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        every = ceil(len(points) / 8)
        marked = points[number % every :: every]
        # At its end a line has its name, with the mark before it.
        return [one for one in marked if one[0] < self.right - 8] or points[:1]

    def _along(self, place: int) -> int:
        if len(self.across) < 2:
            return (self.left + self.right) // 2
        return Scale(0, len(self.across) - 1, self.left, self.right).at(place)

    @cached_property
    def _ticks(self) -> list[int]:
        values = [value for one in self.series for _, value in one.known]
        return ticks([*values, 0] if self.from_zero else values)

    @cached_property
    def _up(self) -> Scale:
        return Scale(self._ticks[0], self._ticks[-1], self.bottom, self.top)


@dataclass(frozen=True)
class ScoreChart(LineChart):
    """The lines alone, as large as the picture; names and numbers stand around it."""

    left, right, top, bottom = 0, 290, 0, 195
    label_height = 15

    @property
    def below(self) -> list[Tick]:
        """About six of the rounds."""
        step = nice_step((len(self.across) - 1) / 6)
        return [Tick(self._along(place), self.across[place]) for place in range(step, len(self.across), step)]


@dataclass(frozen=True)
class PlacesChart:
    """Places over the matches of a night. `series`: places from 0, in their final order.

    `more`: how many players have no line.
    """

    series: Sequence[Series]
    more: int = 0
    width: int = WIDTH
    max_names_width: int = 128
    row: int = 30
    font_size: int = FONT_SIZE

    @cached_property
    def matches(self) -> int:
        return max((len(one.values) for one in self.series), default=0)

    @cached_property
    def names_width(self) -> int:
        longest = max((text_width(one.name) for one in self.series), default=0)
        return min(self.max_names_width, ceil(longest * self.font_size) + 3 * self.font_size)

    @property
    def height(self) -> int:
        return self.row * len(self.series) + 28

    @cached_property
    def drawn(self) -> list[DrawnLine]:
        lines = []
        for one in self.series:
            points = [(self._along(at), self._down(place)) for at, place in one.known]
            label = fitted(one.name, self.names_width / self.font_size - 2.5)
            mark, end = one.mark % len(MARKS), points[-1]
            lines.append(DrawnLine(mark, mark_path(mark), label, _curve(points), points, end, end[1]))
        return lines

    @property
    def beside(self) -> list[Tick]:
        return [Tick(self._down(place), str(place + 1)) for place in range(len(self.series))]

    @property
    def below(self) -> list[Tick]:
        return [Tick(self._along(at), str(at + 1)) for at in range(0, self.matches, ceil(self.matches / 12))]

    @property
    def description(self) -> str:
        return "In the end: " + ", ".join(f"{place} {one.name}" for place, one in enumerate(self.series, 1)) + "."

    def _along(self, at: int) -> int:
        left, right = 26, self.width - self.names_width
        return left + (right - left) * at // (self.matches - 1) if self.matches > 1 else right

    def _down(self, place: float) -> int:
        return int(place) * self.row + self.row // 2


def _curve(points: Sequence[tuple[int, int]]) -> str:
    path = "M{} {}".format(*points[0])
    for (x, y), (to, down) in pairwise(points):
        path += f"C{(x + to) // 2} {y} {(x + to) // 2} {down} {to} {down}"
    return path


def sparkline(values: Sequence[float]) -> list[tuple[int, int]]:
    """Return the points of a line without axes, 72 by 28 pixels."""
    shown = thin_out(values, 24)
    low, high = min(shown), max(shown)
    up, along = Scale(min(low, high - 1), high, 25, 3), Scale(0, max(len(shown) - 1, 1), 2, 68)
    return [(along.at(place), up.at(value)) for place, value in enumerate(shown)]


# --- Bars ---


class Bar(NamedTuple):
    """One part of a figure that is a share: what it is called, and its two pieces as places and heights."""

    label: str
    left: int
    middle: int
    done_top: int
    done: int
    rest_top: int
    rest: int


@dataclass(frozen=True)
class BarChart:
    """How often something was done, by part: the cases as a bar, those done as the lower piece of it.

    `parts`: for each part its label, the cases in which it was done, and all cases.
    """

    title: str
    note: str
    heading: str
    parts: Sequence[tuple[str, int, int]]

    width, height, bar_width = WIDTH, 184, 16
    left, right, bottom = 30, WIDTH - 8, 140

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
            up, top = self._up.at(done), self._up.at(cases)
            bars.append(Bar(label, middle - self.bar_width // 2, middle, up, self.bottom - up, top, up - top))
        return bars

    @property
    def _ticks(self) -> list[int]:
        return ticks([0, *(cases for _, _, cases in self.parts)], 4)

    @cached_property
    def _up(self) -> Scale:
        return Scale(0, self._ticks[-1], self.bottom, 10)


# --- Scales ---


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
    """Return at most `most` (3 or more) round numbers, evenly apart; the first and the last enclose all values."""
    low, high = min(values, default=0), max(values, default=0)
    if low == high:
        high = low + 1
    step = nice_step((high - low) / (most - 1))
    while (last := -floor(-high // step)) - (first := floor(low // step)) >= most:
        step = nice_step(step + 1)
    return [number * step for number in range(first, last + 1)]


def thin_out(values: Sequence[Value], most: int) -> Sequence[Value]:
    """Return at most `most` of the values, evenly apart, the last one among them."""
    if len(values) <= most:
        return values
    return [values[len(values) * step // most - 1] for step in range(1, most + 1)]


def compact(number: float) -> str:
    """Write a number as short as it can be read: 9500, 12k, −1.5M."""
    for power, prefix in reversed(list(enumerate("kMGTPE", 1))):
        if abs(number) >= 10_000 and abs(number) >= 1000**power:
            return minus(f"{number / 1000**power:.3g}") + prefix
    return minus(f"{number:.4g}")


# --- Labels ---


def spread_labels(wanted: Sequence[float], gap: int, low: int, high: int) -> list[int]:
    """Return a place for each label: in the order wanted, `gap` apart, from `low` to `high`, moved the least."""
    order = sorted(range(len(wanted)), key=lambda label: wanted[label])
    # Without the gaps between them labels must only not pass each other: those that would share their mean place.
    clusters: list[list[float]] = []
    for place, label in enumerate(order):
        cluster = [wanted[label] - place * gap]
        while clusters and _mean(clusters[-1]) >= _mean(cluster):
            cluster = clusters.pop() + cluster
        clusters.append(cluster)
    highest = high - (len(wanted) - 1) * gap
    shared = [floor(min(max(_mean(cluster), low), highest)) for cluster in clusters for _ in cluster]
    places = {label: at + place * gap for place, (label, at) in enumerate(zip(order, shared, strict=True))}
    return [places[label] for label in range(len(wanted))]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def fitted(name: str, room: float) -> str:
    """Cut a name to the room; a cut name ends in “…”."""
    if text_width(name) <= room:
        return name
    length = max(end for end in range(len(name)) if end == 0 or text_width(name[:end]) + 1 <= room)
    return f"{name[:length].rstrip()}…"


def text_width(text: str) -> float:
    """Estimate the width of a text; too wide rather than too narrow."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0
    if letter in "fijlrtI.,:;'|!()[] ":
        return 0.4
    if letter in "mwMWQO@%&<>=+~#_":
        return 1.0
    if letter.isupper():
        return 0.75
    return 1.4 if east_asian_width(letter) in "WF" or ord(letter) > 0x2190 else 0.66


# --- Marks ---

# A circle and two half circles.
ROUND_MARKS = {
    0: "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z",
    9: "M4.8 -6a9.6 6 0 0 0 0 12z",
    10: "M-4.8 -6a9.6 6 0 0 1 0 12z",
}
# The other marks in percent of the size, as marks.css has them.
POLYGONS = {
    1: "50 2,100 94,0 94",
    2: "6 6,94 6,94 94,6 94",
    3: "50 0,100 50,50 100,0 50",
    4: "50 0,63 35,100 38,71 61,81 97,50 77,19 97,29 61,0 38,37 35",
    5: "33 0,67 0,67 33,100 33,100 67,67 67,67 100,33 100,33 67,0 67,0 33,33 33",
    6: "50 0,100 38,81 97,19 97,0 38",
    7: "25 6,75 6,100 50,75 94,25 94,0 50",
    8: "0 6,100 6,50 98",
    11: "21 0,50 29,79 0,100 21,71 50,100 79,79 100,50 71,21 100,0 79,29 50,0 21",
    12: "50 96,5 52,0 30,8 12,27 6,43 13,50 24,57 13,73 6,92 12,100 30,95 52",
}
# The colours of marks.css on a dark ground, for pictures drawn by what does not know oklch().
MARK_COLOURS = (
    "#ff8c7a", "#62baff", "#71cd76", "#e491e9", "#e0ab22", "#00d0da", "#aba5ff", "#ff88a7", "#b2bf3e", "#00c7fb",
    "#fc984c", "#14d2a5", "#cb9aff",
)  # fmt: skip


def mark_path(mark: int) -> str:
    """Return the SVG path of a mark, 12 by 12; its middle is 0, 0."""
    mark %= len(MARKS)
    if mark in ROUND_MARKS:
        return ROUND_MARKS[mark]
    corners = [map(int, corner.split()) for corner in POLYGONS[mark].split(",")]
    return "M" + "L".join(f"{x * 0.12 - 6:.3g} {y * 0.12 - 6:.3g}" for x, y in corners) + "z"
