"""The picture of a game night: where its players stood after each match, the first on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from games.core.keypad import MARKS
from scorekeeper.clubs.models import Player
from scorekeeper.matches.axis import Tick
from scorekeeper.matches.models import Match
from scorekeeper.statistics.charts import fitted, width
from scorekeeper.statistics.marks import mark_path

MOST_PLAYERS, MOST_MATCHES, MOST_TICKS = 12, 24, 12
"""So many lines, and so many matches on each: a night may have hundreds."""


class PlacesLine(NamedTuple):
    """One player's line: the mark, the name at its end, its SVG path, and where it turns."""

    mark: int
    shape: str
    player: Player
    name: str
    path: str
    dots: list[tuple[int, int]]

    @property
    def end(self) -> tuple[int, int]:
        return self.dots[-1]


@dataclass(frozen=True)
class PlacesChart:
    """`players`: in their final order. The numbers are pixels: the width, the room for names, the height of a place."""

    matches: Sequence[Match]
    players: Sequence[Player]
    width: int = 340
    most_names: int = 128
    row: int = 30
    letter: int = 13

    @cached_property
    def names(self) -> int:
        """The room beside the lines: as much as the longest name needs, within bounds."""
        longest = max((width(player.name) for player in self._shown), default=0) * self.letter
        return min(self.most_names, ceil(longest) + 3 * self.letter)

    @property
    def height(self) -> int:
        return self.row * len(self._shown) + 28

    @property
    def more(self) -> int:
        """How many players have no line."""
        return len(self.players) - len(self._shown)

    @cached_property
    def lines(self) -> list[PlacesLine]:
        lines = []
        for player in self._shown:
            dots = [
                (self._across(number), self._down(order.index(player.pk)))
                for number, order in enumerate(self._orders)
                if player.pk in order
            ]
            mark = player.mark % len(MARKS)
            name = fitted(player.name, self.names / self.letter - 2.5)
            lines.append(PlacesLine(mark, mark_path(mark), player, name, _curve(dots), dots))
        return lines

    @property
    def beside(self) -> list[Tick]:
        return [Tick(self._down(place), str(place + 1)) for place in range(len(self._shown))]

    @property
    def below(self) -> list[Tick]:
        step = -(-len(self._numbers) // MOST_TICKS)
        return [Tick(self._across(at), str(number)) for at, number in list(enumerate(self._numbers))[::step]]

    @property
    def description(self) -> str:
        return "In the end: " + ", ".join(f"{place} {player.name}" for place, player in enumerate(self._shown, 1)) + "."

    @cached_property
    def _shown(self) -> list[Player]:
        return list(self.players[:MOST_PLAYERS])

    @cached_property
    def _numbers(self) -> list[int]:
        """The matches that are drawn, by their number in the night; the last one is among them."""
        last = len(self._standings)
        return sorted({max(1, last * step // MOST_MATCHES) for step in range(1, MOST_MATCHES + 1)} if last else ())

    @property
    def _orders(self) -> list[list[int]]:
        shown = {player.pk for player in self._shown}
        return [[pk for pk in self._standings[number - 1] if pk in shown] for number in self._numbers]

    @cached_property
    def _standings(self) -> list[list[int]]:
        return list(standings(self.matches, [player.pk for player in self.players]))

    def _across(self, at: int) -> int:
        left, right = 26, self.width - self.names
        return left + (right - left) * at // (len(self._numbers) - 1) if len(self._numbers) > 1 else right

    def _down(self, place: int) -> int:
        return place * self.row + self.row // 2


def standings(matches: Sequence[Match], final: Sequence[int]) -> Iterator[list[int]]:
    """Yield after each finished match who played so far, the best first; equal ones as they stand in the end."""
    wins, places = dict.fromkeys(final, 0), {player: list[int]() for player in final}
    for match in matches:
        if match.is_open:
            continue
        for seat in match.seat_list:
            wins[seat.player_id] += seat.won
            places[seat.player_id].append(seat.place)
        played = [player for player in final if places[player]]
        yield sorted(played, key=lambda player: (-wins[player], sum(places[player]) / len(places[player])))


def _curve(dots: Sequence[tuple[int, int]]) -> str:
    if not dots:
        return ""
    bends = "".join(f"C{(x + to) // 2} {y} {(x + to) // 2} {down} {to} {down}" for (x, y), (to, down) in pairwise(dots))
    return f"M{dots[0][0]} {dots[0][1]}{bends}"
