"""A match that is deleted: off all pages and out of all figures at once, and for thirty days it can be brought back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone

from scorekeeper.database import writing
from scorekeeper.table.models.entered import Stale

if TYPE_CHECKING:
    from scorekeeper.table.models.match import Match

GRACE = timedelta(days=30)


class There(models.Manager["Match"]):
    """The matches that are there: all but those that were deleted."""

    def get_queryset(self) -> models.QuerySet[Match]:
        """Leave the deleted ones out."""
        return super().get_queryset().filter(deleted=None)


class Everything(models.Manager["Match"]):
    """All matches, with those that were deleted."""

    def deleted(self) -> models.QuerySet[Match]:
        """Return those that were deleted and can still be brought back."""
        return self.filter(deleted__gt=timezone.now() - GRACE)

    def gone(self) -> models.QuerySet[Match]:
        """Return those that were deleted so long ago that they can not; the books have been balanced without them."""
        return self.filter(deleted__lte=timezone.now() - GRACE, uncounted=False)


def delete(match: Match, seen: int) -> None:
    """Delete a match as it was seen; Stale where it has moved on. Nothing in it is altered."""
    with writing():
        there = type(match).objects.filter(pk=match.pk, version=seen)
        if not there.update(deleted=timezone.now(), uncounted=True):
            raise Stale


def bring_back(match: Match) -> None:
    """Have a match be there again, as it was."""
    with writing():
        type(match).everything.deleted().filter(pk=match.pk).update(deleted=None, uncounted=True)
