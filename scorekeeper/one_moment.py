"""Reading several things as they were at one and the same moment, however much is written meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

ON_POSTGRESQL = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def at_one_moment() -> Iterator[None]:
    """One transaction that only reads, and keeps nobody from writing; inside another, that one."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _without_taking_the_turn_to_write(), transaction.atomic():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(ON_POSTGRESQL)
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
