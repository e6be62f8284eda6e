"""What our commands have in common: errors in one line, the record, an invitation."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.urls import reverse

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.server import network
from scorekeeper.server.backups import Unusable
from scorekeeper.server.database import DISK_FULL, is_full
from scorekeeper.server.install import is_up_to_date


@contextmanager
def in_one_line(what: str) -> Iterator[None]:
    """Say what did not happen, and why; files written meanwhile may be read by their owner only."""
    os.umask(0o077)
    try:
        yield
    except (Unusable, DatabaseError, sqlite3.Error, OSError) as error:
        why = DISK_FULL if is_full(error) else " ".join(str(error).split())
        raise CommandError(f"{what}: {why}") from None


def check_record() -> None:
    """Refuse to work on a record that is not there, or of another version."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise CommandError(f"There is no record in {settings.DATA} yet: `manage.py serve` begins one.")
    if not is_up_to_date():
        raise CommandError("This record is not of this version: `manage.py serve` brings it up to date.")


def invitation_text(invitation: Invitation, start: str) -> str:
    """Return its link and the code to scan it with; `start` is how links begin here, with SUB_PATH."""
    link = start + reverse("join-link", args=[invitation.token]).removeprefix(settings.SUB_PATH)
    return f"  {link}\n{network.qr_code(link)}" if settings.LOG != "json" else link
