"""Everything that must be in place before the first request: the database's tables, static files, and a club."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.module_loading import import_string

from scorekeeper.server import record_copy
from scorekeeper.server.damage import refusing_damaged_record
from scorekeeper.server.database import CannotWrite, Queue
from scorekeeper.server.sqlite_copy import being_written, copy_database, dated, delete_half_made

OUR_LOCK = 5_363_017
"""Any number that no other program on this database uses."""
BEFORE_RELEASE = ("table", "0001_initial")


def prepare(*, static: bool = True) -> Path | None:
    if settings.READ_ONLY:
        refuse_to_change()
        return None
    settings.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    with Queue().turn(settings.DATA / "prepare.queue"):
        delete_half_made()
        with refusing_damaged_record(), one_host_at_a_time():
            backup = migrate()
            refuse_other_tables()
            refuse_other_key()
            apps.get_model("clubs", "Club").here()
        if static:
            collect_static()
        with suppress(CannotWrite):  # who has no room can still look
            import_string(settings.PURGE)()
    connection.close()  # the server's workers are forked from here and open their own
    return backup


def refuse_to_change() -> None:
    """Leave a record as it is that may only be read; CommandError where it would have to change first."""
    with refusing_damaged_record():
        if not is_up_to_date():
            raise CommandError(f"{settings.DATA} is full, or may not be written, and its record is to be updated.")
        refuse_other_tables()
    connection.close()


@contextmanager
def one_host_at_a_time() -> Iterator[None]:
    """Where several hosts start on one PostgreSQL, the others wait; and the tables change in one go, or not at all."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        # Of the transaction, not of the session: a pool may give that to somebody else.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [OUR_LOCK])
        yield


def refuse_other_key() -> None:
    """Hosts on one PostgreSQL open each other's invitations only with the same secret key."""
    if connection.vendor != "postgresql":
        return
    if not apps.get_model("clubs", "SharedKey").is_shared(chosen=not settings.OWN_KEY):
        raise CommandError(
            "This database is served with another secret key, so that invitations would open on some hosts only. Set "
            "SCOREKEEPER_SECRET_KEY to the same on all of them: where none was chosen, the first host keeps its own in "
            "its data folder, in the file secret-key."
        )


def migrate(*, keep: bool = True) -> Path | None:
    """Bring the tables up to date; `keep` a backup of them as they were, and return it."""
    executor = MigrationExecutor(connection)
    if not _missing_migrations(executor):
        return None
    refuse_unreleased(executor)
    backup = back_up() if keep and executor.loader.applied_migrations else None
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError:
        if backup:
            backup.unlink()  # the tables are as they were, and this would pass for a good one
        raise
    return backup


def refuse_other_tables() -> None:
    """DatabaseError where a table or a column of an up-to-date record is missing."""
    if connection.vendor == "sqlite" and not record_copy.shape_wanted().items() <= record_copy.shape().items():
        raise DatabaseError


def refuse_unreleased(executor: MigrationExecutor) -> None:
    """Version 1.0 began with new tables. Made beside the old ones, they would show an empty club."""
    applied = executor.loader.applied_migrations
    if BEFORE_RELEASE in applied and not any(migration in applied for migration in executor.loader.graph.root_nodes()):
        raise CommandError(
            "This record is from before version 1.0, whose tables are others. "
            "Export the club with the version that made it, and import the file in a new folder (--data DIR)."
        )


def refuse_newer(loader: MigrationLoader) -> None:
    """A newer release has tables that this one would write wrongly."""
    ours = {label for label, _ in loader.disk_migrations}
    unknown = [
        " ".join(made) for made in set(loader.applied_migrations) - set(loader.disk_migrations) if made[0] in ours
    ]
    if unknown:
        raise CommandError(f"This record was written by a newer Scorekeeper ({max(unknown)}): update this one first.")


def is_up_to_date() -> bool:
    return not _missing_migrations(MigrationExecutor(connection))


def _missing_migrations(executor: MigrationExecutor) -> list[Any]:
    refuse_newer(executor.loader)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def back_up() -> Path:
    """Back up the tables as they are; on PostgreSQL nobody else gets at them from then until they have changed."""
    backup = dated("before-migration")
    if connection.vendor == "sqlite":
        copy_database(Path(connection.settings_dict["NAME"]), backup)
        return backup
    with transaction.atomic(), being_written(backup) as file:
        record_copy.lock_out()
        record_copy.write_out(file)
    return backup


def collect_static() -> None:
    stamp: Path = settings.DATA / "static.collected"
    wanted = hashlib.sha256("\n".join(static_sources()).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(wanted)


def static_sources() -> Iterator[str]:
    yield str(settings.STATIC_ROOT)
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name)).stat()
            yield f"{name} {file.st_size} {file.st_mtime_ns}"
