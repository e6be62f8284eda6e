"""Periods of whole months, written 2026, 2026-11 or 2026-03..2026-09 in a URL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from games.core.errors import Impossible, quoted

MAX_YEARS = 100
WRITTEN = re.compile(r"(?P<year>[0-9]{4})(-(?P<month>0[1-9]|1[0-2]))?", re.ASCII)
UNKNOWN = "a period is a year (2026), a month (2026-11) or a run of them (2026-03..2026-09)"


@dataclass(frozen=True)
class Period:
    """From one month to another, both included, as (year, month); neither: from the first match to the last."""

    first: tuple[int, int] | None = None
    last: tuple[int, int] | None = None

    @classmethod
    def read(cls, text: str) -> Period:
        """Parse a period from a URL; raise Impossible with the expected format for anything else."""
        if not text:
            return cls()
        first, run, last = text.partition("..")
        one = cls(_months(first)[0], _months(last if run else first)[1])
        if one.first and one.last and not one.first <= one.last <= (one.first[0] + MAX_YEARS, 12):
            problem = "ends before it begins" if one.first > one.last else f"is more than {MAX_YEARS} years"
            raise Impossible(f"{quoted(text)} {problem}", "period")
        return one

    @classmethod
    def month(cls, day: date) -> Period:
        return cls((day.year, day.month), (day.year, day.month))

    @classmethod
    def year(cls, year: int) -> Period:
        return cls((year, 1), (year, 12))

    def __str__(self) -> str:
        if not self.first or not self.last:
            return ""
        if self == Period.year(self.first[0]):
            return f"{self.first[0]:04}"
        first, last = (f"{year:04}-{month:02}" for year, month in (self.first, self.last))
        return first if first == last else f"{first}..{last}"

    @property
    def is_month(self) -> bool:
        return self.first is not None and self.first == self.last

    @property
    def title(self) -> str:
        """The period in words: all time, 2026, November 2026, March 2026 to April 2027."""
        if not self.first or not self.last:
            return "all time"
        if self == Period.year(self.first[0]):
            return f"{self.first[0]}"
        first, last = (f"{date(*month, 1):%B} {month[0]}" for month in (self.first, self.last))
        return first if first == last else f"{first} to {last}"

    @property
    def days(self) -> tuple[date, date]:
        if not self.first or not self.last:
            return date.min, date.max
        beyond = date(*self.last, 28) + timedelta(days=4)
        return date(*self.first, 1), beyond - timedelta(days=beyond.day)


def _months(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    found = WRITTEN.fullmatch(text)
    if not found or int(found["year"]) == 0:
        raise Impossible(UNKNOWN, "period")
    year, month = int(found["year"]), int(found["month"] or 0)
    return (year, month or 1), (year, month or 12)
