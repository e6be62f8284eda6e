"""What the books say of players. Each function is one or two queries, however much was played.

selection = Selection(club, Period.read("2026"), game="…", seats=4)
balance(club)                           # first: bring the books up to date
standings(selection)                    # the leaderboard, with places and ties
told(selection, player)                 # all statistics of a player, split into parts where they are
by_game(selection, player)              # matches, wins, places of a player, game by game
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Sum

from games.registry import find
from games.statistics import EVERY_GAME, WON, Statistic
from scorekeeper.club.models import Player
from scorekeeper.nights.books.figure import Figure, Sums, figure_of

if TYPE_CHECKING:
    from fractions import Fraction

    from games.game import Game
    from scorekeeper.nights.books.selection import Selection

ORDERS = ("wins", "share", "place")


class Told(NamedTuple):
    """A statistic of a player: the whole figure, and those of its parts where it is split."""

    statistic: Statistic
    whole: Figure
    parts: list[Figure]


class Standing(NamedTuple):
    """A line of the leaderboard: `rank` is shared by those who are equal."""

    rank: int
    player: Player
    won: Figure
    place: Figure
    points: Figure
    rounds: Figure


def told(selection: Selection, player: Player) -> list[Told]:
    """Return every statistic of a player, in the game's order; those without a single case are left out."""
    rows = selection.tallies().filter(player=player).values_list("stat", "bucket")
    sums: Sums = {(stat, part): (n, total) for stat, part, n, total in rows.annotate(cases=Sum("n"), sum=Sum("total"))}
    return [one for statistic in selection.told if (one := _told(statistic, sums)).whole.n]


def by_game(selection: Selection, player: Player) -> list[tuple[Game, dict[str, Figure]]]:
    """Return what every game tells (won, place, points, rounds, by key) of a player, for each game there is."""
    keys = [statistic.key for statistic in EVERY_GAME]
    rows = selection.tallies().filter(player=player, stat__in=keys).values_list("game_key", "stat")
    sums: dict[str, Sums] = defaultdict(dict)
    for game_key, stat, n, total in rows.annotate(cases=Sum("n"), sum=Sum("total")):
        sums[game_key][stat, ""] = (n, total)
    return [
        (find(game_key), {statistic.key: figure_of(statistic, sums[game_key]) for statistic in EVERY_GAME})
        for game_key in sorted(sums)
    ]


def standings(selection: Selection, order: str = "wins") -> list[Standing]:
    """Return the leaderboard of all who played a match to its end: by `wins`, by the `share` won, or mean `place`."""
    people = _of_everybody(selection, EVERY_GAME)
    lines = [_standing(player, sums) for player, sums in people if (WON.key, "") in sums]
    keys = [_key(order, line) for line in lines]
    ranked = [line._replace(rank=rank(key, keys)) for line, key in zip(lines, keys, strict=True)]
    return sorted(ranked, key=lambda line: (line.rank, -line.won.n, line.player.name))


def nothing_played(player: Player) -> Standing:
    """Return the line of somebody who played no match to its end."""
    return _standing(player, {})


def rank(key: Fraction | int, keys: Iterable[Fraction | int]) -> int:
    """Return the place among all keys, the lowest first; equal ones share it."""
    return 1 + sum(other < key for other in keys)


def _of_everybody(selection: Selection, statistics: Sequence[Statistic]) -> list[tuple[Player, Sums]]:
    rows = selection.tallies().filter(stat__in=[statistic.key for statistic in statistics])
    sums: dict[int, Sums] = defaultdict(dict)
    grouped = rows.values_list("player_id", "stat", "bucket").annotate(cases=Sum("n"), sum=Sum("total"))
    for player, stat, part, n, total in grouped:
        sums[player][stat, part] = (n, total)
    return [(player, sums[player.pk]) for player in Player.objects.filter(pk__in=sums)]


def _standing(player: Player, sums: Sums) -> Standing:
    return Standing(1, player, *[figure_of(statistic, sums) for statistic in EVERY_GAME])


def _key(order: str, line: Standing) -> Fraction | int:
    if order == "wins":
        return -line.won.total
    return (line.place.value or 0) if order == "place" else -(line.won.value or 0)


def _told(statistic: Statistic, sums: Sums) -> Told:
    parts = [part for stat, part in sums if stat == statistic.key and part] if statistic.by else []
    order = sorted(parts, key=lambda part: _in_order(statistic, part))
    return Told(statistic, figure_of(statistic, sums), [figure_of(statistic, sums, part) for part in order])


def _in_order(statistic: Statistic, part: str) -> tuple[int, int, str]:
    """Sort parts as the game names them; numbers by size."""
    known = list(statistic.kinds or statistic.labels)
    place = known.index(part) if part in known else len(known)
    return place, int(part) if part.lstrip("-").isdecimal() else 0, part
