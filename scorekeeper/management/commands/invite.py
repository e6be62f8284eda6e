"""`manage.py invite`: a link to come in by, when no device is left that could show one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper import network
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Club, Role
from scorekeeper.management.commands.serve import port_number
from scorekeeper.management.in_one_line import in_one_line
from scorekeeper.management.of_this_version import check_record
from scorekeeper.management.printed_link import invited


class Command(BaseCommand):
    help = "Print the link by which a device joins a club, as a code to scan too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--role", choices=Role.labels, default=Role.OWNER.label)
        parser.add_argument("--club", metavar="NAME", help="where there are several")
        parser.add_argument("--port", default=8000, type=port_number, help="that of serve")

    def handle(self, *_: Any, role: str, club: str | None, port: int, **__: Any) -> None:
        with in_one_line("The club could not be found"):
            check_record()
            found = _find(club)
        home = network.home(port) or f"http://localhost:{port}"
        self.stdout.write(f"Whoever opens this may join {found} as {role}:")
        self.stdout.write(invited(Invitation(found, Role[role.upper()]), home))


def _find(name: str | None) -> Club:
    clubs = Club.objects.order_by("pk")
    if name is not None:
        clubs = clubs.filter(name=name)
    found = list(clubs[:2])
    if len(found) == 1:
        return found[0]
    if name is None:
        raise CommandError(
            "There are several clubs: say which, with --club NAME." if found else "There is no club yet."
        )
    raise CommandError(f"There {'are several clubs' if found else 'is no club'} called {name}.")
