"""The pen: one device at a time enters rounds of a match. All see which; another scorer takes it over in one tap."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorekeeper.clubs.models import Device, Role
from scorekeeper.server.database import writing

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from scorekeeper.matches.models import Match


class VersionConflict(Exception):
    """The match has moved on since this entry was begun; nothing was written."""


# --- The pen: one device at a time enters rounds of a match. All see which; another scorer takes it over in
# one tap.

LAID_DOWN = timedelta(minutes=3)
"""A pen that was not used for so long lies on the table."""


class LockedByOther(Exception):
    """Another device is entering; nothing was written."""


class EditLock(NamedTuple):
    """Who is entering: a device, and what it is called."""

    device: int
    label: str


def current_lock(match: Match) -> EditLock | None:
    """Return who is entering; None while the pen lies on the table."""
    device, since = match.locked_by, match.locked_at
    if device is None or device.revoked or not device.is_scorer or since is None or since <= timezone.now() - LAID_DOWN:
        return None
    return EditLock(device.pk, device.label)


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
    free = (
        Q() if over or device is None else Q(locked_by=None) | Q(locked_by=device) | Q(locked_at__lte=now - LAID_DOWN)
    )
    taken: dict[str, Any] = {"locked_by": device, "locked_at": now} if device else {}
    written = there.filter(free).update(**columns, **taken)
    if not written and device is not None:
        # Seldom asked, because it takes Django as long as all the rest: whether who has the pen may still write.
        written = there.exclude(Exists(_others(device))).update(**columns, **taken)
    if not written:
        raise LockedByOther if there.exists() else VersionConflict
    for name, value in taken.items():
        setattr(match, name, value)


def _others(device: Device) -> QuerySet[Device]:
    """Whoever else has the pen and may still write."""
    return Device.objects.filter(pk=OuterRef("locked_by"), revoked=None, role__gte=Role.SCORER).exclude(pk=device.pk)


# --- For whom a page is drawn: what stands on it depends on who may write, and on who has the pen.


class Reader(NamedTuple):
    """Whether they may write, whether they have the pen, and whether they wait for it: another has it."""

    writes: bool
    has_lock: bool = False
    waits: bool = False

    @classmethod
    def of(cls, device: Device, lock: EditLock | None) -> Reader:
        """Return as whom a device reads a page, while somebody has the pen or nobody."""
        if lock is None or not device.is_scorer:
            return cls(device.is_scorer)
        return cls(writes=True, has_lock=lock.device == device.pk, waits=lock.device != device.pk)


SCORER = Reader(writes=True)
