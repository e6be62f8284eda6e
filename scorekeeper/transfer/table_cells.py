"""The cells of a spreadsheet as text: a number of any country, and a date."""

import re
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from games.core.errors import Impossible

# Dashes of all kinds, by which spreadsheets write a minus.
MINUS_SIGNS = str.maketrans(dict.fromkeys("\u2212\u2013\u2014\u2012\ufe63\uff0d", "-"))
# Marks of somebody who did not play.
BLANK = re.compile(r"[-./\s\u00a0]*")
# Between groups of three digits, as in 1 234 or 1’234.
SPACE_OF_THOUSANDS = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")
NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)*)")
# #REF!, #N/A, #WERT!
SPREADSHEET_ERROR = re.compile(r"#[^\W\d_][\w/.]*[!?]?")
# A longer number is none.
MAX_NUMBER_LENGTH = 30
# The first letters of months, in English and in German.
MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "mrz": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7,
    "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
}  # fmt: skip
_MONTH = rf"(?P<month>{'|'.join(MONTHS)})[^\W\d]*\.?"
_YEAR = r"(?P<year>\d{4}|\d{2})"
WEEKDAY = re.compile(r"[^\W\d]{2,12}[.,]*\s+")
TIME = re.compile(
    r"(?:[T,\s]\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s*(?P<half>[ap])\.?m\.?)?)?Z?",
    re.IGNORECASE,
)
DATES = [
    re.compile(r"(?P<year>\d{4})(?P<mark>[-/.])(?P<second>\d{1,2})[-/.](?P<first>\d{1,2})"),
    re.compile(rf"(?P<first>\d{{1,2}})(?P<mark>[-/.])\s?(?P<second>\d{{1,2}})[-/.]\s?{_YEAR}"),
    # Without a year.
    re.compile(r"(?P<first>\d{1,2})(?P<mark>\.)\s?(?P<second>\d{1,2})\."),
    re.compile(r"(?P<first>\d{1,2})(?P<mark>/)(?P<second>\d{1,2})"),
    re.compile(rf"(?P<first>\d{{1,2}})(?:st|nd|rd|th)?[.\s-]*{_MONTH}(?:[,\s-]*{_YEAR})?", re.IGNORECASE),
    re.compile(rf"{_MONTH}\s*(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s*{_YEAR})?", re.IGNORECASE),
]  # fmt: skip


@lru_cache(maxsize=10_000)
def read_number(cell: str) -> Decimal | None:
    """Return the number of a cell, None of a blank one; Impossible, with the reason, of any other."""
    if BLANK.fullmatch(cell.translate(MINUS_SIGNS)):
        return None
    if cell.startswith("=") or re.match(r"[+-][A-Za-z]", cell):
        raise Impossible("a formula: copy the cells with what they show, not with their formulas")
    if SPREADSHEET_ERROR.fullmatch(cell):
        raise Impossible("an error of the spreadsheet")
    text = SPACE_OF_THOUSANDS.sub("", cell.translate(MINUS_SIGNS).replace("\u00a0", " "))
    text = re.sub(r"^([+-])\s+", r"\1", re.sub(r"^\(\s*(.*\d)\s*\)$", r"-\1", text))
    if len(text) > MAX_NUMBER_LENGTH or not NUMBER.fullmatch(text):
        raise Impossible("not a number")
    return Decimal(_with_decimal_point(text))


def _with_decimal_point(text: str) -> str:
    """Take out the thousands separators: of two kinds of marks the last one is decimal, of one kind 1.234 is 1234."""
    last = text[max(text.rfind("."), text.rfind(","))] if re.search("[.,]", text) else ""
    whole, _, part = text.rpartition(last) if last else (text, "", "")
    has_thousands = text.count(last) > 1 if last else False
    if has_thousands or (last and len(part) == 3 and re.fullmatch(r"[+-]?[1-9]\d{0,2}", whole)):
        whole, part = text, ""
    groups = re.split("[.,]", whole)
    if len(groups) > 1 and not all(len(group) == 3 for group in groups[1:]):
        raise Impossible("not a number")
    return "".join(groups) + (f".{part}" if part else "")


def whole_points(cell: str) -> int | None:
    """Return the points of a cell, None of a blank one; Impossible if they are no whole number."""
    number = read_number(cell)
    if number is not None and number != int(number):
        raise Impossible("not a whole number: multiply all points in the spreadsheet first, such as by 10")
    return None if number is None else int(number)


def value_of(cell: str) -> Decimal | None:
    """Return the number of a cell; None of any other."""
    try:
        return read_number(cell)
    except Impossible:
        return None


def is_filled(cell: str) -> bool:
    """Return whether a cell holds anything but a mark of somebody who did not play."""
    return not BLANK.fullmatch(cell.translate(MINUS_SIGNS))


def looks_like_points(cell: str) -> bool:
    return cell.startswith("=") or bool(SPREADSHEET_ERROR.fullmatch(cell)) or value_of(cell) is not None


class CellDate(NamedTuple):
    """A date as it stands: which of two numbers is the day, another cell may show. `year`: None if there is none."""

    text: str
    year: int | None
    first: int
    second: int
    # Whether another country may read the first number as the month.
    has_two_readings: bool
    time: time | None

    def moment(self, *, day_first: bool) -> datetime:
        """Return the date, with its time or at midnight; Impossible if there is no such day."""
        day, month = (self.first, self.second) if day_first or not self.has_two_readings else (self.second, self.first)
        if self.year is None:
            raise Impossible("its date has no year")
        try:
            return datetime.combine(date(self.year, month, day), self.time or time())
        except ValueError:
            raise Impossible("there is no such day") from None


@lru_cache(maxsize=10_000)
def read_date(cell: str) -> CellDate | None:
    """Return the date of a cell; None if it has none."""
    for text, form in product((cell, WEEKDAY.sub("", cell, count=1)), DATES):
        found = form.match(text)
        at = found and TIME.fullmatch(text, found.end())
        if found and at:
            break
    else:
        return None
    parts = found.groupdict()
    month = MONTHS[parts["month"][:3].casefold()] if parts.get("month") else int(parts["second"])
    year = parts.get("year")
    # A point stands behind the day everywhere, and a year before the month.
    has_two_readings = parts.get("mark") in ("/", "-") and not re.match(r"\d{4}", text)
    return CellDate(cell, _whole_year(year), int(parts["first"]), month, has_two_readings, _time(at))


def _whole_year(text: str | None) -> int | None:
    if text is None or len(text) == 4:
        return int(text) if text else None
    this_year = datetime.now(UTC).year
    year = this_year // 100 * 100 + int(text)
    return year if year <= this_year + 1 else year - 100


def _time(found: re.Match[str]) -> time | None:
    if found["hour"] is None:
        return None
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] in "pP" else 0)
    try:
        return time(hour, int(found["minute"]))
    except ValueError:
        return None
