"""`manage.py serve`: makes the installation ready, then serves it until Ctrl-C or SIGTERM."""

import argparse
import logging
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import Error as DatabaseError
from django.db import connection

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.demo.fill import fill_demo
from scorekeeper.management.console import RecordCommand, invitation_text
from scorekeeper.server import install, network
from scorekeeper.server.database import is_away, is_busy, is_full
from scorekeeper.server.environment import HTTPS_REMOVED
from scorekeeper.server.http_server import limit_arenas, make_server
from scorekeeper.server.network import EVERYWHERE
from scorekeeper.server.systemd import ExitCode, notify

logger = logging.getLogger("scorekeeper.serve")

WORKERS_REMOVED = "is gone: one process answers, see .deploy/README.md#more-people-than-one-machine-serves."
NO_NETWORK = "No address is known that phones can open: where there is one, say it with --address."


class RemovedOption(argparse.Action):
    """An option of an earlier release: an error that names its replacement."""

    def __call__(
        self, parser: argparse.ArgumentParser, _: Any, values: str | Sequence[Any] | None, option: str | None = None
    ) -> None:
        parser.error(f"{option} {self.const}")


@contextmanager
def explain_port_in_use(host: str, port: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(
            f"Scorekeeper cannot listen on {host}, port {port}: {error.strerror}. Try another --port (or --host)."
        ) from None


class Command(RecordCommand):
    help = "Serve this machine and the phones in its network until Ctrl-C."
    # The open file that tells `invite` how links begin.
    link_prefix: IO[str] | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        # Only a proxy on this machine asks.
        host = "127.0.0.1" if settings.BEHIND_PROXY and not settings.PROXY else network.everywhere()
        add = parser.add_argument
        add("--host", default=host, help=f"listen here only (default: {host})")
        add("--address", metavar="URL", help="what people open, such as https://cards.example.org/club")
        add("--port", default=settings.PORT, type=int, help="where it listens (default: 8000)")
        for option in ("--https", "--cert", "--key"):
            add(option, nargs="?", action=RemovedOption, const=HTTPS_REMOVED, help=argparse.SUPPRESS)
        add("--workers", nargs="?", action=RemovedOption, const=WORKERS_REMOVED, help=argparse.SUPPRESS)
        add(
            "--demo",
            action="store_true",
            help="serve a made-up club, on a record of its own that is deleted at the end",
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        limit_arenas()
        with explain_port_in_use(host, port):
            bound = network.bind(host, port)
        with bound:
            self.serve(bound, host, port, **options)

    def serve(self, bound: socket.socket, host: str, port: int, **options: Any) -> None:
        self.prepare(demo=options["demo"])
        if connection.vendor == "postgresql" and settings.OWN_KEY:
            self.say(f"The secret key is in {settings.DATA}. Other hosts on this database need the same one:")
            self.say("  give it to all of them as SCOREKEEPER_SECRET_KEY, or devices stay out there.")
        invitation = Invitation.first()
        connection.close()  # this thread does not use it again
        with explain_port_in_use(host, port):
            server = make_server(bound, network.allow_many_connections())
        # As with Ctrl-C, waitress finishes requests that have begun, for five seconds at most.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self.announce(host, port, invitation)
            server.run()
        except KeyboardInterrupt:
            pass
        finally:
            network.delete_link_prefix(self.link_prefix)

    def prepare(self, *, demo: bool) -> None:
        try:
            backup = install.prepare()
        except DatabaseError as error:
            may_pass = is_away(error) or is_busy(error) or is_full(error)
            code = ExitCode.FAILED if may_pass else ExitCode.UNUSABLE_RECORD
            raise CommandError(
                f"The database cannot be used: {' '.join(str(error).split())}", returncode=code
            ) from None
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

    def announce(self, host: str, port: int, invitation: Invitation | None) -> None:
        notify("READY=1")
        self.say("Scorekeeper is ready. Ctrl-C ends it.")
        if settings.DEBUG:
            self.say("SCOREKEEPER_DEBUG is on: error pages show secrets to everybody. Leave it out to play.")
        start = f"{settings.SUB_PATH}/"
        local = "localhost" if host in EVERYWHERE else network.bracketed(host)
        here = f"http://{local}:{port}"
        home = network.home(port) if settings.ORIGIN or host in EVERYWHERE else None
        self.link_prefix = network.write_link_prefix(home or here)
        if invitation:
            self.say("Nobody owns this club yet. Open this on your own phone or computer, and join:")
            self.say(invitation_text(invitation, (home or here) + settings.SUB_PATH))
        if settings.BEHIND_PROXY:
            self.say(f"  by the proxy that asks port {port}:  {home}{start}")
        elif host in EVERYWHERE or home:
            self.say(f"  on this machine:  {here}{start}")
            where = "by the address you chose" if settings.ORIGIN else "on phones in the same network"
            phones = f"{where}:  {home}{start}" if home else NO_NETWORK
            self.say(f"  {phones}")
        else:
            self.say(f"  on this machine only:  {here}{start}")
        if home and not invitation and settings.LOG != "json":
            self.say(network.qr_code(f"{home}{start}"))

    def say(self, line: str) -> None:
        if settings.LOG == "json":
            logger.info(line.strip())
            return
        self.stdout.write(line)
        self.stdout.flush()
