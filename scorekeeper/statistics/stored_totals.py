"""Replace the stored rows of some months; years and all time change by as much as the months do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from games.core.definition import Game
from scorekeeper.clubs.models import Club
from scorekeeper.statistics.counting import KEYS, STORED, SUMS, Days, Rows
from scorekeeper.statistics.models import PlayerBest
from scorekeeper.statistics.periods import ALL, Period

OF_GAME = ("club_id", "game_key")
LAST_YEAR = 9999


def replace(club: Club, game: Game, days: Days, counted: dict[type[Model], Rows]) -> None:
    for kind, rows in counted.items():
        stored = _stored(kind, club, game, days)
        if kind is PlayerBest:
            _replace_bests((club.pk, game.key), stored.keys(), rows.keys())
        else:
            _add(kind, (club.pk, game.key), _difference(stored, rows))


def _stored(kind: type[Model], club: Club, game: Game, days: Days) -> Rows:
    names = len(KEYS[kind])
    found = kind._default_manager.filter(
        club=club, game_key=game.key, period__in=Period(*((day.year, day.month) for day in days)).months
    )
    return {row[:names]: row[names:] for row in found.values_list(*KEYS[kind], *SUMS[kind])}


# --- Totals ---


def _difference(stored: Rows, counted: Rows) -> Rows:
    """Return what has to be added to make one the other, for the months, their years and all time."""
    added: Rows = {}
    for key in stored.keys() | counted.keys():
        was, now = stored.get(key), counted.get(key)
        if was == now:
            continue
        columns = range(len(was or now or ()))
        more = [(now[column] if now else 0) - (was[column] if was else 0) for column in columns]
        month, *names = key
        for period in (month, month // 100, ALL):
            known = added.get((period, *names), (0,) * len(more))
            added[(period, *names)] = tuple(map(int.__add__, known, more))
    return added


def _add(kind: type[Model], of_game: tuple[int, str], added: Rows) -> None:
    put, take, drop = _statements(kind)
    # What becomes fewer is there already. Inserting it would fail on its way to the update: no count is below zero.
    fewer = {key: values for key, values in added.items() if values[0] < 0}
    _execute(put, ([*of_game, *key, *values] for key, values in added.items() if key not in fewer))
    _execute(take, ([*values, *of_game, *key] for key, values in fewer.items()))
    _execute(drop, ([*of_game, *key] for key in fewer))


@cache
def _statements(kind: type[Model]) -> tuple[str, str, str]:
    """Return how to add to rows that may be there, to rows that are there, and how to drop those without a case."""
    table, keys, sums = kind._meta.db_table, (*OF_GAME, *KEYS[kind]), SUMS[kind]
    this = " AND ".join(f"{column} = %s" for column in keys)
    return (
        f"{_insert(kind)} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET "
        + ", ".join(f"{column} = {table}.{column} + excluded.{column}" for column in sums),
        f"UPDATE {table} SET {', '.join(f'{column} = {column} + %s' for column in sums)} WHERE {this}",  # noqa: S608
        f"DELETE FROM {table} WHERE {this} AND n = 0",  # noqa: S608 -- names of ours
    )


def _insert(kind: type[Model]) -> str:
    columns = (*OF_GAME, *KEYS[kind], *SUMS[kind])
    return f"INSERT INTO {kind._meta.db_table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608


# --- Records ---

MERGED = ("club_id", "game_key", "seats", "player_id", "record", "value", "weight", "started", "match_id", "number")
OF_GROUP = "club_id = %s AND player_id = %s AND game_key = %s AND record = %s AND seats = %s AND period"
DROP = f"DELETE FROM statistics_playerbest WHERE {OF_GROUP} = %s"  # noqa: S608 -- names of ours
MERGE = f"""
    INSERT INTO statistics_playerbest ({", ".join(MERGED)}, period) SELECT {", ".join(MERGED)}, %s
    FROM statistics_playerbest WHERE {OF_GROUP} BETWEEN %s AND %s
    ORDER BY weight DESC, started, match_id, number LIMIT {STORED}
"""  # noqa: S608 -- the same


def _replace_bests(of_game: tuple[int, str], stored: Iterable[Any], counted: Iterable[Any]) -> None:
    """Replace the best of the months; merge those of a player's record again where they changed."""
    gone, new = set(stored) - set(counted), set(counted) - set(stored)
    club, game = of_game
    changed = {(month, club, player, game, record, seats) for month, seats, player, record, *_ in gone | new}
    as_stored, when = connection.ops.adapt_datetimefield_value, KEYS[PlayerBest].index("started")
    rows = {row for row in counted if (row[0], club, row[2], game, row[3], row[1]) in changed}
    _execute(DROP, ([*group, month] for month, *group in changed))
    _execute(
        _insert(PlayerBest), ([*of_game, *row[:when], as_stored(row[when]), *row[when + 1 :]] for row in sorted(rows))
    )
    years = {(month // 100, *group) for month, *group in changed}
    for period, groups in ((None, years), (ALL, {(ALL, *group) for _, *group in years})):
        _execute(DROP, ([*group, year] for year, *group in groups))
        _execute(
            MERGE,
            (
                [year, *group, *((1, LAST_YEAR) if period == ALL else (year * 100 + 1, year * 100 + 12))]
                for year, *group in groups
            ),
        )


def _execute(statement: str, given: Iterable[Sequence[Any]]) -> None:
    rows = list(given)
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)
