"""A device that joined by HTTP moves to HTTPS and keeps its place, by a link that works once."""

from __future__ import annotations

from django.core import signing
from django.db import transaction

from scorekeeper.clubs.device import Device, hashed_token, new_token
from scorekeeper.clubs.security_log import record

SALT = "scorekeeper.clubs.hand_over"
LINK_LIFETIME_SECONDS = 600
# How much of the token's hash stands in the link: it works as long as the device has that token.
HASH_LENGTH = 16


def sign_hand_over(token: str) -> str | None:
    """Return the secret of the link for the device that shows this token; None for a stranger."""
    device = Device.find(token)
    return signing.dumps([device.pk, device.token_hash[:HASH_LENGTH]], salt=SALT) if device else None


def find_handed_over(signed: str) -> Device | None:
    """Return the device of a link; None if the link is wrong, too old or was used."""
    try:
        pk, hash_start = signing.loads(signed, salt=SALT, max_age=LINK_LIFETIME_SECONDS)
    except signing.BadSignature:
        return None
    device = Device.in_clubs().filter(pk=pk).first()
    return device if device and device.token_hash[:HASH_LENGTH] == hash_start else None


def hand_over(device: Device) -> str | None:
    """Return a new token for a device, which ends the old one and the link; None if somebody was faster."""
    token = new_token()
    with transaction.atomic():
        unused = Device.objects.filter(pk=device.pk, token_hash=device.token_hash)
        if not unused.update(token_hash=hashed_token(token)):
            return None
        record("moved to HTTPS", device.club, device)
    return token
