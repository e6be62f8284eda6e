"""Matches, rounds and score lines as CSV for a spreadsheet, streamed match by match."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache, partial
from io import StringIO
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.template.defaultfilters import yesno

from games.core.deal import dealer_of
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.transfer.scoresheets import match_batches

BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheets that the file is UTF-8; without it they guess."""

FORMULAS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Also the fullwidth signs of Chinese and Japanese, which some spreadsheets take for formulas."""
BEGINNING = re.compile(rf" *([\t\r\n]|[{re.escape(''.join(FORMULAS))}])")
"""Some spreadsheets skip leading spaces."""
AFTER_SEPARATOR = re.compile(rf"([;|\t\r\n][\s;|\"]*)(?=[{re.escape(''.join(FORMULAS))}])")
"""Where another character than the comma parts cells, as in much of Europe, one may begin inside of ours."""

ROUNDS = "SELECT match_id, number FROM matches_round WHERE match_id IN ({matches}) ORDER BY match_id, number"
SIDES = """
    SELECT played.match_id, played.number, played.facts, line.side, SUM(line.points)
    FROM matches_round played LEFT JOIN matches_line line ON line.round_id = played.id
    WHERE played.match_id IN ({matches}) GROUP BY played.id, line.side ORDER BY played.match_id, played.number
"""
LINES = """
    SELECT played.match_id, played.number, line.side, line.rule, line.points, line.reason
    FROM matches_round played JOIN matches_line line ON line.round_id = played.id
    WHERE played.match_id IN ({matches}) ORDER BY played.match_id, played.number, line.side, line.id
"""

Rows = Iterator[Sequence[Any]]
Stored = Sequence[tuple[Any, ...]]


class CsvTable(NamedTuple):
    """`rows` returns the rows of a match, given what the statement `stored` finds of it."""

    columns: tuple[str, ...]
    rows: Callable[[Match, Stored], Rows]
    stored: str


def csv_chunks(table: CsvTable, club: Club) -> Iterator[str]:
    yield BYTE_ORDER_MARK + _text([table.columns])
    for match, stored in chain.from_iterable(match_batches(club, table.stored)):
        yield _text(table.rows(match, stored))


@lru_cache(maxsize=2_000)  # most are names, and in every row
def escape_formula(cell: str) -> str:
    cell = AFTER_SEPARATOR.sub(r"\1'", cell)
    return f"'{cell}" if BEGINNING.match(cell) else cell


def _player_rows(match: Match, stored: Stored) -> Rows:
    sides, rounds = match.side_names, len(stored)
    times = (_club_time(match, match.started), _club_time(match, match.ended), yesno(not match.is_open), rounds)
    for seat in match.seat_list:
        standing = (seat.total, seat.place, yesno(seat.won))
        place = (seat.number + 1, seat.player.name, sides[seat.side])
        yield *_match_cells(match), *times, *place, *standing, match.night, match.notes


def _side_rows(match: Match, stored: Stored) -> Rows:
    about, sides, dealers = _match_cells(match), match.side_names, _dealers(match)
    totals = [0] * len(sides)
    for number, of_round in groupby(stored, key=itemgetter(1)):
        scored = list(of_round)
        points = {side: int(points) for _, _, _, side, points in scored if side is not None}
        facts = scored[0][2]
        irregular = "yes" if '"irregular"' in facts and "irregular" in json.loads(facts) else "no"
        dealer = match.names[dealers(number)]
        for side, name in enumerate(sides):
            totals[side] += points.get(side, 0)
            yield *about, number, dealer, name, points.get(side, 0), totals[side], irregular


def _dealers(match: Match) -> Callable[[int], int]:
    """Return a function from round to dealer; it scores the match only where earlier rounds decide who deals."""
    if match.game.dealer is None:
        return partial(dealer_of, len(match.seat_list), first_dealer=match.first_dealer)
    return lambda number: match.state.rounds[number - 1].deal.dealer


def _line_rows(match: Match, stored: Stored) -> Rows:
    about, sides = _match_cells(match), match.side_names
    for _, number, side, *line in stored:
        yield *about, number, sides[side], *line


ABOUT, TIMES, WRITTEN = ("match", "game", "game night"), ("started", "ended", "over", "rounds"), ("night", "notes")
SEAT, STANDING = ("seat", "player", "side"), ("total", "place", "won")
TABLES = {
    "matches": CsvTable((*ABOUT, *TIMES, *SEAT, *STANDING, *WRITTEN), _player_rows, ROUNDS),
    "rounds": CsvTable((*ABOUT, "round", "dealer", "side", "points", "total", "irregular"), _side_rows, SIDES),
    "lines": CsvTable((*ABOUT, "round", "side", "rule", "points", "reason"), _line_rows, LINES),
}
"""A row for each player of a match, for each side in a round, for each score line."""


def _match_cells(match: Match) -> tuple[Any, ...]:
    return match.pk, match.game.name, match.night_date.isoformat()


def _club_time(match: Match, moment: datetime | None) -> str:
    """Format by the club's clock, as all spreadsheets understand."""
    local = moment.astimezone(ZoneInfo(match.club.zone)) if moment else None
    return local.replace(tzinfo=None).isoformat(" ", "seconds") if local else ""


def _text(rows: Any) -> str:
    text = StringIO()
    csv.writer(text).writerows([escape_formula(cell) if type(cell) is str else cell for cell in row] for row in rows)
    return text.getvalue()
