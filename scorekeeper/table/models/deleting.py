"""A match that is deleted: off all pages and out of all figures at once. It can be brought back (club/deleting.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from scorekeeper.database import writing
from scorekeeper.table.models.entered import Stale

if TYPE_CHECKING:
    from scorekeeper.table.models.match import Match


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
