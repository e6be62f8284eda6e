"""Matches, rounds and score lines as CSV for a spreadsheet, streamed in batches of matches."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from io import StringIO
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Prefetch
from django.template.defaultfilters import yesno

from games.core.deal import dealer_of
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Line, Match, Round
from scorekeeper.transfer.scoresheets import match_batches

BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheets that the file is UTF-8; without it they guess."""

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Also the fullwidth signs of Chinese and Japanese, which some spreadsheets take for formulas."""

LINES = Prefetch("lines", Line.objects.order_by("side", "pk"))
ROUNDS = Prefetch("rounds", Round.objects.only("match", "number").order_by("number"))
SCORED_ROUNDS = Prefetch("rounds", Round.objects.only("match", "number").order_by("number").prefetch_related(LINES))
WHOLE_ROUNDS = Prefetch("rounds", Round.objects.order_by("number").prefetch_related(LINES))

Rows = Iterator[Sequence[Any]]


class CsvTable(NamedTuple):
    """`rows` returns the rows of a match; `rounds` is what has to be prefetched for them."""

    columns: tuple[str, ...]
    rows: Callable[[Match], Rows]
    rounds: Prefetch[Any]


def csv_chunks(table: CsvTable, club: Club) -> Iterator[str]:
    yield BYTE_ORDER_MARK + _text([table.columns])
    for matches in match_batches(club, table.rounds):
        yield _text(row for match in matches for row in table.rows(match))


def escape_formula(cell: Any) -> Any:
    # Some spreadsheets skip leading spaces.
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULAS) else cell


def _player_rows(match: Match) -> Rows:
    sides, rounds = match.side_names, len(match.rounds.all())
    times = (_club_time(match, match.started), _club_time(match, match.ended), yesno(not match.is_open), rounds)
    for seat in match.seat_list:
        standing = (seat.total, seat.place, yesno(seat.won))
        place = (seat.number + 1, seat.player.name, sides[seat.side])
        yield *_about(match), *times, *place, *standing, match.night, match.notes


def _side_rows(match: Match) -> Rows:
    sides, dealers = match.side_names, _dealers(match)
    totals = [0] * len(sides)
    for played in match.rounds.all():
        dealer, irregular = match.names[dealers(played.number)], yesno("irregular" in played.facts)
        for side, name in enumerate(sides):
            points = sum(line.points for line in played.lines.all() if line.side == side)
            totals[side] += points
            yield *_about(match), played.number, dealer, name, points, totals[side], irregular


def _dealers(match: Match) -> Callable[[int], int]:
    """Return a function from round to dealer; it scores the match only where earlier rounds decide who deals."""
    if match.game.dealer is None:
        return partial(dealer_of, len(match.seat_list), first_dealer=match.first_dealer)
    return lambda number: match.state.rounds[number - 1].deal.dealer


def _line_rows(match: Match) -> Rows:
    sides = match.side_names
    for played in match.rounds.all():
        for line in played.lines.all():
            yield *_about(match), played.number, sides[line.side], line.rule, line.points, line.reason


ABOUT, TIMES, WRITTEN = ("match", "game", "game night"), ("started", "ended", "over", "rounds"), ("night", "notes")
SEAT, STANDING = ("seat", "player", "side"), ("total", "place", "won")
TABLES = {
    "matches": CsvTable((*ABOUT, *TIMES, *SEAT, *STANDING, *WRITTEN), _player_rows, ROUNDS),
    "rounds": CsvTable((*ABOUT, "round", "dealer", "side", "points", "total", "irregular"), _side_rows, WHOLE_ROUNDS),
    "lines": CsvTable((*ABOUT, "round", "side", "rule", "points", "reason"), _line_rows, SCORED_ROUNDS),
}
"""A row for each player of a match, for each side in a round, for each score line."""


def _about(match: Match) -> tuple[Any, ...]:
    return match.pk, match.game.name, match.night_date.isoformat()


def _club_time(match: Match, moment: datetime | None) -> str:
    """Format by the club's clock, as all spreadsheets understand."""
    local = moment.astimezone(ZoneInfo(match.club.zone)) if moment else None
    return local.replace(tzinfo=None).isoformat(" ", "seconds") if local else ""


def _text(rows: Any) -> str:
    text = StringIO()
    csv.writer(text).writerows([escape_formula(cell) for cell in row] for row in rows)
    return text.getvalue()
