"""Why the database did not answer or store something; and reading as of one moment."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from scorekeeper.server.environment import LOCK_SECONDS

DISK_FULL = "Nothing could be saved: the disk is full, or may not be written. What is there can still be read."
BUSY = "Nothing was saved: another program is writing. Try again in a moment."
# When a program should ask again where it was told so.
RETRY_SECONDS = 5

# What each database says of a disk that is full or may not be written.
FULL_ERRNOS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES}
FULL_SQLITE = ("database or disk is full", "attempt to write a readonly database", "unable to open database file")
FULL_POSTGRESQL = {"53100", "25006"}  # disk_full, read_only_sql_transaction
# Of somebody else who is writing the same.
BUSY_SQLITE = ("database is locked", "database table is locked", "database schema is locked")
BUSY_POSTGRESQL = {"55P03", "57014", "40P01"}  # lock_not_available, query_canceled, deadlock_detected
# Of a file or a disk that is broken.
DAMAGED_SQLITE = (
    "database disk image is malformed", "malformed database schema", "file is not a database", "disk I/O error",
    "unsupported file format", "no such table", "no such column", "unable to open database file",
)  # fmt: skip


def explain(error: Exception) -> tuple[str, int]:
    """Return a sentence for players why nothing was saved, and its status; raise every other error again."""
    if is_full(error):
        return DISK_FULL, 507
    if is_busy(error):
        return BUSY, 503
    raise error


def is_full(error: BaseException | None) -> bool:
    """Whether the disk is full or may not be written. Reading goes on."""
    if isinstance(error, OSError):
        return error.errno in FULL_ERRNOS
    return isinstance(error, DatabaseError) and (
        _sqlstate(error) in FULL_POSTGRESQL or str(error).startswith(FULL_SQLITE)
    )


def is_busy(error: BaseException | None) -> bool:
    """Whether somebody else has been writing for longer than we wait. Reading goes on, at least on SQLite."""
    return isinstance(error, OperationalError) and (
        _sqlstate(error) in BUSY_POSTGRESQL or str(error).startswith(BUSY_SQLITE)
    )


def is_away(error: BaseException | None) -> bool:
    """Whether PostgreSQL cannot be reached just now, or ends connections: it stops, starts, or takes no more."""
    if not isinstance(error, (OperationalError, InterfaceError)) or connection.vendor != "postgresql":
        return False
    state = _sqlstate(error)  # none where there was no connection
    return state is None or state.startswith(("08", "57P", "53300"))


def is_damaged(error: BaseException | None) -> bool:
    """Whether SQLite's file, or the disk below it, is broken."""
    return connection.vendor == "sqlite" and isinstance(error, DatabaseError) and str(error).startswith(DAMAGED_SQLITE)


def lacks_column(error: DatabaseError) -> bool:
    """Whether a table has no column of that name: it was made by another release."""
    return _sqlstate(error) == "42703" or str(error).startswith("no such column")


def _sqlstate(error: BaseException) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)


@contextmanager
def snapshot() -> Iterator[None]:
    """Read all as of one moment, and keep nobody from writing; inside a transaction, as that sees it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # atomic() begins IMMEDIATE: as a writer
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def limit_waiting(connection: Any, **_: Any) -> None:
    """Have PostgreSQL wait for locks as long as SQLite does by its settings; a pool of connections takes no options."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")


@contextmanager
def without_waiting() -> Iterator[None]:
    """Raise at once where somebody else is writing to SQLite; PostgreSQL locks single rows."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(1000 * connection.settings_dict['OPTIONS']['timeout'])}")
