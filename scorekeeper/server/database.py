"""Whose turn it is to write, and what is said when nothing more can be written."""

import errno
import fcntl
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Generic, TypeVar

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

T = TypeVar("T")

LARGEST_ID = 2**63 - 1
"""What no address can be above and still name something: no database counts further."""

ROWS = 500
"""So many are written with one statement: SQLite takes 32,766 values."""

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES}
SAID_BY_SQLITE = ("database or disk is full", "attempt to write a readonly database", "unable to open database file")
SAID_OF_A_WRECK = (
    "database disk image is malformed", "malformed database schema", "file is not a database", "disk I/O error",
    "unsupported file format", "no such table", "no such column", "unable to open database file",
)  # fmt: skip
SAID_BY_POSTGRESQL = {"53100", "25006"}  # disk_full, read_only_sql_transaction


class CannotWrite(Exception):
    """The disk is full or may not be written; nothing was kept of this change, and reading goes on."""

    def __str__(self) -> str:
        return "Nothing could be saved: the disk is full, or may not be written. What is there can still be read."


def is_away(error: BaseException | None) -> bool:
    """Whether PostgreSQL cannot be reached just now, or ends connections: it stops, starts, or takes no more."""
    if not isinstance(error, (OperationalError, InterfaceError)) or connection.vendor != "postgresql":
        return False
    state = getattr(error.__cause__, "sqlstate", None)  # none where there was no connection
    return state is None or state.startswith(("08", "57P", "53300"))


def is_damaged(error: BaseException | None) -> bool:
    """Whether SQLite's file, or the disk below it, went bad under us."""
    return connection.vendor == "sqlite" and isinstance(error, DatabaseError) and str(error).startswith(SAID_OF_A_WRECK)


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


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes; inside another, a savepoint. On SQLite writers are served in the order they come."""
    try:
        with turn_to_write(), transaction.atomic():
            yield
    except (DatabaseError, OSError) as error:
        if no_room(error):
            raise CannotWrite from error
        raise


def no_room(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in FULL
    state = getattr(error.__cause__, "sqlstate", None)
    return state in SAID_BY_POSTGRESQL or str(error).startswith(SAID_BY_SQLITE)


def write_together(work: Callable[[], T]) -> T:
    """Do work that writes in one transaction with that of others who wait: on SQLite that is one wait for the disk.

    Another thread may do it, and it is done once more, alone, where that transaction was not kept.
    """
    path = queue_file()
    shared = queue.share(path, work) if path else None
    if shared and shared.is_kept:
        return shared.result
    with writing():
        return work()


def turn_to_write() -> AbstractContextManager[None]:
    path = queue_file()
    return queue.turn(path) if path else nullcontext()


def queue_file() -> Path | None:
    # Who is inside a transaction already holds the database: queueing then would wait for somebody who waits for us.
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return None
    return Path(f"{connection.settings_dict['NAME']}.queue")


class Waiting:
    """A thread in the queue."""

    def __init__(self) -> None:
        self.gate = threading.Lock()
        self.gate.acquire()


class Sharing(Waiting, Generic[T]):
    """A thread whose work another one may do, which then says whether it was kept."""

    is_kept: bool | None = None
    result: T

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__()
        self.work = work


class Queue:
    """Threads of this process in the order they came; between processes a lock on a file beside the database."""

    def __init__(self) -> None:
        self.changing = threading.Lock()
        self.waiting: deque[Waiting] = deque()
        self.busy = False

    @contextmanager
    def turn(self, path: Path) -> Iterator[None]:
        self.wait(Waiting())
        try:
            with locked(path):
                yield
        finally:
            self.call_next()

    def share(self, path: Path, work: Callable[[], T]) -> Sharing[T]:
        """Do work, or have it done by who comes first.

        All that is shared is kept, or nothing: failures are rare, and alone each finds out what was its own.
        """
        mine = Sharing(work)
        self.wait(mine)
        if mine.is_kept is None:
            self.write_for_all(path, mine)
        return mine

    def write_for_all(self, path: Path, first: Sharing[Any]) -> None:
        group, is_kept = [first], False
        try:
            with suppress(Exception), locked(path):
                group += self.take_sharing()
                with transaction.atomic():
                    for one in group:
                        one.result = one.work()
                is_kept = True
        finally:
            for one in group:
                one.is_kept = is_kept
                one.gate.release()
            self.call_next()

    def wait(self, mine: Waiting) -> None:
        with self.changing:
            if not self.busy:
                self.busy = True
                return
            self.waiting.append(mine)
        mine.gate.acquire()

    def take_sharing(self) -> list[Sharing[Any]]:
        """Take those who share from the queue, up to the first who does not."""
        taken: list[Sharing[Any]] = []
        with self.changing:
            while self.waiting and isinstance(self.waiting[0], Sharing):
                taken.append(self.waiting[0])
                self.waiting.popleft()
        return taken

    def call_next(self) -> None:
        with self.changing:
            if self.waiting:
                self.waiting.popleft().gate.release()
            else:
                self.busy = False


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock between processes. Whoever waits for it keeps a second one, so that nobody has it twice in turn."""
    next_in_line = _lock(path.with_suffix(".next"))
    try:
        file = _lock(path)
    finally:
        os.close(next_in_line)
    try:
        yield
    finally:
        os.close(file)


def _lock(path: Path) -> int:
    # Not emptied each time, which would be one more change of the disk.
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
    except BaseException:
        os.close(file)
        raise
    return file


queue = Queue()


@contextmanager
def snapshot() -> Iterator[None]:
    """One transaction that reads all as of one moment and keeps nobody from writing; inside another, that one."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _without_taking_the_turn_to_write(), transaction.atomic():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _without_taking_the_turn_to_write() -> Iterator[None]:
    # Settings say IMMEDIATE, for transactions that write: those take the database for themselves as they begin.
    connection.ensure_connection()  # it reads them as it opens
    mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = mode  # type: ignore[attr-defined]
