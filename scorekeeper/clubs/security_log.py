"""The security log: who joined, changed roles, exported and imported. Owners see it on a page, operators in the log."""

import logging
from datetime import timedelta

from django.db import DatabaseError, models, transaction
from django.utils import timezone

from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.club import Club
from scorekeeper.clubs.device import Device

# Maximum number of events kept per club, and of events without a club.
MAX_EVENTS = 1_000
# Maximum number of events without a club that owners see: strangers must not bury the events of the club.
STRANGER_EVENTS_SHOWN = 50
# The same download by the same device is logged once in this time, so that viewers cannot push out other events.
DOWNLOAD_INTERVAL = timedelta(hours=1)

logger = logging.getLogger("scorekeeper.security")


class SecurityEvent(models.Model):
    """One line of the log. `club`: null for a stranger's attempt. `label`: the device's label at that time."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="security_events")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    label = models.CharField(max_length=MAX_NAME_LENGTH, default="")
    created = models.DateTimeField(auto_now_add=True)
    message = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.label} {self.message}".strip()


def record(message: str, club: Club | None = None, device: Device | None = None) -> None:
    """Log what a device did, in the transaction of the change. The message must not contain a secret."""
    with transaction.atomic():
        SecurityEvent.objects.create(club=club, device=device, label=device.label if device else "", message=message)
        of_club = SecurityEvent.objects.filter(club=club)
        newest = of_club.order_by("-pk").values("pk")[:MAX_EVENTS]
        of_club.exclude(pk__in=newest).delete()
    logger.info("%s (club %s, device %s)", message, club and club.pk, device and device.pk)


def record_once(message: str, within: timedelta, club: Club | None = None, device: Device | None = None) -> None:
    """Log what a device did, unless the same was logged within this time."""
    recent = SecurityEvent.objects.filter(created__gt=timezone.now() - within)
    if not recent.filter(club=club, device=device, message=message).exists():
        record(message, club, device)


def record_download(message: str, club: Club, device: Device) -> None:
    """Log a download. It continues if the log cannot be written: a full disk can still be read."""
    try:
        record_once(message, DOWNLOAD_INTERVAL, club, device)
    except DatabaseError:
        logger.warning("The security log could not be written")


def events_of(club: Club) -> models.QuerySet[SecurityEvent]:
    """Return the events of a club and the newest attempts of strangers, the newest first."""
    events = SecurityEvent.objects.order_by("-pk")
    of_strangers = events.filter(club=None).values("pk")[:STRANGER_EVENTS_SHOWN]
    return events.filter(models.Q(club=club) | models.Q(pk__in=of_strangers))
