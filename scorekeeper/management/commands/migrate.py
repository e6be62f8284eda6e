"""Django's own `migrate`, all or nothing: killed in the middle it leaves the tables as they were."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DatabaseError, connection, transaction
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader

from scorekeeper.server.install import refuse_newer


class Command(migrate.Command):
    help = "Bring the tables up to date, all or nothing. “serve” does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_newer(MigrationLoader(connection))
        # Django notes only after a migration that it was made. For each it switches SQLite's foreign keys off, which
        # cannot be done inside a transaction.
        with connection.constraint_checks_disabled(), transaction.atomic():
            try:
                super().handle(*args, **options)
            except InconsistentMigrationHistory as error:
                raise DatabaseError(error) from None
