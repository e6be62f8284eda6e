"""Who came in, who changed what others may do, what went out and in: for owners on a page, for operators in the log."""

import logging
from datetime import timedelta

from django.db.models import Max
from django.utils import timezone

from scorekeeper.clubs.models import COUNTS, Club, Device, SecurityEvent
from scorekeeper.server.database import CannotWrite, writing

KEPT = 1_000
"""So many of a club stay, and of what concerns none."""
SHOWN, SHOWN_OF_STRANGERS = 200, 50
ONE_READING = timedelta(hours=1)
"""So long the same download by the same device is one line: else whoever may look could push out all others."""

logger = logging.getLogger("scorekeeper.security")


def record(said: str, club: Club | None = None, device: Device | None = None) -> None:
    """Write down what happened in a club, by which of its devices; no secret stands in `said`.

    Inside a transaction it is kept with what it tells of.
    """
    with writing():
        SecurityEvent.objects.create(club=club, who=device.label if device else "", said=said)
        of_club = SecurityEvent.objects.filter(club=club)
        beyond = of_club.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1]
        of_club.filter(pk__lte=beyond.aggregate(newest=Max("pk"))["newest"] or 0).delete()
    logger.info("%s (club %s, device %s)", said, club and club.pk, device and device.pk)


def record_reading(said: str, club: Club, device: Device) -> None:
    """Write down that something was read: that goes on where nothing can be written."""
    if SecurityEvent.objects.filter(
        club=club, who=device.label, said=said, at__gt=timezone.now() - ONE_READING
    ).exists():
        return
    try:
        record(said, club, device)
    except CannotWrite:
        logger.warning("The security log could not be written")


def record_lockout() -> None:
    """Once for each time, however often somebody goes on trying."""
    said = "too many wrong codes were tried: no code works for a quarter of an hour"
    if not SecurityEvent.objects.filter(club=None, said=said, at__gt=timezone.now() - COUNTS).exists():
        record(said)


def events_of(club: Club) -> list[SecurityEvent]:
    """Return the newest events of a club, and of what strangers tried here."""
    newest = SecurityEvent.objects.order_by("-pk")
    both = [*newest.filter(club=club)[:SHOWN], *newest.filter(club=None)[:SHOWN_OF_STRANGERS]]
    return sorted(both, key=lambda event: -event.pk)
