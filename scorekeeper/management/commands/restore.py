"""`manage.py restore FILE`: replaces a record in SQLite by a backup, while nothing serves."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from scorekeeper.clubs.security_log import record
from scorekeeper.management.command_line import one_line_errors
from scorekeeper.management.console import RecordCommand
from scorekeeper.server import backups


class Command(RecordCommand):
    help = "Restore a backup while nothing serves. What is there now is kept."

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
