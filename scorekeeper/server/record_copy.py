"""The record as one SQLite file, out of whatever database is used and back into it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from scorekeeper.server.database import snapshot
from scorekeeper.server.environment import sqlite
from scorekeeper.server.sqlite_copy import being_written, copy_pages, reading

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
    settings = connections.configure_settings({DEFAULT_DB_ALIAS: sqlite(file)})[DEFAULT_DB_ALIAS]
    live, its_own = connections[DEFAULT_DB_ALIAS], load_backend(settings["ENGINE"]).DatabaseWrapper(settings)
    connections[DEFAULT_DB_ALIAS] = its_own
    try:
        yield its_own
    finally:
        connections[DEFAULT_DB_ALIAS] = live
        its_own.close()


# --- PostgreSQL: rows as they are stored. 1.3 million of 5,000 matches take 4 s, by bulk_create() 55 ---


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
    with opened(file) as target:
        MigrationExecutor(target).migrate(_applied(loader))
    with closing(sqlite3.connect(file)) as copy:
        for model in _stored_models(loader):
            columns = _columns(model)
            places = ", ".join("?" * len(columns))
            copy.execute(f"DELETE FROM {model._meta.db_table}")
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
