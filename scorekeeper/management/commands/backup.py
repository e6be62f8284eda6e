"""`manage.py backup [FILE]`: the whole record in SQLite into one file, also while people play."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from scorekeeper.management.command_line import one_line_errors
from scorekeeper.management.console import RecordCommand
from scorekeeper.server.backups import BACKUP_HOUR, KEPT_BACKUPS, PG_DUMP, back_up, is_due, refuse_postgresql

# How often --daily checks if a backup is due. One long sleep would last longer on a machine that is suspended.
CHECK_SECONDS = 300


class Command(RecordCommand):
    help = f"Back everything up, also while people play. The last {KEPT_BACKUPS} stay in the data folder's backups."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a new file (default: a dated one)")
        parser.add_argument(
            "--daily",
            action="store_true",
            help=f"go on: one each morning at {BACKUP_HOUR}, and now if this morning's was missed",
        )

    def handle(self, *_: Any, file: Path | None, daily: bool, **__: Any) -> None:
        refuse_postgresql(PG_DUMP)
        if daily and file:
            raise CommandError("--daily makes a new file each morning: leave FILE out.")
        while daily:
            if is_due(timezone.localtime()):
                self.back_up(None)
            connection.close()
            time.sleep(CHECK_SECONDS)
        self.back_up(file)

    def back_up(self, file: Path | None) -> None:
        with one_line_errors("The backup could not be made"):
            backup, old = back_up(file)
        self.stdout.write(f"Backed up into {backup}")
        for gone in old:
            self.stdout.write(f"Deleted {gone}: the last {KEPT_BACKUPS} are kept")
        self.stdout.flush()
