"""The security log: who joined, changed roles, exported and imported. Owners see it on a page, operators in the log."""

import logging
from datetime import timedelta

from django.db import DatabaseError, models, transaction
from django.utils import timezone

from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.club import Club
from scorekeeper.clubs.device import Device

# Maximum number of events of one kind kept for each device, and for each role of a club. A device that does one thing
# often, or joins again and again, then pushes out no other events. The kind is the first word of the message.
MAX_EVENTS_OF_DEVICE = 100
MAX_EVENTS_OF_ROLE = 500
MAX_MESSAGE_LENGTH = 200
# The same download by the same device is logged once in this time.
DOWNLOAD_INTERVAL = timedelta(hours=1)

logger = logging.getLogger("scorekeeper.security")


class SecurityEvent(models.Model):
    """One line of the log. `club`: null for a stranger's attempt. `label`: the device's label at that time."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="security_events")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    label = models.CharField(max_length=MAX_NAME_LENGTH, default="")
    created = models.DateTimeField(auto_now_add=True)
    message = models.CharField(max_length=MAX_MESSAGE_LENGTH)

    def __str__(self) -> str:
        return f"{self.label} {self.message}".strip()


def record(message: str, club: Club | None = None, device: Device | None = None) -> None:
    """Log what a device did, in the transaction of the change.

    `message`: its first word names the kind of the event. It must not contain a secret.
    """
    with transaction.atomic():
        SecurityEvent.objects.create(club=club, device=device, label=device.label if device else "", message=message)
        kind = message.partition(" ")[0]
        of_kind = SecurityEvent.objects.filter(club=club, message__startswith=f"{kind} ")
        _keep_newest(of_kind.filter(device=device), MAX_EVENTS_OF_DEVICE)
        if device:
            _keep_newest(of_kind.filter(device__role=device.role), MAX_EVENTS_OF_ROLE)
    logger.info("%s (club %s, device %s)", message, club and club.pk, device and device.pk)


def _keep_newest(events: models.QuerySet[SecurityEvent], limit: int) -> None:
    events.exclude(pk__in=events.order_by("-pk").values("pk")[:limit]).delete()


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
    """Return the events of a club and those without a club, such as attempts of strangers, the newest first."""
    return SecurityEvent.objects.filter(models.Q(club=club) | models.Q(club=None)).order_by("-pk")
