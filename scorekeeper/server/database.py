"""Database errors in a player's words; snapshots; lock timeouts."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from scorekeeper.server.environment import LOCK_SECONDS

DISK_FULL = "Nothing could be saved: the disk is full, or may not be written. What is there can still be read."
BUSY = "Nothing was saved: the database is busy. Try again in a moment."
# The Retry-After of a 503.
RETRY_SECONDS = 5

# Errors for a disk that is full or read-only.
FULL_ERRNOS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES}
FULL_SQLITE = ("database or disk is full", "attempt to write a readonly database", "unable to open database file")
FULL_POSTGRESQL = {"53100", "25006"}  # disk_full, read_only_sql_transaction
# Errors for a lock that another writer holds.
BUSY_SQLITE = ("database is locked", "database table is locked", "database schema is locked")
BUSY_POSTGRESQL = {"55P03", "57014", "40P01"}  # lock_not_available, query_canceled, deadlock_detected
# Errors for a damaged file or disk.
DAMAGED_SQLITE = (
    "database disk image is malformed", "malformed database schema", "file is not a database", "disk I/O error",
    "unsupported file format", "no such table", "no such column", "unable to open database file",
)  # fmt: skip


def explain(error: Exception) -> tuple[str, int]:
    """Return the message and HTTP status for a full disk or a busy database; raise other errors again."""
    if is_full(error):
        return DISK_FULL, 507
    if is_busy(error):
        return BUSY, 503
    raise error


def missing_record() -> str:
    """Return the sentence for a record in SQLite that does not exist, else ""."""
    if connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists():
        return ""
    return f"There is no record in {settings.DATA}: name its folder with --data DIR."


def is_full(error: BaseException | None) -> bool:
    """Whether the disk is full or read-only."""
    if isinstance(error, OSError):
        return error.errno in FULL_ERRNOS
    return isinstance(error, DatabaseError) and (
        _sqlstate(error) in FULL_POSTGRESQL or str(error).startswith(FULL_SQLITE)
    )


def is_busy(error: BaseException | None) -> bool:
    """Whether another writer held a lock for longer than the timeout."""
    return isinstance(error, OperationalError) and (
        _sqlstate(error) in BUSY_POSTGRESQL or str(error).startswith(BUSY_SQLITE)
    )


def is_away(error: BaseException | None) -> bool:
    """Whether PostgreSQL cannot be reached, or ended the connection: it stops, starts, or accepts no more."""
    if not isinstance(error, (OperationalError, InterfaceError)) or connection.vendor != "postgresql":
        return False
    state = _sqlstate(error)  # None: the connection failed
    return state is None or state.startswith(("08", "57P", "53300"))


def is_damaged(error: BaseException | None) -> bool:
    """Whether SQLite's file or its disk is damaged."""
    return connection.vendor == "sqlite" and isinstance(error, DatabaseError) and str(error).startswith(DAMAGED_SQLITE)


def lacks_column(error: DatabaseError) -> bool:
    """Whether a table lacks a column: another release created it."""
    return _sqlstate(error) == "42703" or str(error).startswith("no such column")


def _sqlstate(error: BaseException) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)


@contextmanager
def snapshot() -> Iterator[None]:
    """Run all queries on one snapshot, without blocking writers. Inside a transaction: on what that sees."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # atomic() would begin IMMEDIATE, and lock out writers
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def limit_waiting(connection: Any, **_: Any) -> None:
    """Set the lock timeout of a new connection to PostgreSQL. pgbouncer refuses it as a connection option."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")


@contextmanager
def without_waiting() -> Iterator[None]:
    """On SQLite raise OperationalError at once while another connection is writing. PostgreSQL locks single rows."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(1000 * connection.settings_dict['OPTIONS']['timeout'])}")
