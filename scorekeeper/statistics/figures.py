"""Figures of players: count, sample and format; and the leaderboard."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum

from games.core.definition import Game
from games.core.registry import find
from games.core.statistics import ROUNDS, STATISTICS_OF_EVERY_GAME, WON, Statistic
from games.core.text import minus
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.models import PlayerTotal
from scorekeeper.statistics.selection import Selection

Sums = dict[tuple[str, str], tuple[int, int]]
"""Cases and what they add up to, by statistic and part."""
SMALL = 10

KEYS_OF_EVERY_GAME = [statistic.key for statistic in STATISTICS_OF_EVERY_GAME]


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
        return self.sample < SMALL

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


def figure_of(statistic: Statistic, sums: Sums, part: str = "") -> Figure:
    counted = [sums[stat, of] for stat, of in sums if stat == statistic.key and part in ("", of)]
    n, total = sum(n for n, _ in counted), sum(total for _, total in counted)
    sample = sums.get((ROUNDS.key, ""), (0, 0))[0] if statistic.per == "round" else n
    return Figure(statistic, part, n, total, sample)


def sums_by(column: str, rows: QuerySet[PlayerTotal]) -> dict[Any, Sums]:
    """Add up totals separately for each value of a column, such as each player."""
    sums: dict[Any, Sums] = defaultdict(dict)
    grouped = rows.values_list(column, "figure__stat", "figure__bucket").annotate(cases=Sum("n"), sum=Sum("total"))
    for value, stat, part, n, total in grouped:
        sums[value][stat, part] = (n, total)
    return sums


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


class LeaderboardRow(NamedTuple):
    """A line of the leaderboard: `rank` is shared by those who are equal."""

    rank: int
    player: Player
    won: Figure
    place: Figure
    points: Figure
    rounds: Figure


def player_statistics(selection: Selection, player: Player) -> list[PlayerStatistic]:
    """Return the statistics of a player in the order of the game, without those that have no case. One query."""
    sums = sums_by("player", selection.tallies().filter(player=player))[player.pk]
    return [one for statistic in selection.statistics if (one := _player_statistic(statistic, sums)).whole.n]


def by_game(selection: Selection, player: Player) -> list[tuple[Game, dict[str, Figure]]]:
    """Return the statistics that every game has (won, place, points, rounds, by key), for each game of a player."""
    sums = sums_by("figure__game_key", _of_every_game(selection).filter(player=player))
    return [
        (find(game_key), {one.key: figure_of(one, sums[game_key]) for one in STATISTICS_OF_EVERY_GAME})
        for game_key in sorted(sums)
    ]


def leaderboard(selection: Selection, order: str = "wins") -> list[LeaderboardRow]:
    """Return the leaderboard of all who played a match to its end: by `wins`, by the `share` won, or mean `place`."""
    sums = sums_by("player", _of_every_game(selection))
    finished = [player for player, counted in sums.items() if (WON.key, "") in counted]
    lines = [_leaderboard_row(player, sums[player.pk]) for player in Player.objects.filter(pk__in=finished)]
    keys = [_key(order, line) for line in lines]
    ranked = [line._replace(rank=rank(key, keys)) for line, key in zip(lines, keys, strict=True)]
    return sorted(ranked, key=lambda line: (line.rank, -line.won.n, line.player.name))


def _of_every_game(selection: Selection) -> QuerySet[PlayerTotal]:
    return selection.tallies().filter(figure__stat__in=KEYS_OF_EVERY_GAME)


def nothing_played(player: Player) -> LeaderboardRow:
    return _leaderboard_row(player, {})


def rank(key: Fraction | int, keys: Iterable[Fraction | int]) -> int:
    """Return the place among all keys, the lowest first; equal ones share it."""
    return 1 + sum(other < key for other in keys)


def _leaderboard_row(player: Player, sums: Sums) -> LeaderboardRow:
    return LeaderboardRow(1, player, *[figure_of(statistic, sums) for statistic in STATISTICS_OF_EVERY_GAME])


def _key(order: str, line: LeaderboardRow) -> Fraction | int:
    if order == "wins":
        return -line.won.total
    return (line.place.value or 0) if order == "place" else -(line.won.value or 0)


def _player_statistic(statistic: Statistic, sums: Sums) -> PlayerStatistic:
    parts = [part for stat, part in sums if stat == statistic.key and part] if statistic.by else []
    order = sorted(parts, key=lambda part: _in_order(statistic, part))
    return PlayerStatistic(statistic, figure_of(statistic, sums), [figure_of(statistic, sums, part) for part in order])


def _in_order(statistic: Statistic, part: str) -> tuple[int, int, str]:
    """Sort parts as the game names them; numbers by size."""
    known = list(statistic.kinds or statistic.labels)
    place = known.index(part) if part in known else len(known)
    return place, int(part) if part.lstrip("-").isdecimal() else 0, part
