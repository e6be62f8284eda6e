"""Figures of players, asked of the ledger: count, sample and format."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from games.core.definition import Game
from games.core.registry import find
from games.core.statistics import PLACE, ROUNDS, WON, Statistic
from games.core.text import minus
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.cases import is_case, part_of, rows_of, value_of
from scorekeeper.statistics.selection import Selection

# Cases and what they add up to, by whatever was asked for (a player, a game …), statistic and part.
Sums = dict[tuple[Any, str, str], tuple[int, ...]]
# A sample below this says little.
SMALL_SAMPLE = 10


class Figure(NamedTuple):
    """`total` in a `sample` of cases or rounds; `n` are the cases that made it up, all or those of one `part`."""

    statistic: Statistic
    part: str
    n: int
    total: int
    sample: int

    @property
    def label(self) -> str:
        return self.statistic.label(self.part)

    @property
    def value(self) -> Fraction | None:
        """The exact figure: a share, a mean, or for a sum the sum itself; None where the sample is empty."""
        if self.statistic.shown == "sum":
            return Fraction(self.total)
        return Fraction(self.total, self.sample) if self.sample else None

    @property
    def is_small(self) -> bool:
        return self.sample < SMALL_SAMPLE

    def __str__(self) -> str:
        value, shown = self.value, self.statistic.shown
        if value is None:
            return "–"
        if shown == "sum":
            return minus(self.total)
        if shown == "rate":
            return f"{_rounded(value * 100, 0)} %"
        text = _rounded(value, 2 if shown == "signed" or abs(value) < 10 else 1)
        return minus(f"+{text}" if shown == "signed" and value > 0 else text)


def figure_of(statistic: Statistic, sums: Sums, of: Any, part: str = "") -> Figure:
    mine = {name: cases for (whose, key, name), cases in sums.items() if (whose, key) == (of, statistic.key)}
    counted = [mine.get(part, (0, 0))] if part else mine.values()
    n, total = sum(n for n, _ in counted), sum(total for _, total in counted)
    sample = sums.get((of, ROUNDS.key, ""), (0, 0))[0] if statistic.per == "round" else n
    return Figure(statistic, part, n, total, sample)


def sums_by(column: str, selection: Selection, statistics: Collection[Statistic], part: str = "", **whose: Any) -> Sums:
    """Count statistics, of one part or of all, separately for each value of a column of the rows, such as `who`.

    One query for all statistics of the same rows that are split alike.
    """
    sums: Sums = {}
    alike = groupby(sorted(statistics, key=_rows_and_split), key=_rows_and_split)
    for (source, by), group in alike:
        rows = rows_of(source, selection, **whose).annotate(part=part_of(by, source))
        sums |= _count(rows.filter(part=part) if part and by else rows, column, list(group))
    return sums


def _rows_and_split(statistic: Statistic) -> tuple[str, str]:
    return statistic.source, statistic.by


def _count(rows: QuerySet[Any], column: str, statistics: Sequence[Statistic]) -> Sums:
    which = Q()
    columns: dict[str, Any] = {}
    for one in statistics:
        which |= is_case(one) or Q(pk__gt=0)  # an empty Q would add nothing
        columns[f"n-{one.key}"] = Count("pk", filter=is_case(one))
        columns[f"total-{one.key}"] = Sum(value_of(one), filter=is_case(one), default=0)
    return {
        (row[column], one.key, row["part"]): (row[f"n-{one.key}"], int(row[f"total-{one.key}"]))  # PostgreSQL: decimals
        for row in rows.filter(which).values(column, "part").annotate(**columns)
        for one in statistics
        if row[f"n-{one.key}"]
    }


def _rounded(value: Fraction, places: int) -> str:
    scale = 10**places
    whole = (abs(value) * scale + Fraction(1, 2)).__floor__()
    sign = "-" if value < 0 and whole else ""
    digits = f"{whole:0{places + 1}}"
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


class PlayerStatistic(NamedTuple):
    """A statistic of a player: the whole figure, and those of its parts where it is split."""

    statistic: Statistic
    whole: Figure
    parts: list[Figure]


def player_statistics(
    selection: Selection, player: Player, statistics: Sequence[Statistic] | None = None
) -> list[PlayerStatistic]:
    """Return the statistics of a player in the order of the game, without those that have no case."""
    asked = selection.statistics if statistics is None else statistics
    name = f"figures-{player.pk}-{'-'.join(one.key for one in asked)}"
    sums = selection.total(name, lambda part: sums_by("who", part, asked, player=player))
    return [one for statistic in asked if (one := _player_statistic(statistic, sums, player)).whole.n]


def _player_statistic(statistic: Statistic, sums: Sums, player: Player) -> PlayerStatistic:
    parts = [part for _, key, part in sums if key == statistic.key and part] if statistic.by else []
    order = sorted(parts, key=lambda part: _in_order(statistic, part))
    figures = [figure_of(statistic, sums, player.pk, part) for part in order]
    return PlayerStatistic(statistic, figure_of(statistic, sums, player.pk), figures)


def _in_order(statistic: Statistic, part: str) -> tuple[int, int, str]:
    """Sort parts as the game names them; numbers by size."""
    known = list(statistic.kinds or statistic.labels)
    place = known.index(part) if part in known else len(known)
    return place, int(part) if part.lstrip("-").isdecimal() else 0, part


def by_game(selection: Selection, player: Player) -> list[tuple[Game, dict[str, Figure]]]:
    """Return what was won, the places and the rounds, by key, for each game of a player."""
    asked = (WON, PLACE, ROUNDS)
    sums = selection.total(f"by-game-{player.pk}", lambda part: sums_by("game", part, asked, player=player))
    games = sorted({game for game, _, _ in sums})
    return [(find(game), {one.key: figure_of(one, sums, game) for one in asked}) for game in games]
