"""Whether every match of a record can be read; asked before a backup is restored, whose file is anybody's."""

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from django.db import connection

from games.core.errors import Impossible
from games.core.registry import find
from games.core.schema import skim
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match

DESERTED = """
    SELECT id FROM matches_match
    WHERE NOT EXISTS (SELECT 1 FROM matches_seat WHERE match_id = matches_match.id) LIMIT 1
"""
DEALT_BY_NOBODY = """
    SELECT id FROM matches_match
    WHERE first_dealer >= (SELECT COUNT(*) FROM matches_seat WHERE match_id = matches_match.id) LIMIT 1
"""
WITH_GAPS = """
    SELECT match_id FROM matches_round GROUP BY match_id HAVING MIN(number) <> 1 OR MAX(number) <> COUNT(*) LIMIT 1
"""
WRONG = {
    DESERTED: "nobody sits at its table",
    DEALT_BY_NOBODY: "nobody sits where its first dealer did",
    WITH_GAPS: "one of its rounds is missing",
}
FACTS = "SELECT match_id, number, facts FROM matches_round"
DOUBTFUL = """
    SELECT {id}, {column} FROM {table}
    WHERE {column} IS NOT NULL AND (
        NOT json_valid({column})
        OR {column} GLOB '*[0-9][eE]*' OR {column} GLOB '*NaN*' OR {column} GLOB '*Infinity*'
    )
"""
"""Rows whose JSON may hold a number that is none. SQLite looks faster than we do; a backup is always SQLite."""
COLUMNS = [
    ("matches_match", "id", "house_rules"), ("matches_match", "id", "draft"),
    ("matches_round", "match_id", "correction"), ("matches_round", "match_id", "insertion"),
    ("matches_entry", "match_id", "before"), ("matches_entry", "match_id", "after"),
]  # fmt: skip


def find_unreadable_match() -> str:
    """Say which match cannot be read, and why; "" where all can."""
    kinds = {}
    for pk, key in Match._base_manager.values_list("pk", "game_key"):
        try:
            kinds[pk] = find(key).facts
        except Impossible:
            return f"match {pk} is of a game that is not here: {key}"
    for statement, wrong in WRONG.items():
        if found := next(_rows(statement), None):
            return f"match {found[0]} cannot be read: {wrong}"
    for pk, number, facts in _rows(FACTS):
        try:
            skim(facts.encode(), kinds[pk])
        except Impossible as error:
            return f"round {number} of match {pk} cannot be read: {error.message}"
    return _damaged_column() or _unknown_zone() or _damaged_name()


def _unknown_zone() -> str:
    for name, zone in Club._base_manager.values_list("name", "zone"):
        try:
            ZoneInfo(zone)
        except (ValueError, LookupError, OSError):
            return f"the time zone of {name} is not known here: {zone}"
    return ""


def _damaged_name() -> str:
    for pk, name in Player._base_manager.values_list("pk", "name"):
        if not isinstance(name, str):  # SQLite keeps what it is given, whatever a column is for
            return f"the name of player {pk} is damaged"
    return ""


def _damaged_column() -> str:
    for table, of_match, column in COLUMNS:
        for pk, text in _rows(DOUBTFUL.format(id=of_match, column=column, table=table)):
            try:
                json.loads(text, parse_float=_finite, parse_constant=_refuse)
            except ValueError:
                return f"match {pk} cannot be read: its {column} is damaged"
    return ""


def _rows(statement: str) -> Iterator[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        yield from cursor


def _finite(text: str) -> float:
    return number if isfinite(number := float(text)) else _refuse(text)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)
