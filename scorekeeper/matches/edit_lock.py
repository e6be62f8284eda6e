"""The edit lock: one device at a time enters rounds of a match. All see which; another scorer can take over."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from scorekeeper.clubs.models import Device
from scorekeeper.matches.models import Match

LOCK_EXPIRES_AFTER = timedelta(minutes=3)
"""A lock that was not used for so long holds nobody up."""


class EditLock(NamedTuple):
    """The id and the label of the device that is scoring."""

    device: int
    label: str


def current_lock(match: Match) -> EditLock | None:
    device, since = match.locked_by, match.locked_at
    if device is None or device.revoked or not device.is_scorer:
        return None
    if since is None or since <= timezone.now() - LOCK_EXPIRES_AFTER:
        return None
    return EditLock(device.pk, device.label)


class Viewpoint(NamedTuple):
    """For whom a page is drawn: whether they may score, have the lock, or are locked out by another device."""

    can_score: bool
    has_lock: bool = False
    locked_out: bool = False

    @classmethod
    def of(cls, device: Device, lock: EditLock | None) -> Viewpoint:
        if lock is None or not device.is_scorer:
            return cls(device.is_scorer)
        return cls(can_score=True, has_lock=lock.device == device.pk, locked_out=lock.device != device.pk)


SCORER = Viewpoint(can_score=True)
