"""Copy and check the record, one SQLite file, while others use it. A file is complete or not there."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from scorekeeper.server.environment import read_only_uri, sqlite_settings

GONE, EMPTY, DAMAGED = "it is gone", "it is empty", "it is damaged"
# Errors raised when a damaged database is read: SQLite may quote bytes that are not UTF-8.
READ_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)

# Copies are made in hidden folders, each locked by its command. The next start deletes those of a killed command.
UNFINISHED_PREFIX = ".unfinished-"

# How long reading a database, or making it one file, waits for a transaction of another program.
LOCK_WAIT_SECONDS = 20


def copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of a database."""
    with closing(connect_read_only(source)) as origin, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous = OFF")  # atomic_file syncs the whole file
        origin.backup(new)


def replace_content(live: Path, source: Path) -> None:
    """Replace the content of a database by that of `source`, all or nothing."""
    target = sqlite3.connect(live, timeout=LOCK_WAIT_SECONDS)
    with closing(connect_read_only(source)) as origin, closing(target):
        # OperationalError while another program writes, for which `backup` would wait without end.
        target.execute("BEGIN IMMEDIATE")
        target.rollback()
        origin.backup(target)


def keep_sequences(live: Path, file: Path) -> None:
    """Let `file` give no id that `live` has given: a phone may still send for a match that a restore takes away."""
    with closing(connect_read_only(live)) as origin, closing(sqlite3.connect(file)) as target, target:
        for name, last_id in origin.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
            values = (last_id, name)
            if not target.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", values).rowcount:
                target.execute("INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)", values)


@contextmanager
def using_database(file: Path) -> Iterator[BaseDatabaseWrapper]:
    """Make all models and commands use this SQLite file."""
    config = connections.configure_settings({DEFAULT_DB_ALIAS: sqlite_settings(file)})[DEFAULT_DB_ALIAS]
    live, temporary = connections[DEFAULT_DB_ALIAS], load_backend(config["ENGINE"]).DatabaseWrapper(config)
    connections[DEFAULT_DB_ALIAS] = temporary
    try:
        yield temporary
    finally:
        connections[DEFAULT_DB_ALIAS] = live
        temporary.close()


def connect_read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(read_only_uri(file), uri=True, timeout=LOCK_WAIT_SECONDS)


def leave_wal_mode(file: Path) -> None:
    """Make a database a single file: with write-ahead logging there are two more beside it."""
    with closing(sqlite3.connect(file, timeout=LOCK_WAIT_SECONDS)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


# --- Damage ---


def check_integrity(file: Path) -> None:
    """Raise one of READ_ERRORS if a database is damaged."""
    with closing(connect_read_only(file)) as connection:
        answer = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def describe_damage(file: Path) -> str:
    """Return why a record cannot be used, for the person at the terminal; "" if it can."""
    if not file.exists():
        return GONE
    # An empty file is not opened: SQLite would delete the log beside it.
    if file.is_file() and not file.stat().st_size:
        return EMPTY
    try:
        with closing(connect_read_only(file)) as connection:
            (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except READ_ERRORS as error:
        if "locked" in str(error):
            raise CommandError(f"Another program holds {file}: end that first.") from None
        return f"it cannot be read ({error})"
    if answer != "ok":
        return DAMAGED
    if not tables:
        return EMPTY
    return "" if "matches_match" in tables else "it is not one of Scorekeeper’s"


# --- Files and folders ---


def backup_path(kind: str) -> Path:
    """Return the path for a backup that is made now, with the time in UTC in its name."""
    path: Path = settings.DATA / "backups" / f"{kind}-{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}.sqlite3"
    return path


@contextmanager
def atomic_file(target: Path) -> Iterator[Path]:
    """Give a temporary path to write a database to; at the end sync it and move it to `target`. Mode 600."""
    with unfinished_folder(target.parent) as folder:
        file = folder / target.name
        file.touch(mode=0o600)
        yield file
        leave_wal_mode(file)
        sync(file)
        file.replace(target)
    sync(target.parent)


@contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=UNFINISHED_PREFIX, dir=parent) as folder, lock_folder(Path(folder)):
        yield Path(folder)


def delete_unfinished() -> None:
    for parent in (settings.DATA, settings.DATA / "backups"):
        for folder in parent.glob(f"{UNFINISHED_PREFIX}*"):
            with suppress(OSError), lock_folder(folder, fcntl.LOCK_NB):
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def lock_folder(folder: Path, flags: int = 0) -> Iterator[None]:
    """Hold an exclusive flock on a folder. With LOCK_NB in `flags`: BlockingIOError if another process has it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | flags)
        yield
    finally:
        os.close(handle)


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
