"""From HTTP to HTTPS: a device that joined by HTTP keeps its place, by a link that works once."""

from __future__ import annotations

from django.core import signing

from scorekeeper.clubs.device import hashed_token, new_token
from scorekeeper.clubs.models import Device
from scorekeeper.clubs.security_log import record
from scorekeeper.server.database import writing

SALT = "scorekeeper.clubs.hand_over"
GOOD_FOR = 600
"""Seconds."""


def sign_hand_over(token: str) -> str | None:
    """Return what the link of a device is made of, by the token it shows; None for a stranger."""
    device = Device.find(token)
    return signing.dumps([device.pk, _mark(hashed_token(token))], salt=SALT) if device else None


def find_handed_over(signed: str) -> Device | None:
    """Return the device a link is for; None where it is wrong, too old, or was used."""
    try:
        pk, mark = signing.loads(signed, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    found = Device.objects.select_related("club").filter(pk=pk, revoked=None, club__deleted=None).first()
    return found if found and _mark(found.token_hash) == mark else None


def hand_over(device: Device) -> str | None:
    """Return the new token of a device, with which the old one and the link are spent; None where they are already."""
    token = new_token()
    with writing():
        unspent = Device.objects.filter(pk=device.pk, token_hash=device.token_hash)
        if not unspent.update(token_hash=hashed_token(token)):
            return None
        record("moved to HTTPS", device.club, device)
    return token


def _mark(token_hash: str) -> str:
    return token_hash[:16]
