"""An uploaded file between its preview and the import."""

import msgspec
from django.db import models

from games.core.schema import read
from scorekeeper.clubs.models import Club

# An import of more rounds takes longer than a save waits for the database.
LONG_IMPORT_ROUNDS = 2_000


class PartFindings(msgspec.Struct, frozen=True):
    """How many entries of a part are new, and how many the club has already; `names`: the new ones, if listed."""

    heading: str
    new: int
    existing: int
    names: list[str] = []


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a file is new, and how much the club has already.

    `club_name`: the name an empty club takes from the file, or "". `rounds`: of the new matches. `variants`: new
    matches that the club has with other rounds or house rules.
    """

    club_name: str
    matches: int
    rounds: int
    duplicates: int
    variants: int
    parts: list[PartFindings]

    @property
    def brings_something(self) -> bool:
        return bool(self.club_name or self.matches or any(part.new for part in self.parts))

    @property
    def is_long(self) -> bool:
        return self.rounds > LONG_IMPORT_ROUNDS


class PendingImport(models.Model):
    """An uploaded file, what was found in it, and when it was imported; then the file itself is dropped.

    `key`: of the upload form, so that a form sent twice makes one pending import.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="pending_imports")
    key = models.UUIDField(unique=True)
    content = models.BinaryField()
    findings = models.JSONField()
    uploaded_at = models.DateTimeField(auto_now_add=True)
    imported_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"uploaded {self.uploaded_at}"

    @property
    def found(self) -> Findings:
        return read(self.findings, Findings)
