"""An uploaded file between its preview and the import."""

from datetime import timedelta
from typing import Any

import msgspec
from django.db import models
from django.utils import timezone

from games.core.errors import Impossible
from games.core.schema import read
from scorekeeper.clubs.models import Club
from scorekeeper.server.database import writing

BROKEN_OFF = timedelta(minutes=1)
"""An import that tells nothing for so long has ended with its process."""
BROKE_OFF = "the import broke off, and nothing was imported: try again"
BUSY = "another file is being imported just now: try again in a minute"


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a file is new, and how much the club has already.

    `club_name`: the name an empty club takes from the file, or "". `variants`: new matches that the club has with other
    rounds or house rules. `is_preliminary`: how many matches there are is all that is known yet.
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
    new_presets: int = 0
    is_preliminary: bool = False

    @classmethod
    def preliminary(cls, matches: int) -> "Findings":
        nothing = dict.fromkeys(("rounds", "duplicates", "variants", "existing_players", "new_nights"), 0)
        return cls(club_name="", matches=matches, new_players=[], existing_nights=0, is_preliminary=True, **nothing)

    @property
    def brings_something(self) -> bool:
        new = self.matches, self.new_players, self.new_nights, self.new_presets
        return bool(self.club_name) or any(new)


class PendingImport(models.Model):
    """A file, what was found in it, and when it was imported; `packed` is emptied then.

    `key`: of the upload form, so that a form sent twice makes one pending import. While it is imported, `done` matches
    of it have been, as of `active_at`. `wrong`: why its last import failed.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="pending_imports")
    key = models.UUIDField(unique=True)
    packed = models.BinaryField()
    findings = models.JSONField()
    uploaded_at = models.DateTimeField(auto_now_add=True)
    imported_at = models.DateTimeField(null=True)
    active_at = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    wrong = models.TextField(default="")

    def __str__(self) -> str:
        return f"uploaded {self.uploaded_at}"

    @property
    def found(self) -> Findings:
        return read(self.findings, Findings)

    @property
    def total(self) -> int:
        return self.found.matches + self.found.duplicates

    @property
    def is_active(self) -> bool:
        return self.active_at is not None and self.active_at > timezone.now() - BROKEN_OFF

    @property
    def what_went_wrong(self) -> str:
        return BROKE_OFF if self.active_at and not self.is_active else self.wrong

    def begin(self) -> bool:
        """Let one request alone preview or import it; Impossible while that is done with another file of the club."""
        with writing():
            Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
            self.refresh_from_db()
            if self.is_active or not self.packed:
                return False
            others = PendingImport.objects.filter(club=self.club, active_at__gt=timezone.now() - BROKEN_OFF)
            if others.exists():
                raise Impossible(BUSY)
            self._set(active_at=timezone.now(), done=0, wrong="")
            return True

    def note_progress(self, done: int) -> None:
        self._set(active_at=timezone.now(), done=done)

    def note_findings(self, findings: Any) -> None:
        self._set(active_at=None, done=0, findings=findings)

    def refuse(self, wrong: str) -> None:
        self._set(active_at=None, packed=b"", wrong=wrong)

    def stop(self, wrong: str) -> None:
        self._set(active_at=None, wrong=wrong)

    def end(self, findings: Any) -> None:
        self._set(active_at=None, packed=b"", findings=findings, imported_at=timezone.now())

    def _set(self, **values: Any) -> None:
        with writing():
            PendingImport.objects.filter(pk=self.pk).update(**values)
        for name, value in values.items():
            setattr(self, name, value)
