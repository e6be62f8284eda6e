"""Puts the score pad on the table: makes the installation ready, then serves it until Ctrl-C or SIGTERM."""

import argparse
import logging
import os
import threading
from collections.abc import Sequence
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError
from django.db import connection
from django.utils.module_loading import import_string

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.demo.fill import fill_demo
from scorekeeper.management.console import invitation_text
from scorekeeper.server import install, network
from scorekeeper.server.environment import HTTPS_PORT
from scorekeeper.server.http_server import make_server, start_beside
from scorekeeper.server.network import EVERYWHERE
from scorekeeper.server.systemd import notify

logger = logging.getLogger("scorekeeper.serve")

SHOWN_OF_FINGERPRINT = len("00:11:22:33:44:55:66:77")

NO_NETWORK = "No address is known that phones can open: where there is one, say it with --address."


class Command(BaseCommand):
    help = "Serve this machine and the phones in its network until Ctrl-C."
    warnings: Sequence[str] = ()
    left: IO[str] | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        # Behind a proxy on this machine nobody else has anything to ask here.
        host = "127.0.0.1" if settings.BEHIND_PROXY and not settings.PROXY else network.everywhere()
        add = parser.add_argument
        add("--host", default=host, help=f"listen here only (default: {host})")
        add("--address", metavar="URL", help="what people open, such as https://cards.example.org/club")
        add("--port", default=settings.PORT, type=port_number, help="(default: 8000)")
        add("--workers", default=min(2, os.cpu_count() or 1), type=int, help="processes (default: up to 2)")
        add(
            "--https",
            nargs="?",
            metavar="PORT",
            type=port_number,
            help=f"speak HTTPS too (default: {HTTPS_PORT}), with certificates of its own that phones learn to trust",
        )
        add(
            "--cert",
            metavar="FILE",
            help="with HTTPS: your own certificate and its chain (PEM), read at each start",
        )
        add("--key", metavar="FILE", help="its key")
        add(
            "--demo",
            action="store_true",
            help="serve a made-up club, on a record of its own that is deleted at the end",
        )

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        if workers < 1:
            raise CommandError("--workers: at least 1 process has to answer.")
        for listens in filter(None, (port, settings.HTTPS_PORT)):
            if refusal := network.lasting_refusal(host, listens):
                raise CommandError(refusal)
        os.umask(0o077)  # the record and its backups belong to whoever serves them
        network.allow_many_connections()
        self.prepare(demo=options["demo"])
        if connection.vendor == "postgresql" and settings.OWN_KEY:
            self.say(f"The secret key is in {settings.DATA}. Other hosts on this database need the same one:")
            self.say("  give it to all of them as SCOREKEEPER_SECRET_KEY, or devices stay out there.")
        self.first = Invitation.first()
        for name in settings.WARM_UP:
            import_string(name)()  # forked workers have it then, and their first requests need not wait for it
        connection.close()  # the workers are forked from here and open their own
        serve = self.secure_server if settings.HTTPS_PORT else make_server
        server = serve(host, port, workers)
        announcement = threading.Thread(target=self.announce, args=[host, port], daemon=True)
        server.on_startup(announcement.start)
        server.serve()
        network.remove_link(self.left)

    def secure_server(self, host: str, port: int, workers: int) -> Any:
        from scorekeeper.server import certificates  # noqa: PLC0415 -- installed only where this is used

        try:
            server = make_server(host, settings.HTTPS_PORT, workers, *certificates.certificate_files())
            self.warnings = list(certificates.certificate_warnings())
        except Exception as error:
            raise CommandError(f"The certificate cannot be used: {error}") from None
        guide = start_beside(host, port)
        server.on_shutdown(guide.terminate)
        return server

    def prepare(self, *, demo: bool) -> None:
        try:
            backup = install.prepare()
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {' '.join(str(error).split())}") from None
        except OSError as error:
            raise CommandError(f"The data folder cannot be used: {error}") from None
        if demo:
            fill_demo()
            self.say("This is a made-up club, deleted when serve ends. To keep it, download its club file.")
        if settings.READ_ONLY:
            self.say(f"{settings.DATA} is full, or may not be written: all can be read, nothing can be saved.")
            self.say("  Once that is mended, start again.")
        if backup:
            self.say(f"The database was updated; a copy from before is {backup}")

    def announce(self, host: str, port: int) -> None:
        for listens in filter(None, (port, settings.HTTPS_PORT)):
            network.wait_until_open(host, listens)
        notify("READY=1")
        self.say("Scorekeeper is ready. Ctrl-C ends it.")
        start = f"{settings.SUB_PATH}/"
        local = "localhost" if host in EVERYWHERE else network.in_url(host)
        plain = f"http://{local}:{port}"
        here = network.secure_address(local) if settings.HTTPS_PORT else plain
        reached = settings.ORIGIN or settings.CERT or host in EVERYWHERE
        home = network.home(port) if reached else None
        self.left = network.leave_link(home or plain)
        if self.first:
            self.say("Nobody owns this club yet. Open this on your own phone or computer, and join:")
            self.say(invitation_text(self.first, network.link(home or plain, settings.SUB_PATH)))
        if settings.BEHIND_PROXY:
            self.say(f"  by the proxy that asks port {port}:  {home}{start}")
        elif host in EVERYWHERE or home:
            self.say(f"  on this machine:  {here}{start}")
            where = "by the address you chose" if settings.ORIGIN else "on phones in the same network"
            phones = f"{where}:  {home}{start}" if home else NO_NETWORK
            self.say(f"  {phones}")
        else:
            self.say(f"  on this machine only:  {here}{start}")
        if settings.OWN_AUTHORITY:
            self.announce_authority(f"{home or plain}{start}")
        for warning in self.warnings:
            self.say(f"  {warning}")
        if home and not self.first and settings.LOG != "json":
            self.say(network.qr_code(f"{home}{start}"))

    def announce_authority(self, guide: str) -> None:
        from scorekeeper.server.certificates import authority_here  # noqa: PLC0415

        self.say(f"  {guide} leads each device through trusting this installation, once, and on to HTTPS.")
        self.say(f"  The fingerprint it shows is {authority_here().fingerprint[:SHOWN_OF_FINGERPRINT]} …")

    def say(self, line: str) -> None:
        if settings.LOG == "json":
            logger.info(line.strip())
            return
        # Flushed, because the workers are forked and would print what is left in the buffer again.
        self.stdout.write(line)
        self.stdout.flush()


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 1 to 65535")
    return int(text)
