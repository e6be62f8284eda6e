"""Importing a table: each of its rows is a match, or all of them are the rounds of one."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Literal
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.utils import timezone
from msgspec.structs import replace

from games.core import scoresheet
from games.core.definition import Game
from games.core.errors import Impossible, ImpossibleRound, quoted
from games.core.registry import games
from games.core.scoresheet import MAX_ROUND_NOTE_LENGTH, RoundNote, Scoresheet
from games.core.text import isolate, listed, minus, plural
from scorekeeper import limits
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches.lookup import find_day, find_own_game
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import usual_rules
from scorekeeper.matches.setup import EVENING
from scorekeeper.matches.starting import checked_names
from scorekeeper.transfer.club_file import OpenedFile
from scorekeeper.transfer.models import TableChoices, TableSummary
from scorekeeper.transfer.parts import PARTS
from scorekeeper.transfer.score_table import ScoreTable, TableRow, letters_of, rows_in_words
from scorekeeper.transfer.table_cells import CellDate, is_filled, whole_points

# Namespace of the keys of matches from a table.
KEYS_OF_ROWS = UUID("c6a3f2c8-2f0e-4e55-8a8e-6f7f0f4a1d29")
# Under this name a table is read before anybody has said which game it is.
UNKNOWN_GAME = "?"
# So many matches or rounds show how a table is read.
MAX_SAMPLES = 3
EARLIEST_YEAR = 1900
OLD_LETTERS = "this file is not UTF-8: if letters of a name are wrong, copy the cells and paste them"


def open_table(club: Club, text: bytes, choices: TableChoices) -> OpenedFile:
    """Open a table as a file that a club can import; Impossible if it is none, or for an impossible choice."""
    if len(text) > limits.MAX_IMPORT_TABLE_BYTES:
        raise Impossible(f"this table is too large: {limits.MAX_IMPORT_TABLE_BYTES // 10**6} MB is the most")
    try:
        decoded, remarks = text.decode(), list[str]()
    except UnicodeDecodeError:
        # Excel saves CSV so.
        decoded, remarks = text.decode("cp1252", "replace"), [OLD_LETTERS]
    table = ScoreTable.read(decoded)
    table.remarks[:0] = remarks
    return TableReader(club, table, choices).read()


def names_of_games(club: Club) -> list[str]:
    """Return the names of games that a table may be of: those the club has played, and well-known ones."""
    game = _unnamed_game()
    return list(dict.fromkeys([*Match.objects.names_of(club, game), *(game.known_names or ())]))


def _unnamed_game() -> Game:
    """Return the game that has any points, under any name."""
    return next(game for game in games().values() if game.requires_name)


class TableReader:
    def __init__(self, club: Club, table: ScoreTable, choices: TableChoices) -> None:
        self.club, self.table, self.choices = club, table, choices
        self.now = timezone.now()
        self.tonight = club.night_date_of(self.now)
        self.day = self._read_day(choices.day)
        self.unnamed_game = _unnamed_game()
        self.game = self._find_game(choices.game)
        self.cell_dates = [dated for row in table.rows if (dated := table.date_of(row))]
        self.day_first = choices.dates != "month" if choices.dates else self._guess_day_first()
        self.rows_are = choices.rows or self._guess_rows()
        rules = usual_rules(club, self.game).in_force
        self.wins = choices.wins or ("fewest" if self.game.with_house_rules(rules).lowest_wins else "most")
        self.remarks = [*table.remarks]
        # By reason: the rows in words.
        self.left_behind = defaultdict[str, list[str]](list)
        self.samples = list[str]()
        # By content of a match, and by day.
        self.occurrences, self.played_on = Counter[str](), Counter[date]()
        self.is_undated = False

    def read(self) -> OpenedFile:
        if self.table.below:
            self.left_behind["below the sums: bring each match on its own"].append(rows_in_words(self.table.below))
        sheets = [*(self._rounds() if self.rows_are == "rounds" else self._matches())]
        is_named = self.game.name != UNKNOWN_GAME
        choices = replace(self.choices, game=self.game.name if is_named else "", day=self.day.isoformat())
        summary = TableSummary(
            choices=choices, rows=self.rows_are, wins=self.wins, dates="day" if self.day_first else "month",
            is_undated=self.is_undated, date_readings=self._date_readings(), samples=self.samples, remarks=self.remarks,
        )  # fmt: skip
        matches = [scoresheet.dump(sheet).encode() for sheet in sheets] if is_named else []
        return OpenedFile(None, {part.name: () for part in PARTS}, matches, self.left_behind, summary)

    # --- What is chosen, or guessed ---

    def _read_day(self, text: str) -> date:
        day = find_day(text) if text else self.tonight
        if day is None or day.year < EARLIEST_YEAR or day > self.tonight:
            raise Impossible("nobody has played on that day yet: choose today or an earlier day")
        return day

    def _find_game(self, name: str) -> Game:
        """Return the game of this name; without one the game that the title of the table names."""
        name = normalize_name(name)
        if not name:
            words = set(self.table.title.casefold().split())
            known_names = names_of_games(self.club)
            name = next((known for known in known_names if words.issuperset(known.casefold().split())), UNKNOWN_GAME)
        return find_own_game(self.club, self.unnamed_game.with_name(name))

    def _guess_rows(self) -> Literal["rounds", "matches"]:
        days = {(dated.year, dated.first, dated.second) for dated in self.cell_dates}
        too_many = len(self.table.rows) > limits.MAX_ROUNDS or len(self.table.names) > self.unnamed_game.seats[-1]
        return "matches" if len(days) > 1 or self.table.counts_matches or too_many else "rounds"

    def _guess_day_first(self) -> bool:
        """Return whether the day stands first in a date: that way most are possible, or they are in order."""
        days, months = self._moments(day_first=True), self._moments(day_first=False)
        if len(days) != len(months):
            return len(days) > len(months)
        return _order(days) >= _order(months)

    def _moments(self, *, day_first: bool) -> list[datetime]:
        """Return the dates of all rows that are possible."""
        moments = list[datetime]()
        for dated in self.cell_dates:
            try:
                moments.append(self._checked(dated, day_first=day_first))
            except Impossible:
                continue
        return moments

    def _date_readings(self) -> list[str]:
        """Return a date as it stands and its two readings, if either may be meant."""
        either = next(
            (dated for dated in self.cell_dates if dated.has_two_readings and dated.first != dated.second), None
        )
        days, months = self._moments(day_first=True), self._moments(day_first=False)
        if either is None or len(days) < len(self.cell_dates) or len(months) < len(self.cell_dates):
            return []
        return [either.text, *(f"{either.moment(day_first=first):%-d %B %Y}" for first in (True, False))]

    # --- Matches ---

    def _matches(self) -> Iterator[Scoresheet]:
        dated: CellDate | None = None
        for row in self.table.rows:
            points = self._points(row)
            try:
                dated = self._date(row) or dated
                if points is None:
                    continue
                sheet = self._sheet(dated, [*points], [tuple(points.values())], "\n".join(self._notes(row)))
                words = self._in_words(sheet)
            except Impossible as error:
                self.left_behind[error.message].append(str(row))
                continue
            if len(self.samples) < MAX_SAMPLES:
                self.samples.append(f"{_day(sheet)}: {words}")
            yield sheet

    def _rounds(self) -> Iterator[Scoresheet]:
        """Yield the match whose rounds are the rows, unless one of them cannot be read."""
        names, rows = list(self.table.names.values()), self.table.rows
        by_row = [self._points(row) for row in rows]
        rounds = [tuple(points.get(name, 0) for name in names) for points in by_row if points is not None]
        if len(rounds) < len(rows):
            return
        empty = sum(len(names) - len(points) for points in by_row if points is not None)
        if empty:
            self.remarks.append(f"{plural(empty, 'empty cell')}: counted as 0")
        notes = [", ".join(self._notes(row))[:MAX_ROUND_NOTE_LENGTH] for row in rows]
        first = next(
            (row for row in rows if self.table.dates is not None and is_filled(row[self.table.dates])), rows[0]
        )
        if len({dated.text for dated in self.cell_dates}) > 1:
            self.remarks.append(f"a match has one date: that of {first} counts")
        at_fault = str(first)
        try:
            dated = self._date(first)
            at_fault = rows_in_words(rows)
            if len(rounds) > limits.MAX_ROUNDS:
                raise Impossible(f"a match has at most {plural(limits.MAX_ROUNDS, 'round')}")
            sheet = replace(
                self._sheet(dated, names, rounds),
                round_notes=[RoundNote(round=number, note=note) for number, note in enumerate(notes, 1) if note],
            )
            total = self._in_words(sheet)
        except Impossible as error:
            number = error.number if isinstance(error, ImpossibleRound) else None
            self.left_behind[error.message].append(str(rows[number - 1]) if number else at_fault)
        else:
            samples = [
                f"Round {at}: {_listed_points(names, points)}" for at, points in enumerate(rounds[:MAX_SAMPLES], 1)
            ]
            self.samples = [*samples, f"In all, {plural(len(rounds), 'round')} on {_day(sheet)}: {total}"]
            yield sheet

    def _points(self, row: TableRow) -> dict[str, int] | None:
        """Return the points by player, without those whose cell is empty; None if a cell cannot be read."""
        points, is_readable = dict[str, int](), True
        for at, name in self.table.names.items():
            try:
                number = whole_points(row[at])
            except Impossible as error:
                is_readable = False
                self.left_behind[error.message].append(f"{row}, column {letters_of(at)}, {name}: {quoted(row[at])}")
            else:
                points |= {} if number is None else {name: number}
        return points if is_readable else None

    def _date(self, row: TableRow) -> CellDate | None:
        """Return the date of a row, None if it has none; Impossible if nobody can have played then."""
        dated = self.table.date_of(row)
        if dated:
            self._checked(dated, day_first=self.day_first)
        elif self.table.dates is not None and is_filled(row[self.table.dates]):
            raise Impossible("its date cannot be read")
        return dated

    def _checked(self, dated: CellDate, *, day_first: bool) -> datetime:
        moment = dated.moment(day_first=day_first)
        if moment.year < EARLIEST_YEAR:
            raise Impossible(f"its date lies before {EARLIEST_YEAR}")
        if moment.date() > self.tonight:
            raise Impossible("its date is yet to come")
        return moment

    def _notes(self, row: TableRow) -> Iterator[str]:
        for at, heading in self.table.notes.items():
            if row[at]:
                yield normalize_name(f"{heading}: {row[at]}" if heading else row[at])

    def _sheet(
        self, dated: CellDate | None, names: Sequence[str], rounds: Sequence[tuple[int, ...]], notes: str = ""
    ) -> Scoresheet:
        """Return a match as a scoresheet. Its key is the same one each time: that of its content."""
        self.is_undated |= dated is None
        moment = dated.moment(day_first=self.day_first) if dated else None
        content = json.dumps([self.game.key, moment and moment.isoformat(), names, rounds])
        # Matches of one day are kept in the order of the table.
        day = moment.date() if moment else self.day
        evening = datetime.combine(day, dated.time if dated and dated.time else EVENING, ZoneInfo(self.club.zone))
        started = min(evening + timedelta(seconds=self.played_on[day]), self.now)
        self.played_on[day] += 1
        self.occurrences[content] += 1
        return Scoresheet(
            scoresheet=1,
            game=self.game.key,
            players=checked_names(names),
            house_rules={"wins": "fewest"} if self.wins == "fewest" else {},
            started=started.isoformat(),
            ended=started.isoformat(),
            notes=notes or None,
            key=uuid5(KEYS_OF_ROWS, f"{self.occurrences[content]} {content}"),
            rounds=[{"points": list(points)} for points in rounds],
        )

    def _in_words(self, sheet: Scoresheet) -> str:
        """Score a match and return its totals and winners in words; Impossible if the rules refuse it."""
        _, state, scorecard = scoresheet.play(sheet)
        winners = [isolate(state.side_names[side]) for side in scorecard.winners]
        wins = f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}"
        return f"{_listed_points(state.side_names, scorecard.totals)}. {wins}"


def _order(moments: list[datetime]) -> int:
    """Return 2 for dates in order, 1 if the latest stands first, else 0."""
    return 2 if moments == sorted(moments) else 1 if moments == sorted(moments, reverse=True) else 0


def _listed_points(names: Sequence[str], points: Sequence[int]) -> str:
    return ", ".join(f"{isolate(name)} {minus(number)}" for name, number in zip(names, points, strict=True))


def _day(sheet: Scoresheet) -> str:
    return f"{datetime.fromisoformat(sheet.started or ''):%-d %B %Y}"
