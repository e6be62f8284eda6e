"""Django's development server, with an up-to-date record."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands import runserver
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.management.console import RecordCommand, invitation_text
from scorekeeper.server import install, network
from scorekeeper.server.network import EVERYWHERE


class Command(RecordCommand, runserver.Command):
    help = "Serve this machine and reload on change, for development. With 0.0.0.0:8000 phones in its network, too."
    suppressed_base_arguments = BaseCommand.suppressed_base_arguments
    addr: str
    port: str

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("For development: SCOREKEEPER_DEBUG=yes manage.py runserver. To play: manage.py serve.")
        super().handle(*args, **options)

    def check_migrations(self) -> None:
        install.prepare(static=False)
        home = network.home(int(self.port)) if self.addr in EVERYWHERE else None
        start = (home or f"http://localhost:{self.port}") + settings.SUB_PATH
        if home:
            self.stdout.write(f"On phones in the same network: {start}/")
        if link := Invitation.first():
            self.stdout.write("Nobody owns this club yet. Open this and join:")
            self.stdout.write(invitation_text(link, start))
