"""Shared by several commands: their options, a check of the record, and the text of an invitation."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.server import network
from scorekeeper.server.database import missing_record
from scorekeeper.server.environment import key_file
from scorekeeper.server.install import is_up_to_date


class RecordCommand(BaseCommand):
    """A command on the record. Its help names --data, which command_line.py reads before Django's settings."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # An abbreviation of --data would be accepted here, and not read there.
        parser = super().create_parser(prog_name, subcommand, **kwargs, allow_abbrev=False)
        parser.add_argument("--data", metavar="DIR", help=f"the folder of the record (here: {settings.DATA})")
        return parser


def check_record() -> None:
    """Raise CommandError if the record does not exist, or has to be migrated."""
    if missing := missing_record():
        raise CommandError(missing)
    if settings.OWN_KEY and not (key := key_file(settings.DATA)).exists():
        raise CommandError(f"There is no {key}: name the folder of the record with --data DIR.")
    if not is_up_to_date():
        raise CommandError("This record is not of this version: `manage.py serve` brings it up to date.")


def invitation_text(invitation: Invitation, start: str) -> str:
    """Return the link of an invitation with its QR code; for logs in JSON the link alone.

    `start`: the first part of the link, SUB_PATH included.
    """
    link = start + reverse("join-link", args=[invitation.token])
    return f"  {link}\n{network.qr_code(link)}" if settings.LOG != "json" else link
