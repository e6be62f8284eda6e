"""Backups of a record in SQLite, made while people play, restored while nothing serves. PostgreSQL has its own."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.module_loading import import_string

from scorekeeper.server import install, network, sqlite_file
from scorekeeper.server.database import is_busy, is_full, missing_record
from scorekeeper.server.sqlite_file import atomic_file, backup_path, check_integrity, describe_damage, sync

SQLITE_HEADER = b"SQLite format 3\0"
# Number of backups kept in the data folder; those made before a migration or a restore are kept, too.
KEPT_BACKUPS = 14
# The hour of the daily backup in SCOREKEEPER_TIME_ZONE: late enough for a long game night.
BACKUP_HOUR = 5


class BackupError(Exception):
    """A backup cannot be made or restored. Nothing was changed."""


def is_due(now: datetime) -> bool:
    """Whether the last backup is older than the last BACKUP_HOUR. `now`: in SCOREKEEPER_TIME_ZONE."""
    morning = now.replace(hour=BACKUP_HOUR, minute=0, second=0, microsecond=0)
    if morning > now:
        morning -= timedelta(days=1)
    made = (file.stat().st_mtime for file in (settings.DATA / "backups").glob("scorekeeper-*.sqlite3"))
    return max(made, default=0) < morning.timestamp()


def back_up(target: Path | None = None) -> tuple[Path, list[Path]]:
    """Write the record into a new file and check it; return the file and the old backups that were deleted."""
    if target and target.exists():
        raise BackupError(f"{target} is there already: name another file")
    live = Path(connection.settings_dict["NAME"])
    if missing := missing_record():
        raise BackupError(missing)
    if install.is_up_to_date():
        with suppress(DatabaseError):  # a full disk can still be backed up to another one
            import_string(settings.PURGE)()
    backup = target or backup_path("scorekeeper")
    with atomic_file(backup) as file:
        sqlite_file.copy(live, file)
        check_integrity(file)
    old = [] if target else sorted(backup.parent.glob("scorekeeper-*.sqlite3"))[:-KEPT_BACKUPS]
    for file in old:
        file.unlink()
    return backup, old


def restore(source: Path) -> Path | None:
    """Replace the record by a backup while nothing serves it; return where the old record is now, if there was one."""
    if network.read_link_prefix() is not None:
        raise BackupError("Scorekeeper serves this record: end it first, restore, and start it again")
    _check_header(source)
    install.make_data_folder()
    # The lock keeps `serve` from starting meanwhile.
    with sqlite_file.lock_folder(settings.DATA), sqlite_file.unfinished_folder(settings.DATA) as folder:
        file = folder / "copy.sqlite3"
        with _friendly_errors(source):
            check_integrity(source)
            sqlite_file.copy(source, file)
            with sqlite_file.using_database(file):
                _bring_up_to_date(source)
                if unreadable := import_string(settings.FIND_UNREADABLE_MATCH)():
                    raise BackupError(f"{source} cannot be restored: {unreadable}")
        sqlite_file.leave_wal_mode(file)
        return _replace_record(file)


def _replace_record(file: Path) -> Path | None:
    live, previous = Path(connection.settings_dict["NAME"]), backup_path("before-restore")
    if describe_damage(live):
        return _replace_damaged_record(file)
    try:
        with connection.wrap_database_errors:
            install.refuse_other_release()
            sqlite_file.keep_sequences(live, file)
            with atomic_file(previous) as copy:
                sqlite_file.copy(live, copy)
            connection.close()
            sqlite_file.replace_content(live, file)
    except DatabaseError as error:
        previous.unlink(missing_ok=True)
        # The backup is good, so the record is damaged, unless the disk is full or another program has the record open.
        if is_full(error) or is_busy(error):
            raise
        return _replace_damaged_record(file)
    return previous


def _replace_damaged_record(file: Path) -> Path | None:
    """Move the damaged database into the backups, and `file` to its place; return where it is, if there was one."""
    live, damaged = Path(connection.settings_dict["NAME"]), backup_path("damaged")
    damaged.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connection.close()
    sync(file)
    # Move the log and its index first: SQLite would apply them to the new database.
    for suffix in ("-wal", "-shm", ""):
        if (old := Path(f"{live}{suffix}")).exists():
            old.rename(f"{damaged}{suffix}")
    file.rename(live)
    sync(live.parent)
    sync(damaged.parent)
    return damaged if damaged.exists() else None


@contextmanager
def _friendly_errors(source: Path) -> Iterator[None]:
    try:
        with connection.wrap_database_errors:
            yield
    except CommandError as error:  # of another release
        raise BackupError(str(error)) from None
    except (DatabaseError, ValueError) as error:
        if is_full(error):
            raise
        raise BackupError(f"{source} cannot be restored: {' '.join(str(error).split())}") from None


def _check_header(source: Path) -> None:
    try:
        with source.open("rb") as file:
            start = file.read(len(SQLITE_HEADER))
    except OSError as error:
        raise BackupError(f"{source} cannot be read: {error.strerror}") from None
    if start != SQLITE_HEADER:
        raise BackupError(f"{source} is not a backup of Scorekeeper" if start else f"{source} is empty")


def _bring_up_to_date(source: Path) -> None:
    if "matches" not in {app for app, _ in MigrationRecorder(connection).applied_migrations()}:
        raise BackupError(f"{source} is a database, but not one of Scorekeeper’s")
    install.refuse_other_release(str(source))
    install.migrate(keep=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
        if cursor.fetchone():
            raise BackupError(f"{source} does not contain what Scorekeeper keeps")
    install.check_tables(str(source))
    connection.check_constraints()


# --- PostgreSQL ---

PG_DUMP = (
    "The record is in PostgreSQL. Back it up with: pg_dump --format=custom --file=scorekeeper.dump --dbname={database}"
)
PG_RESTORE = (
    "The record is in PostgreSQL. End Scorekeeper, then restore a file of pg_dump with: pg_restore --clean --if-exists "
    "--no-owner --single-transaction --dbname={database} FILE"
)
# Parameters of a connection but the password, for which PostgreSQL's commands ask.
CONNECTION_PARAMETERS = ("host", "port", "user", "dbname", "sslmode", "sslrootcert")


def refuse_postgresql(message: str) -> None:
    """Raise CommandError, with the command to use instead, if the record is in PostgreSQL."""
    if connection.vendor == "postgresql":
        # Installed only where DATABASE_URL is set.
        from psycopg.conninfo import make_conninfo  # noqa: PLC0415

        given = connection.get_connection_params().items()
        database = make_conninfo(**{name: value for name, value in given if name in CONNECTION_PARAMETERS})
        raise CommandError(message.format(database=shlex.quote(database)))
