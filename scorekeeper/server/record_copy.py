"""The record as one SQLite file, out of whatever database is used and back into it."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from scorekeeper.server.database import snapshot
from scorekeeper.server.environment import for_reading, sqlite

GONE, EMPTY, DAMAGED = "it is gone", "it is empty", "it is damaged"
# What reading a damaged database raises: SQLite may quote bytes that are no text.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)

# Copies are made in hidden folders, each locked by its command. Those of a killed one are deleted at the next start.
UNFINISHED_PREFIX = ".unfinished-"

# Seconds that a restore waits for another program to end its transaction.
WRITER_PATIENCE = 20

ROWS_AT_ONCE = 5_000
# PostgreSQL ends one of two transactions that wait for each other after a second: the lock is tried for less than that.
LOCK_TRIES, LOCK_TIMEOUT = 100, "300ms"

Models = Sequence[type[models.Model]]


def our_models() -> Models:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model.__module__.startswith("scorekeeper.")]


def copy_record(file: Path) -> None:
    """Write all of the record as of one moment into a new SQLite file; its tables are of the same release."""
    if connection.vendor == "sqlite":
        copy_pages(Path(connection.settings_dict["NAME"]), file)
    else:
        with snapshot():
            _write_rows_to(file)


def exchange(file: Path, before: Path) -> None:
    """Replace the record by what is in an SQLite file, and keep a copy of it in `before`. Writers wait meanwhile."""
    if connection.vendor == "sqlite":
        _exchange_pages(file, before)
    else:
        with transaction.atomic():
            lock_tables()
            with being_written(before) as copy:
                copy_record(copy)
            _read_rows_from(file)


def _exchange_pages(file: Path, before: Path) -> None:
    live, kept = Path(connection.settings_dict["NAME"]), False

    def keep_copy(status: int, _remaining: int, _total: int) -> None:
        nonlocal kept
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise OperationalError("database is locked")
        # From the first page on SQLite keeps writers out. Readers see the old pages until the last one is written.
        if not kept:
            with being_written(before) as copy:
                copy_pages(live, copy)
            kept = True

    with closing(reading(file)) as source, closing(sqlite3.connect(live, timeout=WRITER_PATIENCE)) as target:
        source.backup(target, pages=1, progress=keep_copy)


@contextmanager
def opened(file: Path) -> Iterator[BaseDatabaseWrapper]:
    """Have all models and commands work on an SQLite file."""
    chosen = connections.configure_settings({DEFAULT_DB_ALIAS: sqlite(file)})[DEFAULT_DB_ALIAS]
    live, its_own = connections[DEFAULT_DB_ALIAS], load_backend(chosen["ENGINE"]).DatabaseWrapper(chosen)
    connections[DEFAULT_DB_ALIAS] = its_own
    try:
        yield its_own
    finally:
        connections[DEFAULT_DB_ALIAS] = live
        its_own.close()


# --- PostgreSQL: rows as they are stored. The 132,000 of 500 matches take 4.9 s out and 0.4 s in ---


def lock_tables() -> None:
    """Keep everybody else out until the transaction ends; OperationalError while too many are writing."""
    names = ", ".join(model._meta.db_table for model in _stored_models(MigrationLoader(connection)))
    for _ in range(LOCK_TRIES):
        with suppress(OperationalError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            cursor.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
            return
    raise OperationalError("too many are writing just now: try again")


def _write_rows_to(file: Path) -> None:
    loader = MigrationLoader(connection)
    stored = _stored_models(loader)
    with opened(file) as target:
        # Not by migrating: that takes six times as long.
        with target.schema_editor() as editor:
            for model in stored:
                editor.create_model(model)
        recorder = MigrationRecorder(target)
        for migration in _applied(loader):
            recorder.record_applied(*migration)
    with closing(sqlite3.connect(file)) as copy:
        for model in stored:
            columns = _columns(model)
            places = ", ".join("?" * len(columns))
            copy.executemany(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES ({places})", _rows(model, target)
            )
        copy.commit()


def _read_rows_from(file: Path) -> None:
    with closing(reading(file)) as copy, connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(model._meta.db_table for model in our_models())}")
        for model in our_models():
            columns = ", ".join(_columns(model))
            with cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as rows:
                for row in copy.execute(f"SELECT {columns} FROM {model._meta.db_table}"):
                    rows.write_row(row)
        for statement in connection.ops.sequence_reset_sql(no_style(), our_models()):
            cursor.execute(statement)


def _applied(loader: MigrationLoader) -> list[tuple[str, str]]:
    return [migration for migration in loader.applied_migrations if migration in loader.graph.nodes]


def _stored_models(loader: MigrationLoader) -> Models:
    """Return the models as they were when the database was last migrated."""
    return loader.project_state(_applied(loader)).apps.get_models(include_auto_created=True)


def _columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _rows(model: type[models.Model], target: BaseDatabaseWrapper) -> Iterator[list[Any]]:
    fields = model._meta.concrete_fields
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield [field.get_db_prep_save(value, target) for field, value in zip(fields, row, strict=True)]


# --- Files: consistent while others write, and either whole or not there at all ---


def dated(kind: str) -> Path:
    """Return the path for a backup made now: the name has the moment in UTC."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    path: Path = settings.DATA / "backups" / f"{kind}-{moment}.sqlite3"
    return path


def copy_pages(source: Path, file: Path) -> None:
    with closing(reading(source)) as origin, closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # being_written syncs the whole file
        origin.backup(copy)


@contextmanager
def being_written(target: Path) -> Iterator[Path]:
    """Give a path to write to; move the file to its place once it is safe on the disk. Only its owner may read it."""
    with unfinished_folder(target.parent) as folder:
        file = folder / target.name
        file.touch(mode=0o600)
        yield file
        make_single_file(file)
        sync(file)
        file.replace(target)
    sync(target.parent)


@contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=UNFINISHED_PREFIX, dir=parent) as folder, locked(Path(folder)):
        yield Path(folder)


def delete_unfinished() -> None:
    for parent in (settings.DATA, settings.DATA / "backups"):
        for folder in parent.glob(f"{UNFINISHED_PREFIX}*"):
            with suppress(OSError), locked(folder, fcntl.LOCK_NB):
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def locked(folder: Path, how: int = 0) -> Iterator[None]:
    """Wait until no other program works in a folder; BlockingIOError at once where `how` says so."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | how)
        yield
    finally:
        os.close(handle)


def check_pages(file: Path) -> None:
    """Raise one of UNREADABLE if the pages of a database do not fit together."""
    with closing(reading(file)) as opened:
        answer = str(opened.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def fault(file: Path) -> str:
    """Return what is wrong with a record in SQLite, in a person's words; "" if nothing is."""
    if not file.exists():
        return GONE
    # An empty file is not opened: SQLite would delete the log beside it.
    if file.is_file() and not file.stat().st_size:
        return EMPTY
    try:
        with closing(reading(file)) as opened:
            (pages,) = opened.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except UNREADABLE as error:
        if "locked" in str(error):
            raise CommandError(f"Another program holds {file}: end that first.") from None
        return f"it cannot be read ({error})"
    if pages != "ok":
        return DAMAGED
    if not tables:
        return EMPTY
    return "" if "matches_match" in tables else "it is not one of Scorekeeper’s"


def reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(for_reading(file), uri=True, timeout=20)


def make_single_file(file: Path) -> None:
    """Leave write-ahead logging, which needs two more files beside a database."""
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
