"""The security log: who joined, changed roles, exported and imported. Owners see it on a page, operators in the log."""

import logging
from datetime import timedelta

from django.db import DatabaseError, models, transaction
from django.utils import timezone

from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.club import Club
from scorekeeper.clubs.device import Device

# Maximum number of events kept per club, and of those that concern no club.
MAX_EVENTS = 1_000
# Number of events shown of what strangers tried: they must not bury those of the club.
STRANGER_EVENTS_SHOWN = 50
# The same download by the same device is logged once in this time, so that viewers cannot push out other events.
READING_INTERVAL = timedelta(hours=1)

logger = logging.getLogger("scorekeeper.security")


class SecurityEvent(models.Model):
    """One line of the log. `club`: null for what a stranger tried. `label`: of the device, at that time."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="security_events")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    label = models.CharField(max_length=MAX_NAME_LENGTH, default="")
    created = models.DateTimeField(auto_now_add=True)
    message = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.label} {self.message}".strip()


def record(message: str, club: Club | None = None, device: Device | None = None) -> None:
    """Log what a device did. `message` must hold no secret. Inside a transaction it is committed with the change."""
    with transaction.atomic():
        SecurityEvent.objects.create(club=club, device=device, label=device.label if device else "", message=message)
        of_club = SecurityEvent.objects.filter(club=club)
        kept = of_club.order_by("-pk").values("pk")[:MAX_EVENTS]
        of_club.exclude(pk__in=kept).delete()
    logger.info("%s (club %s, device %s)", message, club and club.pk, device and device.pk)


def record_reading(message: str, club: Club, device: Device) -> None:
    """Log a download. It goes on if the log cannot be written: a full disk can still be read."""
    try:
        record_once(message, READING_INTERVAL, club, device)
    except DatabaseError:
        logger.warning("The security log could not be written")


def record_once(message: str, within: timedelta, club: Club | None = None, device: Device | None = None) -> None:
    """Log what a device did, unless the same was logged within this time."""
    recent = SecurityEvent.objects.filter(created__gt=timezone.now() - within)
    if not recent.filter(club=club, device=device, message=message).exists():
        record(message, club, device)


def events_of(club: Club) -> models.QuerySet[SecurityEvent]:
    """Return the events of a club and the newest of what strangers tried on this installation, the newest first."""
    newest = SecurityEvent.objects.order_by("-pk")
    of_strangers = newest.filter(club=None).values("pk")[:STRANGER_EVENTS_SHOWN]
    return newest.filter(models.Q(club=club) | models.Q(pk__in=of_strangers))
