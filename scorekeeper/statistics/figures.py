"""Figures of players, counted in the ledger: cases, sample and format."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from games.core.definition import Game
from games.core.registry import find
from games.core.statistics import PLACE, ROUNDS, WON, Statistic
from games.core.text import minus
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.cases import case_filter, part_expression, source_rows, value_expression
from scorekeeper.statistics.selection import Selection, scale_of

# The number of cases and the sum of their values, by group (a player, a game …), key of the statistic, and part.
Sums = dict[tuple[Any, str, str], tuple[int, ...]]
# Figures of a smaller sample are marked.
SMALL_SAMPLE = 10


class Figure(NamedTuple):
    """The `total` of `n` cases, all or those of one `part`; `sample`: the cases or rounds it is a share of."""

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
        """The exact share, mean or sum; None for an empty sample."""
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
            return f"{_rounded(value * 100, 0)}\N{NO-BREAK SPACE}%"
        text = _rounded(value, 2 if shown == "signed" or abs(value) < 10 else 1)
        return minus(f"+{text}" if shown == "signed" and value > 0 else text)


def _rounded(value: Fraction, places: int) -> str:
    scale = 10**places
    whole = (abs(value) * scale + Fraction(1, 2)).__floor__()
    sign = "-" if value < 0 and whole else ""
    digits = f"{whole:0{places + 1}}"
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


class PlayerStatistic(NamedTuple):
    """A statistic of a player: the figure, and those of its parts if it is split."""

    statistic: Statistic
    figure: Figure
    parts: list[Figure]


def player_statistics(
    selection: Selection, player: Player, statistics: Sequence[Statistic] | None = None
) -> list[PlayerStatistic]:
    """Return the statistics of a player in the order of the game, without those that have no case."""
    if statistics is None:
        statistics = selection.statistics
    name = f"figures-{player.pk}-{'-'.join(statistic.key for statistic in statistics)}"
    sums = selection.cached_sums(name, lambda part: sums_by("player_pk", part, statistics, player=player))
    result = []
    for statistic in statistics:
        figure = make_figure(statistic, sums, player.pk)
        if figure.n:
            parts = [part for _, key, part in sums if key == statistic.key and part] if statistic.by else []
            parts.sort(key=partial(_part_order, statistic))
            figures = [make_figure(statistic, sums, player.pk, part) for part in parts]
            result.append(PlayerStatistic(statistic, figure, figures))
    return result


def _part_order(statistic: Statistic, part: str) -> tuple[int, int, str]:
    """Sort parts as the game names them; numbers by size."""
    names = list(statistic.kinds or statistic.labels)
    position = names.index(part) if part in names else len(names)
    return position, int(part) if part.lstrip("-").isdecimal() else 0, part


class GameFigures(NamedTuple):
    """A player's wins, places and rounds in a game, by the statistic's key.

    `scale`: in words, if the club has played on several.
    """

    game: Game
    scale: str
    selection: Selection
    figures: dict[str, Figure]


def figures_by_game(selection: Selection, player: Player) -> list[GameFigures]:
    """Return a player's figures in each game, and on each scale of it."""
    statistics, rows = (WON, PLACE, ROUNDS), []
    sums = selection.cached_sums(f"by-game-{player.pk}", lambda part: _sums_by_scale(part, statistics, player))
    for game in sorted({game for (game, _), _, _ in sums}):
        scales = [selection] if selection.scale else replace(selection, game=game).on_each_scale()
        for of_scale in scales:
            figures = {statistic.key: make_figure(statistic, sums, (game, of_scale.scale)) for statistic in statistics}
            if figures[ROUNDS.key].n:
                rows.append(
                    GameFigures(
                        find(game),
                        of_scale.scale_label if len(scales) > 1 or of_scale.has_totals_only else "",
                        of_scale,
                        figures,
                    )
                )
    return rows


def _sums_by_scale(selection: Selection, statistics: Collection[Statistic], player: Player) -> Sums:
    """Count statistics for each game and scale."""
    sums: Sums = {}
    for (game_and_rules, key, part), counts in sums_by("game_and_rules", selection, statistics, player=player).items():
        game, _, house_rules = game_and_rules.partition("\n")
        scale = scale_of(json.loads(house_rules), replace(selection, game=game).scale_defaults)
        before = sums.get(((game, scale), key, part), (0, 0))
        sums[(game, scale), key, part] = tuple(map(int.__add__, before, counts))
    return sums


def make_figure(statistic: Statistic, sums: Sums, group: Any, part: str = "") -> Figure:
    by_part = {name: counts for (owner, key, name), counts in sums.items() if (owner, key) == (group, statistic.key)}
    counted = [by_part.get(part, (0, 0))] if part else by_part.values()
    n, total = sum(n for n, _ in counted), sum(total for _, total in counted)
    sample = sums.get((group, ROUNDS.key, ""), (0, 0))[0] if statistic.per == "round" else n
    return Figure(statistic, part, n, total, sample)


def sums_by(
    column: str, selection: Selection, statistics: Collection[Statistic], part: str = "", player: Player | None = None
) -> Sums:
    """Count statistics, one part or all, for each value of an annotation of `source_rows`, such as `player_pk`.

    Statistics of the same source and split share a query.
    """

    def source_and_split(statistic: Statistic) -> tuple[str, str]:
        return statistic.source, statistic.by

    sums: Sums = {}
    for (source, by), group in groupby(sorted(statistics, key=source_and_split), key=source_and_split):
        rows = source_rows(source, selection, player).annotate(part=part_expression(by, source))
        sums |= _count(rows.filter(part=part) if part and by else rows, column, list(group))
    return sums


def _count(rows: QuerySet[Any], column: str, statistics: Sequence[Statistic]) -> Sums:
    any_case = Q()
    aggregates: dict[str, Any] = {}
    for statistic in statistics:
        case = case_filter(statistic)
        any_case |= case or Q(pk__gt=0)  # an empty Q would add nothing
        aggregates[f"n-{statistic.key}"] = Count("pk", filter=case)
        aggregates[f"total-{statistic.key}"] = Sum(value_expression(statistic), filter=case, default=0)
    return {
        # PostgreSQL adds up to decimals.
        (row[column], statistic.key, row["part"]): (row[f"n-{statistic.key}"], int(row[f"total-{statistic.key}"]))
        for row in rows.filter(any_case).values(column, "part").annotate(**aggregates)
        for statistic in statistics
        if row[f"n-{statistic.key}"]
    }
