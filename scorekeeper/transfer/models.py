"""A file that somebody brought, kept between the look at it and the taking in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.db import models

from games.core.schema import read
from scorekeeper.clubs.models import Club

if TYPE_CHECKING:
    pass


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What a file comes to: how much of it is new, and how much is here already.

    `home`: the name the club takes over, where nothing is here yet. `otherwise`: how many of the new matches are here
    with other rounds. `noted`: evenings that have a note here already.
    """

    home: str
    matches: int
    rounds: int
    here: int
    otherwise: int
    people: list[str]
    known: int
    evenings: int
    noted: int


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

    @property
    def found(self) -> Findings:
        """What was found in it; once it has been taken in, what came of it."""
        return read(self.findings, Findings)
