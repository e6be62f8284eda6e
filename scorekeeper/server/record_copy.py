"""The record in PostgreSQL, out into an SQLite file and back in: a backup is the same whatever database is used."""

import sqlite3
from collections import defaultdict
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

from scorekeeper.server.environment import sqlite
from scorekeeper.server.sqlite_copy import reading

AT_ONCE = 5_000
TRIES, SHORTER_THAN_A_DEADLOCK = 100, "300ms"


def our_models() -> list[type[models.Model]]:
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model.__module__.startswith("scorekeeper.")]


def write_out(file: Path) -> None:
    """Write every row into a new SQLite file with the same tables, of whatever release these are.

    In a transaction, so that all rows are of one moment.
    """
    applied, stored = _stored()
    with opened(file) as form:
        MigrationExecutor(form).migrate(applied)
    with closing(sqlite3.connect(file)) as copy:
        for model in stored:
            columns = _columns(model)
            named, gaps = ", ".join(columns), ", ".join("?" * len(columns))
            copy.execute(f"DELETE FROM {model._meta.db_table}")
            copy.executemany(f"INSERT INTO {model._meta.db_table} ({named}) VALUES ({gaps})", _rows(model, form))
        copy.commit()


def _stored() -> tuple[list[tuple[str, str]], list[type[models.Model]]]:
    """Return the migrations that the database has seen, and the models as they were then."""
    loader = MigrationLoader(connection)
    applied = [made for made in loader.applied_migrations if made in loader.graph.nodes]
    return applied, loader.project_state(applied).apps.get_models(include_auto_created=True)


def read_in(file: Path) -> None:
    """Put the rows of an SQLite file in the place of all that is there; inside a transaction."""
    with closing(reading(file)) as copy, connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {tables()}")
        for model in our_models():
            columns = ", ".join(_columns(model))
            with cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as rows:
                for row in copy.execute(f"SELECT {columns} FROM {model._meta.db_table}"):
                    rows.write_row(row)
        for statement in connection.ops.sequence_reset_sql(no_style(), our_models()):
            cursor.execute(statement)


def tables() -> str:
    return ", ".join(model._meta.db_table for model in our_models())


def lock_out() -> None:
    """Keep everybody else out until the transaction ends; OperationalError while too many are writing."""
    _, stored = _stored()
    named = ", ".join(model._meta.db_table for model in stored)
    for _ in range(TRIES):
        with suppress(OperationalError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{SHORTER_THAN_A_DEADLOCK}'")
            cursor.execute(f"LOCK TABLE {named} IN ACCESS EXCLUSIVE MODE")
            return
    raise OperationalError("too many are writing just now: try again")


@contextmanager
def opened(file: Path) -> Iterator[BaseDatabaseWrapper]:
    settings = connections.configure_settings({DEFAULT_DB_ALIAS: sqlite(file)})[DEFAULT_DB_ALIAS]
    live, its_own = connections[DEFAULT_DB_ALIAS], load_backend(settings["ENGINE"]).DatabaseWrapper(settings)
    connections[DEFAULT_DB_ALIAS] = its_own
    try:
        yield its_own
    finally:
        connections[DEFAULT_DB_ALIAS] = live
        its_own.close()


def shape() -> dict[str, set[str]]:
    """Return the tables there are of those wanted, with their columns; and whatever acts by itself."""
    wanted, found = shape_wanted(), defaultdict[str, set[str]](set)
    with connection.cursor() as cursor:
        # Django's introspection reads the constraints, too, for ten times the time.
        cursor.execute(
            "SELECT t.type, t.name, c.name FROM sqlite_master t LEFT JOIN pragma_table_info(t.name) c"
            " WHERE t.type != 'index'"
        )
        for kind, name, column in cursor.fetchall():
            if kind != "table":
                found[name] = set()
            elif name in wanted:
                found[name].add(column)
    return found


def shape_wanted() -> dict[str, set[str]]:
    return {model._meta.db_table: set(_columns(model)) for model in our_models()}


def _columns(model: type[models.Model]) -> Sequence[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _rows(model: type[models.Model], form: BaseDatabaseWrapper) -> Iterator[list[Any]]:
    fields = model._meta.concrete_fields
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield [field.get_db_prep_save(value, form) for field, value in zip(fields, row, strict=True)]
