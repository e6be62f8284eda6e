"""Why the database did not answer or store something; and reading as of one moment."""

import errno
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import chain
from typing import Any, TypeVar

from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    InterfaceError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.db.models import Model

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


# --- Until their last users are gone -----------------------------------------------------------------


class CannotWrite(Exception):
    """Raised no longer: see explain()."""

    def __str__(self) -> str:
        return DISK_FULL


T = TypeVar("T")
LARGEST_ID = 2**63 - 1
ROWS = 500
no_room = is_full
writing = transaction.atomic


def moment_ago(ago: timedelta) -> Any:
    return _moment(int(time.time()) + 1, ago)


@lru_cache(maxsize=10)
def _moment(second: int, ago: timedelta) -> Any:
    return connection.ops.adapt_datetimefield_value(datetime.fromtimestamp(second, UTC) - ago)


def fetch_rows(statement: str, *given: Any) -> list[tuple[Any, ...]]:
    """Return what a statement finds; JSON comes as text."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return list(cursor.fetchall())


def execute(statement: str, *given: Any) -> int:
    """Return how many rows a statement has changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return int(cursor.rowcount)


def lock_row(model: type[Model], pk: int) -> None:
    """Let nobody else change a row until the transaction ends; on SQLite nobody else can."""
    if connection.features.has_select_for_update:
        fetch_rows(f"SELECT id FROM {model._meta.db_table} WHERE id = %s FOR UPDATE", pk)  # noqa: S608


def write_rows(statements: Mapping[str, Sequence[Sequence[Any]]]) -> None:
    """Execute statements, each with many of its rows at once where it says {rows}.

    Row by row, whoever has the turn to write would hand Python to another thread after each.
    """
    with connection.cursor() as cursor:
        for statement, rows in statements.items():
            for start in range(0, len(rows), ROWS):
                some = rows[start : start + ROWS]
                one = f"({', '.join(['%s'] * len(some[0]))})"
                cursor.execute(statement.format(rows=", ".join([one] * len(some))), [*chain.from_iterable(some)])


def update_statement(model: type[Model], values: Mapping[str, Any], where: str, *given: Any) -> tuple[Any, ...]:
    """Return what execute() takes to change the rows of a model for which a condition holds."""
    fields: dict[str, Any] = {name: model._meta.get_field(name) for name in values}
    changes = ", ".join(f"{field.column} = %s" for field in fields.values())
    here = connections[DEFAULT_DB_ALIAS]
    stored = [field.get_db_prep_save(values[name], here) for name, field in fields.items()]
    return f"UPDATE {model._meta.db_table} SET {changes} WHERE {where}", *stored, *given  # noqa: S608


def from_stored(model: type[Model], row: Sequence[Any]) -> list[Any]:
    """Return the values of a row as a model has them, given as the database stores them: all of its columns."""
    values = list(row)
    for place, (convert, expression) in _converters(connection.vendor, model).items():
        for one in convert:
            values[place] = one(values[place], expression, connection)
    return values


@cache
def _converters(_vendor: str, model: type[Model]) -> Any:
    columns = [field.get_col(model._meta.db_table) for field in model._meta.concrete_fields]
    return model._base_manager.all().query.get_compiler(connection=connection).get_converters(columns)


def insert(row: Model) -> None:
    """Insert a row and give it its id; putting such a statement together takes Django longer than all else here."""
    statement, fields = _insert_statement(type(row), row.pk is None)
    here = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), here) for field in fields]
    ((row.pk,),) = fetch_rows(statement, *values)


@cache
def _insert_statement(model: type[Model], is_new: bool) -> tuple[str, list[Any]]:
    fields: list[Any] = [field for field in model._meta.concrete_fields if not (field.primary_key and is_new)]
    names, values = ", ".join(field.column for field in fields), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({values}) RETURNING id", fields  # noqa: S608


def write_together(work: Callable[[], T]) -> T:
    with transaction.atomic():
        return work()
