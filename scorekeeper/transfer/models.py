"""An uploaded file between its preview and the import."""

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


class ImportSummary(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a file is new: `matches` and their `rounds`.

    `club_name`: the name that an empty club takes from the file, or "". `duplicates`: matches that the club has.
    `left_behind`: what no match can hold, by its reason.
    """

    club_name: str
    matches: int
    rounds: int
    duplicates: int
    parts: list[PartSummary]
    left_behind: dict[str, list[str]] = {}

    @property
    def has_changes(self) -> bool:
        return bool(self.club_name or self.matches or any(part.new for part in self.parts))

    @property
    def left_behind_heading(self) -> str:
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
