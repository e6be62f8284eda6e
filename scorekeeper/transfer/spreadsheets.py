"""Matches, rounds and score lines as CSV for a spreadsheet, streamed match by match."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from io import StringIO
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import QuerySet, Sum
from django.template.defaultfilters import yesno

from games.core.joining import dealer_at, seats_at
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.security_log import events_of
from scorekeeper.matches.models import Match, Round
from scorekeeper.matches.stand_ins import side_name
from scorekeeper.transfer.scoresheets import matches_with_rows

# Without it spreadsheets guess the encoding.
BYTE_ORDER_MARK = "\ufeff"

# The first characters of formulas, and their fullwidth forms in Chinese and Japanese.
FORMULA_SIGNS = re.escape("=+-@\uff1d\uff0b\uff0d\uff20")
# Some spreadsheets skip leading spaces.
FORMULA = re.compile(rf" *([\t\r\n]|[{FORMULA_SIGNS}])")
# By the preference of a device: most of Europe, which writes 1,5, separates cells by semicolons.
SEPARATORS = {"": ",", "semicolons": ";"}
# Where a spreadsheet separates them otherwise, a cell may begin inside one of ours.
FORMULA_AFTER_SEPARATOR = re.compile(rf"([,;|\t\r\n][\s,;|\"]*)(?=[{FORMULA_SIGNS}])")

Row = Sequence[Any]


class CsvTable(NamedTuple):
    """`rows` yields the lines of a match from its rows of the query `rounds`."""

    columns: tuple[str, ...]
    rows: Callable[[Match, Sequence[Row]], Iterator[Row]]
    rounds: QuerySet[Round, Any]


def csv_chunks(table: CsvTable, club: Club, separator: str = ",") -> Iterator[str]:
    yield BYTE_ORDER_MARK + _text([table.columns], separator)
    for match, rounds in matches_with_rows(club, table.rounds):
        yield _text(table.rows(match, rounds), separator)


def security_log_chunks(club: Club, separator: str = ",") -> Iterator[str]:
    yield BYTE_ORDER_MARK + _text([("time", "device", "number", "event")], separator)
    for event in events_of(club).iterator():
        yield _text([(club_time(club, event.created), event.label, event.device_id, event.message)], separator)


# Most cells are names, which repeat: 100,000 lines of a table take 0.7 s to escape, and 0.1 s with the cache.
@lru_cache(maxsize=2_000)
def escape_formula(cell: str) -> str:
    """Prevent spreadsheet formula injection."""
    cell = FORMULA_AFTER_SEPARATOR.sub(r"\1'", cell)
    return f"'{cell}" if FORMULA.match(cell) else cell


def _player_rows(match: Match, rounds: Sequence[Row]) -> Iterator[Row]:
    sides = match.side_names
    started, ended = (club_time(match.club, moment) for moment in (match.started, match.ended))
    times = (started, ended, "stopped" if match.is_stopped else yesno(match.finished), len(rounds))
    for seat in match.seat_list:
        standing = (seat.total, "left" if seat.left else seat.place, yesno(seat.won))
        place = (seat.number + 1, seat.player.name, sides[seat.side])
        yield *_match_cells(match), *times, *place, *standing, match.night, match.notes


def _side_rows(match: Match, rounds: Sequence[Row]) -> Iterator[Row]:
    about, sides = _match_cells(match), match.side_names
    totals = [*match.initial_state.totals]
    for number, of_round in groupby(rounds, key=itemgetter(1)):
        scored = list(of_round)
        _, _, facts, note, *_ = scored[0]
        points = {side: points for *_, side, points in scored}
        irregular = yesno("irregular" in facts)
        dealer = match.names[dealer_at(number, len(match.names), match.first_dealer, match.changes)]
        stand_ins = match.stand_ins.get(number, {})
        playing = seats_at(number, len(match.names), match.changes) if match.changes else range(len(sides))
        for side in playing:
            name = sides[side]
            totals[side] += points.get(side, 0)
            scored_now = points.get(side, 0), totals[side], irregular, note
            yield *about, number, dealer, name, *scored_now, side_name(match, side, stand_ins)


def _line_rows(match: Match, rounds: Sequence[Row]) -> Iterator[Row]:
    about, sides = _match_cells(match), match.side_names
    for _, number, side, *line in rounds:
        yield *about, number, sides[side], *line


ABOUT, TIMES, WRITTEN = ("match", "game", "game night"), ("started", "ended", "over", "rounds"), ("night", "notes")
SEAT, STANDING = ("seat", "player", "side"), ("total", "place", "won")
PLAYED = Round.objects.order_by("number")
SIDES = PLAYED.values_list("match", "number", "facts", "note", "lines__side").annotate(Sum("lines__points"))
LINES = PLAYED.exclude(lines=None).order_by("number", "lines__side", "lines__pk")
LINE = ("lines__side", "lines__rule", "lines__points", "lines__reason")

# A row for each player of a match, for each side in a round, for each score line.
TABLES = {
    "matches": CsvTable((*ABOUT, *TIMES, *SEAT, *STANDING, *WRITTEN), _player_rows, PLAYED.values_list("match")),
    "rounds": CsvTable(
        (*ABOUT, "round", "dealer", "side", "points", "total", "irregular", "note", "played by"), _side_rows, SIDES
    ),
    "lines": CsvTable(
        (*ABOUT, "round", "side", "rule", "points", "reason"), _line_rows, LINES.values_list("match", "number", *LINE)
    ),
}


def _match_cells(match: Match) -> tuple[Any, ...]:
    return match.pk, match.game.name, match.night_date.isoformat()


def club_time(club: Club, moment: datetime | None) -> str:
    """Format a time in the club's time zone, in a format that all spreadsheets read."""
    local = moment.astimezone(ZoneInfo(club.zone)) if moment else None
    return local.replace(tzinfo=None).isoformat(" ", "seconds") if local else ""


def _text(rows: Any, separator: str) -> str:
    text = StringIO()
    writer = csv.writer(text, delimiter=separator)
    writer.writerows([escape_formula(cell) if type(cell) is str else cell for cell in row] for row in rows)
    return text.getvalue()
