"""Charts as plain data for the SVG templates: lines, bars, scales, labels and marks.

Lengths are in CSS pixels, text widths in multiples of the font size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import ceil, floor
from statistics import fmean
from typing import NamedTuple, TypeVar
from unicodedata import combining, east_asian_width

from games.core.keypad import MARKS
from games.core.text import minus

WIDTH = 340
FONT_SIZE = 13
# Maximum width of the names beside the lines, in pixels.
MAX_NAMES_WIDTH = 84

Value = TypeVar("Value")


@dataclass(frozen=True)
class Series:
    """One line: its name, its value at each place (None: no value), and the number of its mark and colour."""

    name: str
    values: Sequence[float | None]
    mark: int = 0

    @property
    def points(self) -> list[tuple[int, float]]:
        """The places that have a value, each with it."""
        return [(place, value) for place, value in enumerate(self.values) if value is not None]


class Tick(NamedTuple):
    position: int
    text: str


class DrawnLine(NamedTuple):
    """A line in pixels: its points as SVG has them, its marks (`shape`: their path), its end and its label."""

    side: int
    shape: str
    label: str
    points: str
    marks: Sequence[tuple[int, int]]
    end: tuple[int, int]
    label_y: int


# --- Lines ---


@dataclass(frozen=True)
class LineChart:
    """A line for each series over the places of the x-axis.

    `x_labels`: the names of the places. `from_zero`: the y-axis includes zero whatever the values (scores, but not
    ratings). `selected`: a place that is marked.
    """

    title: str
    x_labels: Sequence[str]
    series: Sequence[Series]
    x_name: str = "Round"
    from_zero: bool = True
    selected: int | None = None
    width: int = WIDTH

    top = 10
    label_height = 17

    @property
    def description(self) -> str:
        ends = ", ".join(f"{series.name} {compact(series.points[-1][1])}" for series in self.series if series.points)
        return f"Where they end: {ends}." if ends else "There is nothing to show yet."

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The values as a table: a row for each place, "" if a series has no value there."""
        return [
            (
                name,
                ["" if (value := series.values[place]) is None else minus(round(value, 1)) for series in self.series],
            )
            for place, name in enumerate(self.x_labels)
        ]

    @property
    def bottom(self) -> int:
        return self.top + max(170, self.label_height * len(self.series))

    @property
    def height(self) -> int:
        return self.bottom + 30

    @cached_property
    def right(self) -> int:
        names_width = ceil(max((text_width(series.name) for series in self.series), default=0) * FONT_SIZE)
        return self.width - 31 - min(MAX_NAMES_WIDTH, names_width)

    @cached_property
    def left(self) -> int:
        y_labels_width = max(text_width(compact(value)) for value in self._y_values) * FONT_SIZE
        first_label_width = max(map(text_width, self.x_labels[:1]), default=0) * FONT_SIZE
        return ceil(max(y_labels_width + 8, first_label_width / 2))

    @property
    def y_ticks(self) -> list[Tick]:
        return [Tick(self._y_scale.position(value), compact(value)) for value in self._y_values]

    @property
    def x_ticks(self) -> list[Tick]:
        label_width = max(map(text_width, self.x_labels), default=0) * FONT_SIZE + 12
        step = nice_step(max(len(self.x_labels) - 1, 1) * label_width / (self.right - self.left))
        return [Tick(self._x(place), self.x_labels[place]) for place in range(0, len(self.x_labels), step)]

    @property
    def zero_y(self) -> int | None:
        return self._y_scale.position(0) if self._y_values[0] <= 0 <= self._y_values[-1] else None

    @property
    def selected_x(self) -> int | None:
        return None if self.selected is None else self._x(self.selected)

    @cached_property
    def lines(self) -> list[DrawnLine]:
        with_points = [
            (number, series, [(self._x(place), self._y_scale.position(value)) for place, value in series.points])
            for number, series in enumerate(self.series)
            if series.points
        ]
        labels_y = spread_labels(
            [points[-1][1] for _, _, points in with_points], self.label_height, self.top, self.bottom
        )
        return [
            DrawnLine(
                series.mark % len(MARKS), mark_path(series.mark), shortened(series.name, MAX_NAMES_WIDTH / FONT_SIZE),
                " ".join(f"{x},{y}" for x, y in points), self._marks(number, points), points[-1], label_y,
            )
            for (number, series, points), label_y in zip(with_points, labels_y, strict=True)
        ]  # fmt: skip

    def _marks(self, number: int, points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return about eight points. Each line starts at another one, so that marks do not cover each other."""
        step = ceil(len(points) / 8)
        # The end of a line needs no mark: its label has one.
        return [point for point in points[number % step :: step] if point[0] < self.right - 8] or points[:1]

    def _x(self, place: int) -> int:
        if len(self.x_labels) < 2:
            return (self.left + self.right) // 2
        return Scale(0, len(self.x_labels) - 1, self.left, self.right).position(place)

    @cached_property
    def _y_values(self) -> list[int]:
        values = [value for series in self.series for _, value in series.points]
        return round_values([*values, 0] if self.from_zero else values)

    @cached_property
    def _y_scale(self) -> Scale:
        return Scale(self._y_values[0], self._y_values[-1], self.bottom, self.top)


@dataclass(frozen=True)
class ScoreChart(LineChart):
    """The chart below the scoreboard. The lines fill the plot; names and numbers are outside of it."""

    left, right, top, bottom = 0, 290, 0, 195
    label_height = 15

    @property
    def x_ticks(self) -> list[Tick]:
        """About six of the rounds."""
        step = nice_step((len(self.x_labels) - 1) / 6)
        return [Tick(self._x(place), self.x_labels[place]) for place in range(step, len(self.x_labels), step)]


# --- Bars ---


class Bar(NamedTuple):
    """One bar: its label, its left edge and middle, and the y-coordinates and heights of its two pieces."""

    label: str
    left: int
    middle: int
    done_top: int
    done_height: int
    rest_top: int
    rest_height: int


@dataclass(frozen=True)
class BarChart:
    """How often something was done: a bar for all cases; its lower piece for those in which it was done.

    `parts`: for each bar its label, the number of cases in which it was done, and of all cases.
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
    def y_ticks(self) -> list[Tick]:
        return [Tick(self._y_scale.position(value), compact(value)) for value in self._y_values]

    @property
    def bars(self) -> list[Bar]:
        bars = []
        for number, (label, done, cases) in enumerate(self.parts):
            middle = self.left + (2 * number + 1) * (self.right - self.left) // (2 * len(self.parts))
            done_top, top = self._y_scale.position(done), self._y_scale.position(cases)
            left = middle - self.bar_width // 2
            bars.append(Bar(label, left, middle, done_top, self.bottom - done_top, top, done_top - top))
        return bars

    @property
    def _y_values(self) -> list[int]:
        return round_values([0, *(cases for _, _, cases in self.parts)], 4)

    @cached_property
    def _y_scale(self) -> Scale:
        return Scale(0, self._y_values[-1], self.bottom, 10)


# --- Scales ---


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale from the values `low` to `high` to the pixels `start` to `end`."""

    low: float
    high: float
    start: int
    end: int

    def position(self, value: float) -> int:
        return floor(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start) + 0.5)


def nice_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 and so on that is at least this."""
    return next(step for power in count() for digit in (1, 2, 5) if (step := digit * int(10**power)) >= least)


def round_values(values: Sequence[float], limit: int = 5) -> list[int]:
    """Return up to `limit` (3 or more) round numbers for an axis, evenly spaced, from below the lowest value to above
    the highest."""
    low, high = min(values, default=0), max(values, default=0)
    if low == high:
        high = low + 1
    step = nice_step((high - low) / (limit - 1))
    while (last := -floor(-high // step)) - (first := floor(low // step)) >= limit:
        step = nice_step(step + 1)
    return [number * step for number in range(first, last + 1)]


def thin_out(values: Sequence[Value], limit: int) -> Sequence[Value]:
    """Return up to `limit` of the values, evenly spaced, including the last."""
    if len(values) <= limit:
        return values
    return [values[len(values) * step // limit - 1] for step in range(1, limit + 1)]


def compact(number: float) -> str:
    """Format a number in few characters: 9500, 12k, −1.5M."""
    for power, prefix in reversed(list(enumerate("kMGTPE", 1))):
        if abs(number) >= 10_000 and abs(number) >= 1000**power:
            return minus(f"{number / 1000**power:.3g}") + prefix
    return minus(f"{number:.4g}")


# --- Labels ---


def spread_labels(positions: Sequence[float], gap: int, low: int, high: int) -> list[int]:
    """Move labels as little as possible so that they are `gap` apart and between `low` and `high`.

    This is isotonic regression by pooling adjacent violators: with the gaps subtracted, labels only have to keep
    their order, and labels that would overlap share the mean of their positions.
    """
    order = sorted(range(len(positions)), key=lambda label: positions[label])
    clusters: list[list[float]] = []
    for rank, label in enumerate(order):
        cluster = [positions[label] - rank * gap]
        while clusters and fmean(clusters[-1]) >= fmean(cluster):
            cluster = clusters.pop() + cluster
        clusters.append(cluster)
    highest = high - (len(positions) - 1) * gap
    means = [floor(min(max(fmean(cluster), low), highest)) for cluster in clusters for _ in cluster]
    moved = {label: mean + rank * gap for rank, (label, mean) in enumerate(zip(order, means, strict=True))}
    return [moved[label] for label in range(len(positions))]


def shortened(name: str, width: float) -> str:
    """Cut a name to this width and end it with “…”, unless it fits."""
    if text_width(name) <= width:
        return name
    length = max(end for end in range(len(name)) if end == 0 or text_width(name[:end]) + 1 <= width)
    return f"{name[:length].rstrip()}…"


def text_width(text: str) -> float:
    """Estimate the width of a text, too wide rather than too narrow."""

    def letter_width(letter: str) -> float:
        if combining(letter):
            return 0
        if letter in "fijlrtI.,:;'|!()[] ":
            return 0.4
        if letter in "mwMWQO@%&<>=+~#_":
            return 1.0
        if letter.isupper():
            return 0.75
        # Symbols and emojis begin with the arrows at U+2190.
        return 1.4 if east_asian_width(letter) in "WF" or ord(letter) > 0x2190 else 0.66

    return sum(map(letter_width, text))


# --- Marks ---

# A circle and two half circles, as SVG paths.
ROUND_MARKS = {
    0: "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z",
    9: "M4.8 -6a9.6 6 0 0 0 0 12z",
    10: "M-4.8 -6a9.6 6 0 0 1 0 12z",
}
# The corners of the other marks in percent of the size. marks.css has the same.
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
# The colours of marks.css on a dark background. The renderer of pictures does not support oklch().
MARK_COLOURS = (
    "#ff8c7a", "#62baff", "#71cd76", "#e491e9", "#e0ab22", "#00d0da", "#aba5ff", "#ff88a7", "#b2bf3e", "#00c7fb",
    "#fc984c", "#14d2a5", "#cb9aff",
)  # fmt: skip


def mark_path(mark: int) -> str:
    """Return the SVG path of a mark, 12 by 12 pixels around 0, 0."""
    mark %= len(MARKS)
    if mark in ROUND_MARKS:
        return ROUND_MARKS[mark]
    corners = [map(int, corner.split()) for corner in POLYGONS[mark].split(",")]
    return "M" + "L".join(f"{x * 0.12 - 6:.3g} {y * 0.12 - 6:.3g}" for x, y in corners) + "z"
