"""Django's development server, with an up-to-date record."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands import runserver
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.management.console import invitation_text
from scorekeeper.server import install


class Command(runserver.Command):
    help = "Serve this machine only and reload on change, for development."
    suppressed_base_arguments = BaseCommand.suppressed_base_arguments
    port: str

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("For development: SCOREKEEPER_DEBUG=yes manage.py runserver. To play: manage.py serve.")
        super().handle(*args, **options)

    def check_migrations(self) -> None:
        install.prepare(static=False)
        if link := Invitation.first():
            self.stdout.write("Nobody owns this club yet. Open this and join:")
            self.stdout.write(invitation_text(link, f"http://localhost:{self.port}{settings.SUB_PATH}"))
