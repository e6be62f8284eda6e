"""`manage.py restore FILE`: replaces a record in SQLite by a backup, also while people play."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.clubs.security_log import record
from scorekeeper.management.command_line import one_line_errors
from scorekeeper.server import backups


class Command(BaseCommand):
    help = "Restore a backup, also while people play. What is there now is backed up first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a file made by “backup”")

    def handle(self, *_: Any, file: Path, **__: Any) -> None:
        backups.refuse_postgresql(backups.PG_RESTORE)
        with one_line_errors("Nothing was restored"):
            before = backups.restore(file)
            record("backup restored")
        self.stdout.write(
            f"Restored {file}. " + (f"What was there before is {before}" if before else "Nothing was there.")
        )
        if not before or before.name.startswith("damaged"):
            self.stdout.write("A new file took the old one’s place: if “serve” is running, restart it.")
