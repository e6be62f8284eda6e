"""What is deleted is off all pages at once. For thirty days it can be brought back; then it is removed for good."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

from django.db import models
from django.utils import timezone

from scorekeeper.database import writing

if TYPE_CHECKING:
    from scorekeeper.club.models import Club

GRACE = timedelta(days=30)
T = TypeVar("T", bound=models.Model)


class There(models.Manager[T]):
    """What is there: all but what was deleted."""

    def get_queryset(self) -> models.QuerySet[T]:
        """Leave out what was deleted."""
        return super().get_queryset().filter(deleted=None)


class Everything(models.Manager[T]):
    """All there is, with what was deleted."""

    def deleted(self) -> models.QuerySet[T]:
        """Return what was deleted and can still be brought back."""
        return self.filter(deleted__gt=timezone.now() - GRACE)

    def gone(self) -> models.QuerySet[T]:
        """Return what was deleted so long ago that it cannot."""
        return self.filter(deleted__lte=timezone.now() - GRACE)


def delete(club: Club) -> None:
    """Delete a club, with all that is in it: to all its devices it is not there any more."""
    with writing():
        # The installation may have another first club now.
        type(club).objects.filter(pk=club.pk).update(deleted=timezone.now(), ours=None)


def bring_back(club: Club) -> None:
    """Have a club be there again, as it was."""
    clubs = type(club).everything
    with writing():
        first = None if clubs.filter(ours=True).exists() else True
        clubs.deleted().filter(pk=club.pk).update(deleted=None, ours=first)
