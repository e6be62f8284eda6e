"""Figures of players: count, sample and format; and the leaderboard."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum

from games.core.definition import Game
from games.core.registry import find
from games.core.statistics import PLACE, ROUNDS, STATISTICS_OF_EVERY_GAME, WON, Statistic
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


def leaderboard(selection: Selection, order: str = "wins", most: int | None = None) -> list[LeaderboardRow]:
    """Return the best of all who played a match to its end: by `wins`, by the `share` won, or mean `place`."""
    won, placed = Q(figure__stat=WON.key), Q(figure__stat=PLACE.key)
    rows = _of_every_game(selection).filter(won | placed).values_list("player", "player__name")
    counted = rows.annotate(
        n=Sum("n", filter=won, default=0), wins=Sum("total", filter=won, default=0),
        places=Sum("total", filter=placed, default=0),
    )  # fmt: skip
    best = sorted((_key(order, n, wins, places), -n, name, pk) for pk, name, n, wins, places in counted if n)
    ranks, shown = ranked([key for key, *_ in best]), best[:most]
    lines = player_lines(selection, Player.objects.in_bulk([pk for *_, pk in shown]))
    return [lines[pk]._replace(rank=place) for place, (*_, pk) in zip(ranks, shown, strict=False)]


def _key(order: str, n: int, wins: int, places: int) -> float:
    """Return what sorts by an order, the best first. The same share of other numbers is the same float."""
    if order == "share":
        return -wins / n
    return places / n if order == "place" else -wins


def player_lines(selection: Selection, players: Mapping[int, Player]) -> dict[int, LeaderboardRow]:
    """Return the figures that every game has of these players, who are not ranked here."""
    sums = sums_by("player", _of_every_game(selection).filter(player__in=players))
    return {
        pk: LeaderboardRow(1, player, *[figure_of(statistic, sums[pk]) for statistic in STATISTICS_OF_EVERY_GAME])
        for pk, player in players.items()
    }


def _of_every_game(selection: Selection) -> QuerySet[PlayerTotal]:
    return selection.tallies().filter(figure__stat__in=KEYS_OF_EVERY_GAME)


def ranked(keys: Sequence[float]) -> list[int]:
    """Return the place of each of these keys, which stand in order; equal ones share it."""
    places: dict[float, int] = {}
    return [places.setdefault(key, place) for place, key in enumerate(keys, 1)]


def _player_statistic(statistic: Statistic, sums: Sums) -> PlayerStatistic:
    parts = [part for stat, part in sums if stat == statistic.key and part] if statistic.by else []
    order = sorted(parts, key=lambda part: _in_order(statistic, part))
    return PlayerStatistic(statistic, figure_of(statistic, sums), [figure_of(statistic, sums, part) for part in order])


def _in_order(statistic: Statistic, part: str) -> tuple[int, int, str]:
    """Sort parts as the game names them; numbers by size."""
    known = list(statistic.kinds or statistic.labels)
    place = known.index(part) if part in known else len(known)
    return place, int(part) if part.lstrip("-").isdecimal() else 0, part
