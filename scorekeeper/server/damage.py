"""The worst day: a record that is damaged, emptied or gone, what is said of it, and how a backup takes its place."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, connection

from scorekeeper.server.database import no_room, turn_to_write
from scorekeeper.server.sqlite_copy import UNREADABLE, Damaged, check, dated, reading, stand_alone, sync

BACKUPS = (("scorekeeper-*", "before-migration-*"), ("before-restore-*",))
"""Where to look for a good one: what somebody replaced on purpose comes last."""
GONE, EMPTY, DAMAGED = "it is gone", "it is empty", "it is damaged"
APPS, OURS = "SELECT DISTINCT app FROM django_migrations", {"matches", "table"}
"""What each record of ours has seen migrations of: the latter before version 1.0."""


def fault(file: Path) -> str:
    """Say what is wrong with a database of ours, in a person's words; "" where nothing is."""
    if not file.exists():
        return GONE
    if not file.is_file():
        return "it is not a file"
    # An empty one is not opened: that would delete the log beside it.
    return _fault_inside(file) if file.stat().st_size else EMPTY


def _fault_inside(file: Path) -> str:
    try:
        with closing(reading(file)) as opened:
            found = opened.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            apps = {app for (app,) in opened.execute(APPS)} if "django_migrations" in tables else set()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise CommandError(f"Another program holds {file}: end that first.") from None
        return "it cannot be read" if os.access(file, os.R_OK) else "it may not be read by whoever runs this"
    except UNREADABLE as error:
        return "it is not a database" if "not a database" in str(error) else DAMAGED
    if found != ("ok",):
        return DAMAGED
    if not tables:
        return EMPTY
    return "" if apps & OURS else "it is not one of Scorekeeper’s"


@contextmanager
def refusing_damaged_record() -> Iterator[None]:
    """CommandError, with the way out, where there are backups of a record that cannot be used, is empty or gone."""
    if connection.vendor != "sqlite":
        yield
        return
    live = Path(connection.settings_dict["NAME"])
    what = fault(live)
    # The first start makes it, and may have been killed before it had any table.
    if what and (what not in (GONE, EMPTY) or any(_backups().glob("*.sqlite3"))):
        raise CommandError(f"The record {live} cannot be used: {what}. {_way_out()}")
    try:
        yield
    except DatabaseError as error:
        if no_room(error) or "locked" in str(error):
            raise
        raise CommandError(f"The record {live} cannot be used: {DAMAGED}. {_way_out()}") from None


def _way_out() -> str:
    good = newest_good_backup(_backups())
    if not good:
        return f"There is no good backup in {_backups()}."
    return (
        "Its newest good backup takes its place, and what is there now is kept, by: "
        f"python3 manage.py restore {good} --data {settings.DATA}"
    )


def _backups() -> Path:
    folder: Path = settings.DATA / "backups"
    return folder


def newest_good_backup(folder: Path) -> Path | None:
    for patterns in BACKUPS:
        there = [file for pattern in patterns for file in folder.glob(pattern)]
        for file in sorted(there, key=lambda file: file.stat().st_mtime, reverse=True):
            with suppress(Damaged, OSError):
                check(file)
                if not fault(file):
                    return file
    return None


def replace_damaged_record(file: Path) -> Path | None:
    """Put a database in the place of one that is damaged or gone; return where that is kept."""
    live, aside = Path(connection.settings_dict["NAME"]), dated("damaged")
    aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    stand_alone(file)
    sync(file)
    with turn_to_write():
        connection.close()
        # First what SQLite would take for a part of the new one.
        for part in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                Path(f"{live}{part}").rename(f"{aside}{part}")
        file.rename(live)
        sync(live.parent)
        sync(aside.parent)
    return aside if os.path.lexists(aside) else None
