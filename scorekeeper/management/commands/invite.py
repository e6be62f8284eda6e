"""`manage.py invite`: prints an invitation, even if no device is left in the club."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.security_log import record
from scorekeeper.management.command_line import one_line_errors
from scorekeeper.management.console import RecordCommand, check_record, invitation_text
from scorekeeper.server import network

# Maximum number of clubs of the same name in the error message.
MAX_LISTED = 20


class Command(RecordCommand):
    help = "Print the link with which a device joins a club, also as a QR code."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--role",
            choices=Role.labels,
            default=Role.OWNER.label,
            help=f"what the device may do: look, enter scores, decide about the club (default: {Role.OWNER.label})",
        )
        parser.add_argument("--club", metavar="NAME", help="the club, if there are several")
        parser.add_argument("--number", type=int, metavar="N", help="its number, if several have the same name")

    def handle(self, *_: Any, role: str, club: str | None, number: int | None, **__: Any) -> None:
        with one_line_errors("The club could not be found"):
            check_record()
            found = _find(club, number)
        home = network.home(settings.PORT) or f"http://localhost:{settings.PORT}"
        start = network.read_link_prefix() or home + settings.SUB_PATH
        with one_line_errors("No link"):
            record(f"link printed at the terminal, for a device as {role}", found)
        self.stdout.write(f"Whoever opens this may join {found} as {role}:")
        self.stdout.write(invitation_text(Invitation(found, Role[role.upper()]), start))


def _find(name: str | None, number: int | None) -> Club:
    wanted = {"name": name, "pk": number}
    clubs = Club.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    found = list(clubs.order_by("pk")[:MAX_LISTED])
    if len(found) == 1:
        return found[0]
    called = f" called {name}" if name is not None else ""
    if found:
        named = ", ".join(f"{club.pk} ({club}, founded on {club.founded:%-d %B %Y})" for club in found)
        raise CommandError(f"There are several clubs{called}: say which, with --number: {named}")
    raise CommandError("There is no club of that number." if number is not None else f"There is no club{called}.")
