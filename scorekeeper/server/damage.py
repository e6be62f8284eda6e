"""The worst day: a record that is damaged, emptied or gone, what is said of it, and how a backup replaces it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, connection

from scorekeeper.server.database import is_busy, is_full
from scorekeeper.server.record_copy import UNREADABLE, check_pages, dated, reading, sync

GONE, EMPTY, DAMAGED = "it is gone", "it is empty", "it is damaged"
# Backups by kind. What somebody replaced on purpose comes last.
BACKUPS = (("scorekeeper-*", "before-migration-*"), ("before-restore-*",))


def fault(file: Path) -> str:
    """Return what is wrong with a record in SQLite, in a person's words; "" if nothing is."""
    if not file.exists():
        return GONE
    # An empty file is not opened: SQLite would delete the log beside it.
    if file.is_file() and not file.stat().st_size:
        return EMPTY
    try:
        with closing(reading(file)) as opened:
            pages = opened.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except UNREADABLE as error:
        if "locked" in str(error):
            raise CommandError(f"Another program holds {file}: end that first.") from None
        return f"it cannot be read ({error})"
    if pages != ("ok",):
        return DAMAGED
    if not tables:
        return EMPTY
    return "" if "matches_match" in tables else "it is not one of Scorekeeper’s"


@contextmanager
def refusing_damaged_record() -> Iterator[None]:
    """CommandError, with the way out, if the record cannot be used, or is empty or gone although it has backups."""
    if connection.vendor != "sqlite":
        yield
        return
    live, backups = Path(connection.settings_dict["NAME"]), settings.DATA / "backups"
    wrong = fault(live)
    # The first start makes the record, and may have been killed before it had any table.
    if wrong and (wrong not in (GONE, EMPTY) or any(backups.glob("*.sqlite3"))):
        raise CommandError(f"The record {live} cannot be used: {wrong}. {_way_out(backups)}")
    try:
        yield
    except DatabaseError as error:
        if is_full(error) or is_busy(error):
            raise
        raise CommandError(f"The record {live} cannot be used: {DAMAGED}. {_way_out(backups)}") from None


def _way_out(backups: Path) -> str:
    good = newest_good_backup(backups)
    if not good:
        return f"There is no good backup in {backups}."
    return (
        "Its newest good backup takes its place, and what is there now is kept, by: "
        f"python3 manage.py restore {good} --data {settings.DATA}"
    )


def newest_good_backup(folder: Path) -> Path | None:
    for patterns in BACKUPS:
        found = [file for pattern in patterns for file in folder.glob(pattern)]
        for file in sorted(found, key=lambda file: file.stat().st_mtime, reverse=True):
            if is_good(file):
                return file
    return None


def is_good(file: Path) -> bool:
    try:
        check_pages(file)
    except (OSError, *UNREADABLE):
        return False
    return not fault(file)


def replace_damaged_record(file: Path) -> Path | None:
    """Put a database in the place of one that is damaged or gone; return where that is kept, if there was one."""
    live, aside = Path(connection.settings_dict["NAME"]), dated("damaged")
    aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connection.close()
    sync(file)
    # First the parts that SQLite would take for those of the new one.
    for part in ("-wal", "-shm", ""):
        if (old := Path(f"{live}{part}")).exists():
            old.rename(f"{aside}{part}")
    file.rename(live)
    sync(live.parent)
    sync(aside.parent)
    return aside if aside.exists() else None
