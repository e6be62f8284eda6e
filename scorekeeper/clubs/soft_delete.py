"""Rows that are marked as deleted, and can be restored for thirty days."""

from datetime import timedelta
from typing import TypeVar

from django.db import models
from django.utils import timezone

# How long what was deleted can be restored.
GRACE_PERIOD = timedelta(days=30)
T = TypeVar("T", bound=models.Model)


class ActiveManager(models.Manager[T]):
    """Leaves out deleted rows."""

    def get_queryset(self) -> models.QuerySet[T]:
        return super().get_queryset().filter(deleted=None)


class SoftDeleteManager(models.Manager[T]):
    """Includes deleted rows."""

    def deleted(self) -> models.QuerySet[T]:
        """Return the deleted rows that can still be restored."""
        return self.filter(deleted__gt=timezone.now() - GRACE_PERIOD)

    def gone(self) -> models.QuerySet[T]:
        """Return the deleted rows that can no longer be restored."""
        return self.filter(deleted__lte=timezone.now() - GRACE_PERIOD)
