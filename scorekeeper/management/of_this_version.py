"""A record that can be worked on: it is there, and as this version has it."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from scorekeeper.installation import is_up_to_date


def check_record() -> None:
    """Refuse to go on, in one line, before anything is made where nothing was."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise CommandError(f"There is no record in {settings.DATA} yet: `manage.py serve` begins one.", returncode=2)
    if not is_up_to_date():
        raise CommandError("This record is not of this version: `manage.py serve` brings it up to date.", returncode=2)
