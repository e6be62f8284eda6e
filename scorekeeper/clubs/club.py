"""Clubs, and soft deletion: deleted rows can be restored for thirty days."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from datetime import date, datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.core.text import MAX_NAME_LENGTH

# Name of the club of a new installation.
DEFAULT_CLUB_NAME = "Our club"
# A match that starts before this hour of the morning belongs to the night before.
NIGHT_ENDS_HOUR = 6
# How long a deleted row can be restored.
GRACE_PERIOD = timedelta(days=30)
T = TypeVar("T", bound=models.Model)


class ActiveManager(models.Manager[T]):
    """Leaves out deleted rows."""

    def get_queryset(self) -> models.QuerySet[T]:
        return super().get_queryset().filter(deleted=None)


class SoftDeleteManager(models.Manager[T]):
    """Includes deleted rows."""

    def restorable(self) -> models.QuerySet[T]:
        """Return the deleted rows that can still be restored."""
        return self.filter(deleted__gt=timezone.now() - GRACE_PERIOD)

    def expired(self) -> models.QuerySet[T]:
        """Return the deleted rows that can no longer be restored."""
        return self.filter(deleted__lte=timezone.now() - GRACE_PERIOD)


def default_zone() -> str:
    return str(settings.TIME_ZONE)


def new_seed() -> str:
    return secrets.token_hex(8)


def short_signature(salt: str, value: str) -> str:
    """Sign a value with the secret key: 128 bits in 22 characters that are safe in a URL."""
    signature = salted_hmac(salt, value, algorithm="sha256").digest()[:16]
    return urlsafe_b64encode(signature).decode().rstrip("=")


class Club(models.Model):
    """People who play together, with their devices.

    `zone`: name of the time zone of its game nights. `is_default`: the club that an installation starts with.
    `deleted`: when it was soft-deleted, `deleted_by`: on which device. `founder_network_hash`: of the network of a
    stranger who founded it.
    """

    name = models.CharField(max_length=MAX_NAME_LENGTH)
    zone = models.CharField(max_length=64, default=default_zone)
    founded = models.DateTimeField(auto_now_add=True)
    is_default = models.BooleanField(default=False)
    # Invitation links are signed with these seeds, so that a new seed makes a new link.
    owner_seed = models.CharField(max_length=16, default=new_seed)
    scorer_seed = models.CharField(max_length=16, default=new_seed)
    viewer_seed = models.CharField(max_length=16, default=new_seed)
    deleted = models.DateTimeField(null=True)
    deleted_by = models.ForeignKey("clubs.Device", models.SET_NULL, null=True, db_index=False, related_name="+")
    founder_network_hash = models.CharField(max_length=64, default="", db_index=True)

    # Django uses the first manager by default, so queries leave deleted clubs out.
    objects = ActiveManager["Club"]()
    everything = SoftDeleteManager["Club"]()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.UniqueConstraint(fields=["is_default"], condition=Q(is_default=True), name="one_default_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_default_name(self) -> bool:
        return self.name == DEFAULT_CLUB_NAME

    @classmethod
    def get_default(cls) -> Club:
        """Return the club that this installation started with; create it if there is none."""
        return cls.objects.get_or_create(is_default=True, defaults={"name": DEFAULT_CLUB_NAME})[0]

    def soft_delete(self, by: models.Model | None = None) -> None:
        # The next call of get_default() creates another club.
        Club.objects.filter(pk=self.pk).update(deleted=timezone.now(), deleted_by=by, is_default=False)

    def restore(self) -> None:
        with transaction.atomic():
            is_default = not Club.everything.filter(is_default=True).exists()
            deleted = Club.everything.restorable().filter(pk=self.pk)
            deleted.update(deleted=None, deleted_by=None, is_default=is_default)

    def night_date_of(self, moment: datetime) -> date:
        """Return the date of the game night a moment belongs to, in the club's time zone."""
        try:
            local = moment.astimezone(ZoneInfo(self.zone))
            return local.date() - timedelta(days=local.hour < NIGHT_ENDS_HOUR)
        except OverflowError:  # A scoresheet may hold datetime.min or datetime.max.
            return moment.date()


class SharedKey(models.Model):
    """A fingerprint of the secret key that all hosts of a PostgreSQL database share: one row, none on SQLite."""

    fingerprint = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.fingerprint

    @classmethod
    def compare_or_store(cls, *, replace: bool) -> bool:
        """Return whether this host has the key of the others; store its key if there is none, or to replace theirs."""
        fingerprint = salted_hmac("scorekeeper.clubs.models.key", "", algorithm="sha256").hexdigest()
        if replace or not cls.objects.exists():
            cls.objects.update_or_create(pk=1, defaults={"fingerprint": fingerprint})
        return cls.objects.filter(fingerprint=fingerprint).exists()
