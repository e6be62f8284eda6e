"""A table from a spreadsheet, pasted or as CSV: names in one row, points below them, perhaps a date and notes.

What the cells alone tell is found here; `remarks` say what is left out.
"""

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from io import StringIO
from itertools import pairwise, product

from games.core.errors import Impossible, quoted
from games.core.scoresheet import check_name
from games.core.text import listed, minus
from scorekeeper import limits
from scorekeeper.clubs.player import normalize_name
from scorekeeper.transfer.spreadsheets import ABOUT
from scorekeeper.transfer.table_cells import CellDate, is_filled, looks_like_points, read_date, value_of

# The likeliest first.
CELL_SEPARATORS = "\t;,"
# A first line with which Excel names the separator.
SEPARATOR_LINE = re.compile(r"\Asep=.\n", re.IGNORECASE)

SUMS = {"total", "totals", "sum", "sums", "summe", "summen", "gesamt", "insgesamt", "somme", "totale", "suma", "totaal"}
# The headings of rows and columns that a spreadsheet works out.
WORKED_OUT = SUMS | {
    "average", "avg", "mean", "schnitt", "durchschnitt", "mittelwert", "ø", "place", "rank", "platz", "rang",
    "winner", "wins", "sieger", "gewinner", "siege",
}  # fmt: skip
ROUND_WORDS = {"round", "rounds", "runde", "hand", "deal", "turn", "ronde", "manche", "giro", "mano", "ronda", "tour"}
MATCH_WORDS = {"match", "game", "spiel", "partie", "partita", "partida", "spel"}
COUNTING_WORDS = {"#", "nr", "no", "n°", "nº", *ROUND_WORDS, *MATCH_WORDS}
POINT_WORDS = {"points", "point", "pts", "score", "scores", "result", "punkte", "ergebnis"}
# A cell that counts the rows: 3, 3., Round 3, R3.
COUNT = re.compile(r"(\D*)(\d{1,5})\D*")
# So many numbers that follow each other are no points, whatever their heading says.
MIN_ROWS_COUNTED = 4

NO_NAMES = "no row of names with points below them was found: the first row of a table has the names of the players"
TURNED = (
    "the names of this table stand in its first column, and not in its first row: "
    "copy it, paste it transposed in the spreadsheet, and bring that"
)

ROW_FOR_EACH_PLAYER = (
    "this table has a row for each player: bring one with the names in its first row, and the points below them"
)


@dataclass(frozen=True)
class TableRow:
    """A row with its number in the spreadsheet."""

    number: int
    cells: Sequence[str]

    def __getitem__(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""

    def __str__(self) -> str:
        return f"row {self.number}"

    @property
    def filled(self) -> list[str]:
        return [cell for cell in self.cells if cell]

    @property
    def label(self) -> str:
        return _key(self.filled[0])


@dataclass
class ScoreTable:
    """`names`, `notes`: headings by the number of the column. `rows`: those with points; `below`: rows below the sums.

    `dates`, `counts`: the columns of dates and of numbers that count the rows, if there are such.
    """

    title: str
    header: TableRow
    body: Sequence[TableRow]
    names: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    dates: int | None = None
    counts: int | None = None
    rows: list[TableRow] = field(default_factory=list)
    below: list[TableRow] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> "ScoreTable":
        """Read a table; Impossible if it has no row of names, or points below none of them."""
        rows = read_cells(text)
        if rows and rows[0].cells[: len(ABOUT)] == [*ABOUT]:
            raise Impossible("this table was made here: download everything instead, and import that file")
        at = _find_header(rows)
        title = rows[0].filled[0] if at and len(rows[0].filled) == 1 else ""
        # On a long sheet the names may stand there again.
        body = [row for row in rows[at + 1 :] if row.cells != rows[at].cells]
        table = cls(normalize_name(title), rows[at], body)
        table._sort_columns()
        table._sort_rows()
        if not table.rows:
            raise Impossible("nobody has points in this table")
        return table

    @property
    def counts_matches(self) -> bool:
        return self.counts is not None and _key(self.header[self.counts]) in MATCH_WORDS

    def date_of(self, row: TableRow) -> CellDate | None:
        return None if self.dates is None else read_date(row[self.dates])

    def _sort_columns(self) -> None:
        """Find what each column holds."""
        body = [row for row in self.body if row.label not in WORKED_OUT]
        kinds = dict[str, list[int]]()
        for at in range(max(len(row.cells) for row in (self.header, *self.body))):
            kind = self._kind_of(at, [row[at] for row in body if is_filled(row[at])], kinds)
            kinds.setdefault(kind, []).append(at)
        self.dates, self.counts = (next(iter(kinds.pop(kind, [])), None) for kind in ("dates", "counts"))
        self.notes = {at: self.heading(at) for at in kinds.pop("notes", [])}
        self.names = {at: self.heading(at) for at in kinds.pop("points", [])}
        self._check_names()
        unnamed = kinds.pop("unnamed", [])
        for row, at in product(body, unnamed):
            if value_of(row[at]) not in (None, sum(value_of(row[name]) or 0 for name in self.names)):
                place = f"{row}, column {letters_of(at)}"
                raise Impossible(f"{place}: {quoted(row[at])} has no name above it, in {self.header}")
        kinds["it adds up the others"] = unnamed
        self.remarks += [f"{self._column(at)} is kept as a note" for at in self.notes]
        for reason, columns in kinds.items():
            self.remarks += [f"{self._column(at)} is left out: {reason}" for at in columns if reason]

    def _kind_of(self, at: int, cells: Sequence[str], before: Collection[str]) -> str:
        """Return what a column holds, or why it is left out; "" for nothing. `before`: the kinds of those before it."""
        key = _key(self.heading(at))
        if not cells:
            return "" if key in {"", *COUNTING_WORDS, *WORKED_OUT} else "it has no points"
        if "dates" not in before and sum(read_date(cell) is not None for cell in cells) * 2 > len(cells):
            return "dates"
        if not {"points", "counts"}.intersection(before) and _counts_rows(key, cells):
            return "counts"
        if sum(map(looks_like_points, cells)) * 2 < len(cells):
            return "notes"
        if key in WORKED_OUT:
            return "it follows from the others"
        return "points" if key else "unnamed"

    def heading(self, at: int) -> str:
        return normalize_name(self.header[at])

    def _column(self, at: int) -> str:
        return f"column {letters_of(at)}" + (f", {quoted(self.heading(at))}," if self.heading(at) else "")

    def _check_names(self) -> None:
        if not self.names:
            raise Impossible(NO_NAMES)
        if self.notes and POINT_WORDS.issuperset(map(_key, self.names.values())):
            raise Impossible(ROW_FOR_EACH_PLAYER)
        counted = [COUNT.fullmatch(name) for name in self.names.values()]
        if self.notes and all(counted) and {_key(found[1]) for found in counted if found} <= {"", *COUNTING_WORDS}:
            raise Impossible(TURNED)
        columns = dict[str, str]()
        for at, name in self.names.items():
            column = letters_of(at)
            try:
                check_name(name)
            except Impossible as error:
                raise Impossible(f"{self.header}, column {column}: {error.message}") from None
            if name in columns:
                raise Impossible(f"{self.header}: columns {columns[name]} and {column} have one name, {quoted(name)}")
            columns[name] = column

    def _sort_rows(self) -> None:
        """Leave out sums and what stands below them, and rows without points."""
        empty, has_sums = list[TableRow](), False
        for row in self.body:
            if row.label in WORKED_OUT or (row is self.body[-1] and self._adds_up(row)):
                has_sums |= row.label not in WORKED_OUT - SUMS
                self.remarks.append(f"{row} is left out: {self._worked_out(row)}")
            elif not any(is_filled(row[at]) for at in self.names):
                empty.append(row)
            else:
                (self.below if has_sums else self.rows).append(row)
        if empty:
            self.remarks.append(f"{rows_in_words(empty)}: nobody has points there")

    def _worked_out(self, row: TableRow) -> str:
        """Say what a row holds that is left out, and whether its sums are others than those of the rows above."""
        if row.label not in WORKED_OUT:
            return "it adds up the rows above"
        told, found = list[str](), list[str]()
        for at, name in self.names.items():
            shown = value_of(row[at]) if row.label in SUMS else None
            is_readable = all(value_of(above[at]) is not None for above in self.rows if is_filled(above[at]))
            if is_readable and shown not in (None, self._sum(at)):
                told.append(f"{name} {minus(shown)}")
                found.append(f"{name} {minus(self._sum(at))}")
        differing = f" says {listed(told)}, but the rows above add up to {listed(found)}" if told else ""
        return f"{quoted(row.filled[0])}{differing}"

    def _adds_up(self, row: TableRow) -> bool:
        """Return whether a row without a date holds the sums of the rows above, as numbers or formulas."""
        cells = {at: row[at] for at in self.names if row[at]}
        if len(self.rows) < 2 or self.date_of(row) or not cells:
            return False
        if all(cell.startswith("=") for cell in cells.values()):
            return True
        return any(map(self._sum, self.names)) and all((value_of(row[at]) or 0) == self._sum(at) for at in self.names)

    def _sum(self, at: int) -> Decimal:
        return sum((value_of(row[at]) or Decimal() for row in self.rows), Decimal())


def read_cells(text: str) -> list[TableRow]:
    """Return the rows that are not empty; Impossible if the text is no table."""
    text = SEPARATOR_LINE.sub("", text.replace("\r\n", "\n").replace("\r", "\n").rstrip(), count=1)
    rows, _ = max((_split(text, separator) for separator in CELL_SEPARATORS), key=lambda table: _evenness(table[1]))
    width = max((len(row.cells) for row in rows), default=0)
    if width > limits.MAX_TABLE_COLUMNS:
        raise Impossible(f"this table has {width:,} columns, and {limits.MAX_TABLE_COLUMNS} is the most")
    of_lines = [row for row in rows if any("\n" in cell for cell in row.cells)]
    if of_lines and text.count('"') % 2:
        raise Impossible(f"{of_lines[-1]}: a quotation mark is opened and never closed")
    return rows


def _evenness(widths: Sequence[int]) -> tuple[int, int]:
    """Return how many rows a separator divides, and how many of them into the same number of cells."""
    divided = Counter(width for width in widths if width > 1)
    return divided.total(), max(divided.values(), default=0)


def _split(text: str, separator: str) -> tuple[list[TableRow], list[int]]:
    """Return the rows that are not empty, and the number of cells of each, with the empty ones at its end."""
    rows, widths = list[TableRow](), list[int]()
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    try:
        for number, cells in enumerate(reader, 1):
            if number > limits.MAX_TABLE_ROWS:
                raise Impossible(f"this table has more than {limits.MAX_TABLE_ROWS:,} rows, and that is the most")
            stripped = [cell.strip() for cell in cells]
            while stripped and not stripped[-1]:
                stripped.pop()
            if stripped:
                rows.append(TableRow(number, stripped))
                widths.append(len(cells))
    except csv.Error:
        raise Impossible(f"line {reader.line_num}: this cell is too long") from None
    return rows, widths


def _find_header(rows: Sequence[TableRow]) -> int:
    """Return where the names stand: in the row of the most words above the first points, the last of several."""
    points = [sum(map(looks_like_points, row.cells)) for row in rows]
    first = next((at for few in (2, 1) for at, number in enumerate(points) if number >= few), None)
    if not first:
        raise Impossible(NO_NAMES if first is None or looks_like_points(rows[-1].cells[0]) else TURNED)
    return max(range(first), key=lambda at: (sum(map(_is_word, rows[at].cells)), at))


def _is_word(cell: str) -> bool:
    return bool(cell) and not looks_like_points(cell) and not read_date(cell)


def _counts_rows(key: str, cells: Sequence[str]) -> bool:
    counted = [int(found[2]) for cell in cells if (found := COUNT.fullmatch(cell))]
    if len(counted) < len(cells):
        return False
    follow = all(after == before + 1 for before, after in pairwise(counted))
    return key in COUNTING_WORDS or (follow and (not key or len(counted) >= MIN_ROWS_COUNTED))


def _key(text: str) -> str:
    return text.casefold().strip(" .:=")


def letters_of(column: int) -> str:
    """Return the letters of a column in a spreadsheet: A for 0, AB for 27."""
    return (letters_of(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def rows_in_words(rows: Iterable[TableRow]) -> str:
    """Return “row 3”, or “rows 3, 5 to 8 and 12”."""
    runs = list[list[int]]()
    for row in rows:
        if runs and row.number == runs[-1][-1] + 1:
            runs[-1].append(row.number)
        else:
            runs.append([row.number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    shown = [*texts[:5], "others"] if len(texts) > 6 else texts
    return f"row{'s' if len(runs) > 1 or len(runs[0]) > 1 else ''} {listed(shown)}"
