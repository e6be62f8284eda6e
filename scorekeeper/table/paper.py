"""A sheet that was kept on paper, typed in: every round a line, every question a column, saved all at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.impossible import Impossible, quoted
from games.paper import Column, Heading, headings
from games.scoresheet import Scoresheet
from games.typed import plain
from scorekeeper.table.lines import Line, Reader, Written
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from uuid import UUID

    from games.so_far import SoFar
    from scorekeeper.club.models import Club

MOST_CELLS = 900
"""Django takes forms of a thousand fields, and those of the set-up are among them."""
LINES = 8
"""So many lines at first, and so many more at a time, where the points decide how many there are."""
EVENING, FIRST_YEAR = time(20), 1900


@dataclass(frozen=True)
class Paper:
    """A sheet as far as it is typed; `over`: the table ended the match there. `insists` once it is to be saved."""

    table: SoFar
    typed: Mapping[int, Written]
    wanted: int = LINES
    date: str = ""
    over: bool = False
    insists: bool = False

    @classmethod
    def of(cls, table: SoFar, said: Mapping[str, str], *, insists: bool = False) -> Paper:
        """Read a sheet as its form sends it."""
        typed: dict[int, dict[str, str]] = {}
        for name, answer in said.items():
            if found := re.fullmatch(r"([1-9]\d{0,2})-(.+)", name):
                typed.setdefault(int(found[1]), {})[found[2]] = answer.strip()
        lines = said.get("lines", "")
        wanted = int(lines) if re.fullmatch(r"\d{1,3}", lines) else LINES
        return cls(table, typed, wanted + LINES * ("more" in said), said.get("date", ""), "over" in said, insists)

    @cached_property
    def headings(self) -> list[Heading]:
        """The columns, under what they are about."""
        return headings(self.table.game.form(self.table, {}))

    @cached_property
    def lines(self) -> list[Line]:
        """A line for each round there can be, or for so many as were wanted."""
        return list(self._reader.read(self.typed, self._count))

    @property
    def legend(self) -> list[Column]:
        """The columns in which signs are written, each kind once, with the signs there are."""
        columns = [column for heading in self.headings for column in heading.columns]
        signs = [column for column in columns if not (column.is_choice or column.is_number)]
        return list({column.question.keys: column for column in reversed(signs)}.values())[::-1]

    @property
    def can_grow(self) -> bool:
        """Say whether there may be more lines than these."""
        return self._length is None and len(self.lines) < self._most

    @cached_property
    def wrong(self) -> str:
        """Say in one line what keeps the sheet from being saved."""
        name, at_fault = self.table.game.round_name, [line.number for line in self.lines if line.wrong]
        if at_fault:
            numbers = ", ".join(map(str, at_fault[:6])) + (" …" if len(at_fault) > 6 else "")
            return f"Nothing was saved yet: look at {name}{'s' if at_fault[1:] else ''} {numbers}."
        return "" if any(line.totals for line in self.lines) else f"No {name} is entered yet."

    def save(self, club: Club, key: UUID | None) -> Match:
        """Make it a match, all or nothing, once for each key; Impossible where it cannot be."""
        started = _moment(self.date, club).isoformat()
        if self.wrong or self._reader.so_far is None:
            raise Impossible(self.wrong)
        whole = self._reader.so_far
        over = self.over or whole.game.finish(whole) is not None
        sheet = Scoresheet(
            scoresheet=1, game=whole.game.key, players=list(whole.names), first_dealer=whole.first_dealer,
            house_rules=whole.rules.differing, rounds=[plain(scored.record) for scored in whole.rounds],
            started=started, ended=started if over else None,
        )  # fmt: skip
        return Match.from_sheet(club, sheet, key)

    @cached_property
    def _reader(self) -> Reader:
        columns = [column for heading in self.headings for column in heading.columns]
        return Reader(self.table, columns, insists=self.insists)

    @property
    def _length(self) -> int | None:
        return self.table.game.length(self.table.players, self.table.rules)

    @property
    def _most(self) -> int:
        return MOST_CELLS // sum(len(heading.columns) for heading in self.headings)

    @property
    def _count(self) -> int:
        return min(self._length or self.wanted, self._most)


def _moment(said: str, club: Club) -> datetime:
    """Return when a match of that evening began, as far as anybody knows; Impossible for what is no past date."""
    now = timezone.now()
    try:
        day = date.fromisoformat(said) if said else club.evening_of(now)
    except ValueError:
        raise Impossible(f"{quoted(said)} is not a date") from None
    if day > club.evening_of(now):
        raise Impossible(f"{day:%-d %B %Y} is still to come")
    if day.year < FIRST_YEAR:
        raise Impossible(f"{day.year} is too long ago: look at the date")
    return now if day == club.evening_of(now) else datetime.combine(day, EVENING, ZoneInfo(club.zone))
