"""The chart below the scoreboard: how the totals moved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from games.core.definition import MatchState
from scorekeeper.matches.axis import compact, nice_step, ticks

WIDTH, HEIGHT, LABEL, LETTERS, NUMBERS = 290, 195, 15, 10, 6
"""In units of the picture: the lines, and a name's height; the longest name; about how many rounds are numbered."""
LEFT, BELOW, NAMES = -6, HEIGHT + 20, WIDTH + 6
"""Where the totals, the rounds and the names stand."""


class ChartText(NamedTuple):
    """A text of a picture, and where it stands."""

    x: int
    y: int
    text: str


class Curve(NamedTuple):
    """A side's totals as the points of an SVG line, and where its name stands beside them."""

    mark: int
    name: str
    points: str
    x: int
    y: int


@dataclass(frozen=True, eq=False)
class ScoreChart:
    """The totals after each round, a line a side."""

    state: MatchState

    view = f"-40 -8 424 {HEIGHT + 40}"

    @property
    def round_name(self) -> str:
        return self.state.game.round_name

    def curves(self) -> list[Curve]:
        across = [f"{self._across(number)}," for number in range(len(self._history))]
        heights = [self._heights(totals) for totals in zip(*self._history, strict=True)]
        labels = _spread_labels([side[-1] for side in heights])
        return [
            Curve(mark, _shorten(name), " ".join(map("{}{}".format, across, side)), NAMES, label)
            for mark, name, side, label in zip(self.state.marks, self.state.side_names, heights, labels, strict=True)
        ]

    def grid(self) -> str:
        return "".join(f"M0 {height}H{WIDTH}" for height in self._heights(self._ticks))

    def zero(self) -> str:
        return f"M0 {self._heights((0,))[0]}H{WIDTH}"

    def beside(self) -> list[ChartText]:
        heights = zip(self._heights(self._ticks), self._ticks, strict=True)
        return [ChartText(LEFT, BELOW, self.round_name)] + [ChartText(LEFT, y, compact(total)) for y, total in heights]

    def below(self) -> list[ChartText]:
        step = nice_step(len(self.state.rounds) / NUMBERS)
        numbers = range(step, len(self._history), step)
        return [ChartText(self._across(number), BELOW, str(number)) for number in numbers]

    @cached_property
    def _history(self) -> list[tuple[int, ...]]:
        return [(0,) * len(self.state.totals), *(scored.totals for scored in self.state.rounds)]

    @cached_property
    def _ticks(self) -> list[int]:
        return ticks([total for totals in self._history for total in totals])

    def _across(self, number: int) -> int:
        return round(number * WIDTH / max(len(self._history) - 1, 1))

    def _heights(self, totals: Iterable[int]) -> list[int]:
        low, high = self._ticks[0], self._ticks[-1]
        return [round((high - total) * HEIGHT / (high - low)) for total in totals]


def _shorten(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


def _spread_labels(heights: list[int]) -> list[int]:
    """Move names that would stand on each other down, and all of them up again where the lowest fell off."""
    labels = list(heights)
    for above, below in pairwise(sorted(range(len(labels)), key=lambda side: heights[side])):
        labels[below] = max(labels[below], labels[above] + LABEL)
    return [label - max(0, max(labels) - HEIGHT) for label in labels]
