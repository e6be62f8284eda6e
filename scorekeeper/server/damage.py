"""The worst day: a record that is damaged, emptied or gone, what is said of it, and how a backup takes its place."""

from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import connection

from scorekeeper.server.database import turn_to_write
from scorekeeper.server.sqlite_copy import UNREADABLE, Damaged, check, dated, reading, stand_alone, sync

BACKUPS = (("scorekeeper-*", "before-migration-*"), ("before-restore-*",))
"""Where to look for a good one: what somebody replaced on purpose comes last."""


def fault(file: Path) -> str:
    """Say what is wrong with a database of ours; "" where nothing is."""
    if not file.stat().st_size:
        return "it is empty"
    try:
        with closing(reading(file)) as opened:
            found = str(opened.execute("PRAGMA quick_check(1)").fetchone()[0])
            opened.execute("SELECT 1 FROM django_migrations")
    except UNREADABLE as error:
        return str(error)
    return "" if found == "ok" else found.splitlines()[-1]


def refuse_damaged_record() -> None:
    """CommandError, with the way out, where there are backups of a record that cannot be used or is gone."""
    if connection.vendor != "sqlite":
        return
    live = Path(connection.settings_dict["NAME"])
    backups = settings.DATA / "backups"
    what = fault(live) if live.exists() else "it is gone" if any(backups.glob("*.sqlite3")) else ""
    if what:
        good = newest_good_backup(backups)
        advice = (
            f"Its newest good backup takes its place, and what is there now is kept, by: "
            f"python3 manage.py restore {good} --data {settings.DATA}"
            if good
            else f"There is no good backup in {backups}."
        )
        raise CommandError(f"The record {live} cannot be used: {what}. {advice}")


def newest_good_backup(folder: Path) -> Path | None:
    for patterns in BACKUPS:
        there = [file for pattern in patterns for file in folder.glob(pattern)]
        for file in sorted(there, key=lambda file: file.stat().st_mtime, reverse=True):
            with suppress(Damaged, OSError):
                check(file)
                if not fault(file):
                    return file
    return None


def replace_damaged_record(file: Path) -> Path:
    """Put a database in the place of the damaged one; return where that is kept."""
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
    return aside
