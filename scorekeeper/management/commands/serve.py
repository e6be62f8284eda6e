"""Puts the score pad on the table: makes the installation ready, then serves it until Ctrl-C or SIGTERM."""

import argparse
import os
import threading
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError
from django.db import connection
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.management.console import invited
from scorekeeper.management.progress_line import ProgressLine
from scorekeeper.server import install, network
from scorekeeper.server.database import CannotWrite
from scorekeeper.statistics.monthly_totals import count_everything

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- phones at the table must reach it
LAST_REQUESTS = 3
"""Seconds for what is under way at the end; then the worker is killed, which undoes what it has not finished."""
CONNECTIONS = 4096
"""So many a worker holds; most of them say nothing."""
HEADERS = HTTP1Settings(header_read_timeout=10_000, max_buffer_size=64 * 1024)
"""Milliseconds until a silent connection is closed; bytes."""


class Command(BaseCommand):
    help = "Serve this machine and the phones in its network until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        # Behind a proxy on this machine nobody else has anything to ask here.
        host = "127.0.0.1" if settings.HTTPS and not settings.PROXY else EVERYWHERE[0]
        parser.add_argument("--host", default=host, help=f"listen here only (default: {host})")
        parser.add_argument("--port", default=8000, type=port_number, help="(default: 8000)")
        parser.add_argument(
            "--workers", default=min(2, os.cpu_count() or 1), type=int, help="processes (default: up to 2)"
        )

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        if workers < 1:
            raise CommandError("--workers: at least 1 process has to answer.")
        if refusal := network.lasting_refusal(host, port):
            raise CommandError(refusal)
        os.umask(0o077)  # the record and its backups belong to whoever serves them
        network.allow_many_connections()
        self.prepare()
        if connection.vendor == "postgresql" and settings.OWN_KEY:
            self.say(f"The secret key stands in {settings.DATA}. Other hosts on this database need the same one:")
            self.say("  give it to all of them as SCOREKEEPER_SECRET_KEY, or devices stay out there.")
        self.first = Invitation.first()
        connection.close()  # the workers are forked from here and open their own
        server = Granian(
            "scorekeeper.server.worker:gateway",
            address=host,
            port=port,
            interface=Interfaces.RSGI,
            # With HTTP/2 on offer a silent connection is never closed: who says nothing has not chosen.
            http=HTTPModes.http1,
            http1_settings=HEADERS,
            backlog=CONNECTIONS,
            backpressure=CONNECTIONS,
            workers=workers,
            workers_kill_timeout=LAST_REQUESTS,
            respawn_failed_workers=True,
            websockets=False,
            log_level=LogLevels.warning,
        )
        announcement = threading.Thread(target=self.announce, args=[host, port], daemon=True)
        server.on_startup(announcement.start)
        server.serve()

    def prepare(self) -> None:
        try:
            backup = install.prepare()
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {' '.join(str(error).split())}") from None
        except OSError as error:
            raise CommandError(f"The data folder cannot be used: {error}") from None
        if backup:
            self.say(f"The database was updated; a copy from before is {backup}")
        # Here, so that no page has to: after an update everything may have to be counted again.
        with suppress(CannotWrite), ProgressLine("Counting the statistics") as progress:
            count_everything(progress)

    def announce(self, host: str, port: int) -> None:
        network.wait_until_open(host, port)
        self.say("Scorekeeper is ready. Ctrl-C ends it.")
        here = f"http://{'localhost' if host in EVERYWHERE else host}:{port}"
        home = network.home(port) if settings.HTTPS or host in EVERYWHERE else None
        if self.first:
            self.say("Nobody owns this club yet. Open this on your own phone or computer, and join:")
            self.say(invited(self.first, home or here))
        if settings.HTTPS:
            self.say(f"  by the proxy that asks port {port}:  {home}/")
        elif host in EVERYWHERE:
            self.say(f"  on this machine:  {here}/")
            self.say(f"  on phones in the same network:  {home}/" if home else "  There is no network for phones.")
        else:
            self.say(f"  on this machine only:  {here}/")
        if home and not self.first:
            self.say(network.qr_code(f"{home}/"))

    def say(self, line: str) -> None:
        # Flushed, because the workers are forked and would print what is left in the buffer again.
        self.stdout.write(line)
        self.stdout.flush()


def port_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 1 to 65535")
    return int(text)
