"""`manage.py backup [FILE]`: the whole record into one file, also while people play."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.management.console import in_one_line
from scorekeeper.server.backups import KEPT_BACKUPS, back_up


class Command(BaseCommand):
    help = f"Back everything up, also while people play. The last {KEPT_BACKUPS} stay in the data folder's backups."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a new file (default: a dated one)")

    def handle(self, *_: Any, file: Path | None, **__: Any) -> None:
        with in_one_line("The backup could not be made"):
            backup, old = back_up(file)
        self.stdout.write(f"Backed up into {backup}")
        for gone in old:
            self.stdout.write(f"Deleted {gone}: the last {KEPT_BACKUPS} are kept")
