"""An uploaded file between its preview and the import."""

import msgspec
from django.db import models

from games.core.schema import read
from scorekeeper.clubs.models import Club


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a file is new, and how much the club has already.

    `club_name`: the name an empty club takes from the file, or "". `variants`: new matches that the club has with other
    rounds or house rules.
    """

    club_name: str
    matches: int
    rounds: int
    duplicates: int
    variants: int
    new_players: list[str]
    existing_players: int
    new_nights: int
    existing_nights: int
    new_presets: int
    new_rulings: int = 0
    new_notes: int = 0

    @property
    def brings_something(self) -> bool:
        new = self.matches, self.new_players, self.new_nights, self.new_presets, self.new_rulings, self.new_notes
        return bool(self.club_name) or any(new)


class PendingImport(models.Model):
    """A compressed file, what was found in it, and when it was imported; then the file itself is dropped.

    `key`: of the upload form, so that a form sent twice makes one pending import.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="pending_imports")
    key = models.UUIDField(unique=True)
    compressed = models.BinaryField()
    findings = models.JSONField()
    uploaded_at = models.DateTimeField(auto_now_add=True)
    imported_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"uploaded {self.uploaded_at}"

    @property
    def found(self) -> Findings:
        return read(self.findings, Findings)
