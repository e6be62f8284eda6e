"""What is deleted is off all pages at once. For thirty days it can be brought back; then it is removed for good."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    pass

GRACE_PERIOD = timedelta(days=30)
T = TypeVar("T", bound=models.Model)


class ActiveManager(models.Manager[T]):
    """What is there: all but what was deleted."""

    def get_queryset(self) -> models.QuerySet[T]:
        return super().get_queryset().filter(deleted=None)


class SoftDeleteManager(models.Manager[T]):
    """All there is, with what was deleted."""

    def deleted(self) -> models.QuerySet[T]:
        return self.filter(deleted__gt=timezone.now() - GRACE_PERIOD)

    def gone(self) -> models.QuerySet[T]:
        return self.filter(deleted__lte=timezone.now() - GRACE_PERIOD)
