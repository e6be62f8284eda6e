"""An uploaded file between its preview and the import."""

from typing import Literal, NamedTuple

import msgspec
from django.db import models

from games.core.schema import read
from games.core.text import plural
from scorekeeper.clubs.models import Club

# An import of more rounds takes longer than a save waits for the database.
LONG_IMPORT_ROUNDS = 2_000


class PartSummary(msgspec.Struct, frozen=True):
    """How many entries of a part are new, and how many the club has already; `names`: of the new players.

    `existing_names`: of those that the club has. `look_alikes`: new names that look like another name, with that name.
    """

    heading: str
    new: int
    existing: int
    names: list[str] = []
    existing_names: list[str] = []
    look_alikes: dict[str, str] = {}


class TableChoices(msgspec.Struct, frozen=True):
    """How a table is read, as far as somebody chose it; "" for what is guessed.

    `day`: when matches without a date were played.
    """

    game: str = ""
    rows: Literal["", "rounds", "matches"] = ""
    wins: Literal["", "most", "fewest"] = ""
    dates: Literal["", "day", "month"] = ""
    day: str = ""


class Chooser(NamedTuple):
    """A choice as the preview offers it: the name of its field, the labels by value, the value in force."""

    name: str
    title: str
    labels: dict[str, str]
    chosen: str


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is read: what is chosen or guessed, the first matches or rounds, and what is left out.

    `is_undated`: whether a match has no date. `date_readings`: a date as it stands, and its two readings; none if there
    is only one.
    """

    choices: TableChoices
    rows: Literal["rounds", "matches"]
    wins: Literal["most", "fewest"]
    dates: Literal["day", "month"]
    is_undated: bool
    date_readings: list[str]
    samples: list[str]
    remarks: list[str]

    @property
    def choosers(self) -> list[Chooser]:
        choosers = [
            Chooser("rows", "Each row is", {"rounds": "a round of one match", "matches": "a match"}, self.rows),
            Chooser("wins", "Who wins", {"most": "the most points", "fewest": "the fewest points"}, self.wins),
        ]
        if self.date_readings:
            text, day_first, month_first = self.date_readings
            labels = {"day": day_first, "month": month_first}
            choosers.append(Chooser("dates", f"{text} is", labels, self.dates))
        return choosers


class ImportSummary(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a file is new: `matches` and their `rounds`.

    `club_name`: the name that an empty club takes from the file, or "". `duplicates`: matches that the club has.
    `left_behind`: what no match can hold, by its reason. `table`: how a table is read.
    """

    club_name: str
    matches: int
    rounds: int
    duplicates: int
    parts: list[PartSummary]
    left_behind: dict[str, list[str]] = {}
    table: TableSummary | None = None

    @property
    def has_changes(self) -> bool:
        return bool(self.club_name or self.matches or any(part.new for part in self.parts))

    @property
    def left_behind_heading(self) -> str:
        if self.table:
            return "What stays behind"
        plays = sum(map(len, self.left_behind.values()))
        return f"{plural(plays, 'play')} {'stays' if plays == 1 else 'stay'} behind"

    @property
    def is_long(self) -> bool:
        return self.rounds > LONG_IMPORT_ROUNDS


class PendingImport(models.Model):
    """An uploaded file from its preview to the import, after which only the summary is kept.

    `key`: from the upload form, so that a form sent twice makes one pending import.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="pending_imports")
    key = models.UUIDField(unique=True)
    content = models.BinaryField()
    summary_json = models.JSONField()
    uploaded_at = models.DateTimeField(auto_now_add=True)
    imported_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"uploaded {self.uploaded_at}"

    @property
    def summary(self) -> ImportSummary:
        return read(self.summary_json, ImportSummary)
