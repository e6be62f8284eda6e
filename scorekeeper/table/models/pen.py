"""The pen: one device at a time enters rounds of a match. All see which; another keeper takes it over in one tap."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorekeeper.club.models import Device, Role
from scorekeeper.database import writing
from scorekeeper.table.models.entered import Stale

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from scorekeeper.table.models.match import Match

LAID_DOWN = timedelta(minutes=3)
"""A pen that was not used for so long lies on the table."""


class Held(Exception):
    """Another device is entering; nothing was written."""


class Pen(NamedTuple):
    """Who is entering: a device, and what it is called."""

    device: int
    label: str


def in_hand(match: Match) -> Pen | None:
    """Return who is entering; None while the pen lies on the table."""
    device, since = match.pen, match.pen_at
    if device is None or device.revoked or not device.is_keeper or since is None or since <= timezone.now() - LAID_DOWN:
        return None
    return Pen(device.pk, device.label)


def take_over(match: Match, device: Device) -> None:
    """Have a device enter from now on, whoever did before."""
    with writing():
        claim(match, device, over=True)


def claim(match: Match, device: Device | None, *, over: bool = False, seen: int | None = None, **columns: Any) -> None:
    """Write columns of a match with a device's pen; without a device, with none.

    The database itself refuses it: Held while another device has the pen and it is not to be taken `over`, Stale where
    the match is not there or another version than the one `seen`.
    """
    now = timezone.now()
    there = type(match).objects.filter(pk=match.pk, **({} if seen is None else {"version": seen}))
    free = Q() if over or device is None else Q(pen=None) | Q(pen=device) | Q(pen_at__lte=now - LAID_DOWN)
    taken: dict[str, Any] = {"pen": device, "pen_at": now} if device else {}
    written = there.filter(free).update(**columns, **taken)
    if not written and device is not None:
        # Seldom asked, because it takes Django as long as all the rest: whether who has the pen may still write.
        written = there.exclude(Exists(_others(device))).update(**columns, **taken)
    if not written:
        raise Held if there.exists() else Stale
    for name, value in taken.items():
        setattr(match, name, value)


def _others(device: Device) -> QuerySet[Device]:
    """Whoever else has the pen and may still write."""
    return Device.objects.filter(pk=OuterRef("pen"), revoked=None, role__gte=Role.KEEPER).exclude(pk=device.pk)
