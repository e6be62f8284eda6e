"""A file that somebody brought, kept between the look at it and the taking in."""

from __future__ import annotations

import zlib
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, models
from django.utils import timezone

from games.core.schema import plain, read
from scorekeeper.clubs.models import Club
from scorekeeper.server.database import writing
from scorekeeper.transfer.club_import import Findings, preview_import, run_import
from scorekeeper.transfer.import_file import open_file

if TYPE_CHECKING:
    from uuid import UUID

KEPT = timedelta(days=1)


class PendingImport(models.Model):
    """A file, what was found in it, and when it was taken in; then the file itself is no longer kept.

    `key`: the form that brought it, so that the same form twice is one parcel.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="parcels")
    key = models.UUIDField(unique=True)
    packed = models.BinaryField()
    findings = models.JSONField()
    brought = models.DateTimeField(auto_now_add=True)
    taken_in = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"brought {self.brought}"

    @classmethod
    def bring(cls, club: Club, key: UUID, text: bytes) -> PendingImport:
        """Look at a file and keep it; Impossible where it could not be taken in, and then nothing is kept."""
        findings = preview_import(club, open_file(text))
        try:
            with writing():
                cls.objects.filter(taken_in=None, brought__lt=timezone.now() - KEPT).delete()
                parcel: PendingImport = cls.objects.filter(key=key).first() or cls.objects.create(
                    club=club, key=key, packed=zlib.compress(text, 1), findings=plain(findings)
                )
        except IntegrityError:
            # The same form came in on another connection, and was faster.
            parcel = cls.objects.get(key=key)
        return parcel

    @property
    def found(self) -> Findings:
        """What was found in it; once it has been taken in, what came of it."""
        return read(self.findings, Findings)

    def take_in(self) -> None:
        """Take everything in, once; Impossible where it no longer fits, and then nothing is."""
        with writing():
            parcel = type(self).objects.select_for_update().select_related("club").get(pk=self.pk)
            if parcel.taken_in is None:
                findings = run_import(parcel.club, open_file(zlib.decompress(parcel.packed)))
                parcel.packed, parcel.findings, parcel.taken_in = b"", plain(findings), timezone.now()
                parcel.save()
