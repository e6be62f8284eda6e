"""How the books are written: what a query finds becomes rows, without leaving the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import Model, QuerySet


def write(model: type[Model], columns: Sequence[str], rows: QuerySet[Any, Any]) -> None:
    """Write down what a query finds; its columns are in the order of `columns`."""
    fields: list[Any] = [model._meta.get_field(column) for column in columns]
    quoted = connection.ops.quote_name
    table, names = quoted(model._meta.db_table), ", ".join(quoted(field.column) for field in fields)
    found, values = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) {found}", values)
