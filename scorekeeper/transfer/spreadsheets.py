"""The record as tables for a spreadsheet, however long: a few statements for each hundred matches."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Prefetch

from games.core.deal import dealer_of
from scorekeeper.matches.models import SEATS_PREFETCH, Line, Match, Round, with_seats
from scorekeeper.server.database import snapshot

if TYPE_CHECKING:
    from scorekeeper.clubs.models import Club

AT_ONCE = 100
MARK = "\ufeff"
"""Says UTF-8 to spreadsheets, which otherwise guess."""

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With the wide signs of Chinese and Japanese, which some spreadsheets take for the narrow ones."""

LINES = Prefetch("lines", Line.objects.order_by("side", "pk"))
ROUNDS = Prefetch("rounds", Round.objects.only("match", "number").order_by("number"))
SCORED_ROUNDS = Prefetch("rounds", Round.objects.only("match", "number").order_by("number").prefetch_related(LINES))

Rows = Iterator[Sequence[Any]]


class CsvTable(NamedTuple):
    """One of the tables: its columns, the rows of a match below them, and what of its rounds they tell."""

    columns: tuple[str, ...]
    rows: Callable[[Match], Rows]
    rounds: Prefetch[Any]


def text_of(table: CsvTable, club: Club) -> Iterator[str]:
    yield MARK + _text([table.columns])
    last = 0
    while matches := _some(club, last, table.rounds):
        yield _text(row for match in matches for row in table.rows(match))
        last = matches[-1].pk


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula; a number stays a number."""
    # Some spreadsheets look past spaces.
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULAS) else cell


def _some(club: Club, last: int, rounds: Prefetch[Any]) -> list[Match]:
    with snapshot():
        following = Match.objects.filter(club=club, pk__gt=last).select_related("club")
        return with_seats(following.prefetch_related(SEATS_PREFETCH, rounds).order_by("pk")[:AT_ONCE])


def _of_players(match: Match) -> Rows:
    sides, rounds = _sides(match), len(match.rounds.all())
    times = (_there(match, match.started), _there(match, match.ended), _yes(not match.is_open), rounds)
    for seat in match.seat_list:
        stands = (seat.total, seat.place, _yes(seat.won))
        sits = (seat.number + 1, seat.player.name, sides[seat.side])
        yield *_about(match), *times, *sits, *stands, match.night, match.notes


def _of_sides(match: Match) -> Rows:
    sides, dealers = _sides(match), _dealers(match)
    totals = [0] * len(sides)
    for played in match.rounds.all():
        dealer = match.names[dealers(played.number)]
        for side, name in enumerate(sides):
            points = sum(line.points for line in played.lines.all() if line.side == side)
            totals[side] += points
            yield *_about(match), played.number, dealer, name, points, totals[side]


def _dealers(match: Match) -> Callable[[int], int]:
    """Return what gives the dealer of a round; the match is worked out only where earlier rounds decide it."""
    if match.game.dealer is None:
        return partial(dealer_of, len(match.seat_list), first_dealer=match.first_dealer)
    return lambda number: match.state.rounds[number - 1].deal.dealer


def _of_lines(match: Match) -> Rows:
    sides = _sides(match)
    for played in match.rounds.all():
        for line in played.lines.all():
            yield *_about(match), played.number, sides[line.side], line.rule, line.points, line.reason


ABOUT, TIMES, WRITTEN = ("match", "game", "evening"), ("started", "ended", "over", "rounds"), ("night", "notes")
SEAT, STANDING = ("seat", "player", "side"), ("total", "place", "won")
TABLES = {
    "matches": CsvTable((*ABOUT, *TIMES, *SEAT, *STANDING, *WRITTEN), _of_players, ROUNDS),
    "rounds": CsvTable((*ABOUT, "round", "dealer", "side", "points", "total"), _of_sides, SCORED_ROUNDS),
    "lines": CsvTable((*ABOUT, "round", "side", "rule", "points", "reason"), _of_lines, SCORED_ROUNDS),
}
"""A row for each player of a match, for each side in a round, for each line of points."""


def _about(match: Match) -> tuple[Any, ...]:
    return match.pk, match.game.name, match.night_date.isoformat()


def _sides(match: Match) -> Sequence[str]:
    return match.side_names


def _there(match: Match, moment: datetime | None) -> str:
    """Say a date and time by the club's clock, in the one way all spreadsheets take for one."""
    there = moment.astimezone(ZoneInfo(match.club.zone)) if moment else None
    return there.replace(tzinfo=None, microsecond=0).isoformat(" ") if there else ""


def _yes(it_is: bool) -> str:
    return "yes" if it_is else "no"


def _text(rows: Any) -> str:
    written = StringIO()
    csv.writer(written).writerows([harmless(cell) for cell in row] for row in rows)
    return written.getvalue()
