"""The standings: how many matches each player finished and won, and their places."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.core.statistics import PLACE, WON
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.figures import Figure, sums_by
from scorekeeper.statistics.selection import Selection


class Results(NamedTuple):
    """A player's finished matches: how many, how many won, and the sum of the places."""

    n: int = 0
    wins: int = 0
    places: int = 0


class LeaderboardRow(NamedTuple):
    """A line of the leaderboard; equal players share a `rank`."""

    rank: int
    player: Player
    won: Figure
    place: Figure

    @classmethod
    def of(cls, rank: int, player: Player, results: Results) -> "LeaderboardRow":
        n, wins, places = results
        return cls(rank, player, Figure(WON, "", n, wins, n), Figure(PLACE, "", n, places, n))


def leaderboard(selection: Selection, order: str = "wins", most: int | None = None) -> list[LeaderboardRow]:
    """Return the best of all who finished a match: by `wins`, by the `share` won, or by mean `place`."""
    results = player_results(selection)
    names = dict(Player.objects.filter(pk__in=results).values_list("pk", "name"))
    # Equal players are sorted by number of matches, then by name.
    best = sorted((_sort_key(order, result), -result.n, names[pk], pk) for pk, result in results.items())
    ranks, listed = shared_ranks([key for key, *_ in best]), best[:most]
    players = Player.objects.in_bulk([pk for *_, pk in listed])
    return [LeaderboardRow.of(rank, players[pk], results[pk]) for rank, (*_, pk) in zip(ranks, listed, strict=False)]


def _sort_key(order: str, results: Results) -> float:
    """Return a key that sorts the best first. Equal shares of different numbers are the same float."""
    if order == "share":
        return -results.wins / results.n
    return results.places / results.n if order == "place" else -results.wins


def unranked_rows(selection: Selection, players: Mapping[int, Player]) -> list[LeaderboardRow]:
    """Return these players, by id, in their order with their results; the rank says nothing."""
    results = player_results(selection)
    return [LeaderboardRow.of(1, player, results.get(pk, Results())) for pk, player in players.items()]


def player_results(selection: Selection) -> dict[int, Results]:
    sums = selection.cached_sums("results", lambda part: sums_by("player_pk", part, (WON, PLACE)))
    return {
        pk: Results(n, wins, sums[pk, PLACE.key, ""][1]) for (pk, key, _), (n, wins) in sums.items() if key == WON.key
    }


def shared_ranks(sorted_keys: Sequence[float]) -> list[int]:
    """Return the rank of each key; equal keys share the first of theirs."""
    ranks: dict[float, int] = {}
    return [ranks.setdefault(key, rank) for rank, key in enumerate(sorted_keys, 1)]
