"""Shared by several commands: a check of the record, and the text of an invitation."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.urls import reverse

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.server import network
from scorekeeper.server.install import is_up_to_date


def check_record() -> None:
    """Raise CommandError if the record does not exist, or has to be migrated."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise CommandError(f"There is no record in {settings.DATA} yet: `manage.py serve` begins one.")
    if not is_up_to_date():
        raise CommandError("This record is not of this version: `manage.py serve` brings it up to date.")


def invitation_text(invitation: Invitation, start: str) -> str:
    """Return the link of an invitation with its QR code; for logs in JSON the link alone.

    `start`: the first part of the link, SUB_PATH included.
    """
    link = start + reverse("join-link", args=[invitation.token]).removeprefix(settings.SUB_PATH)
    return f"  {link}\n{network.qr_code(link)}" if settings.LOG != "json" else link
