"""Replace the stored rows of some months; years and all time change by as much as the months do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from games.core.definition import Game
from scorekeeper.clubs.models import Club
from scorekeeper.statistics.counting import KEYS, STORED, SUMS, Counted, Days, Rows
from scorekeeper.statistics.models import FigureKey, PlayerBest
from scorekeeper.statistics.periods import ALL, Period

LAST_YEAR = 9999


def replace(club: Club, game: Game, days: Days, counted: dict[type[Model], Rows]) -> None:
    ids = _figure_ids(club, game, {figure for rows in counted.values() for _, figure, *_ in rows})
    for kind, rows in counted.items():
        stored = _stored(kind, ids.values(), days)
        named = {(period, ids[figure], *names): sums for (period, figure, *names), sums in rows.items()}
        if kind is PlayerBest:
            _replace_bests(stored.keys(), named.keys())
        else:
            _add(kind, _difference(stored, named))


def _figure_ids(club: Club, game: Game, counted: set[Counted]) -> dict[Counted, int]:
    """Return the id of all that was ever counted of a game, and of what is counted now."""
    rows = FigureKey.objects.filter(club=club, game_key=game.key).values_list("seats", "stat", "bucket", "pk")
    known = {(seats, stat, bucket): pk for seats, stat, bucket, pk in rows}
    new = [
        FigureKey(club=club, game_key=game.key, seats=seats, stat=stat, bucket=bucket)
        for seats, stat, bucket in sorted(counted - known.keys())
    ]
    return known | {(one.seats, one.stat, one.bucket): one.pk for one in FigureKey.objects.bulk_create(new)}


def _stored(kind: type[Model], figures: Iterable[int], days: Days) -> Rows:
    names, months = len(KEYS[kind]), Period(*((day.year, day.month) for day in days)).months
    found = kind._default_manager.filter(figure__in=list(figures), period__in=months)
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


def _add(kind: type[Model], added: Rows) -> None:
    put, take, drop = _statements(kind)
    # What becomes fewer is there already. Inserting it would fail on its way to the update: no count is below zero.
    fewer = {key: values for key, values in added.items() if values[0] < 0}
    _execute(put, ([*key, *values] for key, values in added.items() if key not in fewer))
    _execute(take, ([*values, *key] for key, values in fewer.items()))
    _execute(drop, fewer)


@cache
def _statements(kind: type[Model]) -> tuple[str, str, str]:
    """Return how to add to rows that may be there, to rows that are there, and how to drop those without a case."""
    table, keys, sums = kind._meta.db_table, KEYS[kind], SUMS[kind]
    this = " AND ".join(f"{column} = %s" for column in keys)
    return (
        f"{_insert(kind)} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET "
        + ", ".join(f"{column} = {table}.{column} + excluded.{column}" for column in sums),
        f"UPDATE {table} SET {', '.join(f'{column} = {column} + %s' for column in sums)} WHERE {this}",  # noqa: S608
        f"DELETE FROM {table} WHERE {this} AND n = 0",  # noqa: S608 -- names of ours
    )


def _insert(kind: type[Model]) -> str:
    columns = (*KEYS[kind], *SUMS[kind])
    return f"INSERT INTO {kind._meta.db_table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608


# --- Records ---

MERGED = "figure_id, player_id, value, weight, match_id, number"
OF_GROUP = "figure_id = %s AND player_id = %s AND period"
DROP = f"DELETE FROM statistics_playerbest WHERE {OF_GROUP} = %s"  # noqa: S608 -- names of ours
MERGE = f"""
    INSERT INTO statistics_playerbest ({MERGED}, period) SELECT {MERGED}, %s
    FROM (
        SELECT best.* FROM statistics_playerbest best JOIN matches_match played ON played.id = best.match_id
        WHERE {OF_GROUP} BETWEEN %s AND %s
        ORDER BY weight DESC, played.started, match_id, number LIMIT {STORED}
    ) merged
"""  # noqa: S608 -- the same


def _replace_bests(stored: Iterable[Any], counted: Iterable[Any]) -> None:
    """Replace the best of the months; merge those of a player's record again where they changed."""
    gone, new = set(stored) - set(counted), set(counted) - set(stored)
    changed = {row[:3] for row in gone | new}
    _execute(DROP, ([*group, month] for month, *group in changed))
    _execute(_insert(PlayerBest), sorted(row for row in counted if row[:3] in changed))
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
