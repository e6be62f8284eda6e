"""The standings: how many matches each player finished and won, and their places."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.core.statistics import PLACE, WON
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.figures import Figure, sums_by
from scorekeeper.statistics.selection import Selection


class LeaderboardRow(NamedTuple):
    """A line of the leaderboard: `rank` is shared by those who are equal."""

    rank: int
    player: Player
    won: Figure
    place: Figure


def leaderboard(selection: Selection, order: str = "wins", most: int | None = None) -> list[LeaderboardRow]:
    """Return the best of all who played a match to its end: by `wins`, by the `share` won, or mean `place`."""
    results = results_of(selection)
    names = dict(Player.objects.filter(pk__in=results).values_list("pk", "name"))
    best = sorted((_key(order, *result), -result[0], names[pk], pk) for pk, result in results.items())
    ranks, shown = ranked([key for key, *_ in best]), best[:most]
    players = Player.objects.in_bulk([pk for *_, pk in shown])
    return [_row(rank, players[pk], *results[pk]) for rank, (*_, pk) in zip(ranks, shown, strict=False)]


def _key(order: str, n: int, wins: int, places: int) -> float:
    """Return what sorts by an order, the best first. The same share of other numbers is the same float."""
    if order == "share":
        return -wins / n
    return places / n if order == "place" else -wins


def player_lines(selection: Selection, players: Mapping[int, Player]) -> list[LeaderboardRow]:
    """Return the results of these players, who are not ranked here."""
    results = results_of(selection)
    return [_row(1, player, *results.get(pk, (0, 0, 0))) for pk, player in players.items()]


def results_of(selection: Selection) -> dict[int, tuple[int, int, int]]:
    """Return for each player how many matches were finished and won, and the sum of the places."""
    sums = selection.total("results", lambda part: sums_by("who", part, (WON, PLACE)))
    return {pk: (n, wins, sums[pk, PLACE.key, ""][1]) for (pk, key, _), (n, wins) in sums.items() if key == WON.key}


def _row(rank: int, player: Player, n: int, wins: int, places: int) -> LeaderboardRow:
    return LeaderboardRow(rank, player, Figure(WON, "", n, wins, n), Figure(PLACE, "", n, places, n))


def ranked(keys: Sequence[float]) -> list[int]:
    """Return the place of each of these keys, which stand in order; equal ones share it."""
    places: dict[float, int] = {}
    return [places.setdefault(key, place) for place, key in enumerate(keys, 1)]
