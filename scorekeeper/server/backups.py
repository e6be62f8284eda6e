"""Backups: the whole record as one SQLite file, made and restored while people play."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import F
from django.utils.module_loading import import_string

from scorekeeper import limits
from scorekeeper.server import install, record_copy
from scorekeeper.server.database import is_busy, is_full
from scorekeeper.server.record_copy import (
    being_written,
    check_pages,
    copy_pages,
    dated,
    fault,
    make_single_file,
    sync,
    unfinished_folder,
)

SQLITE_HEADER = b"SQLite format 3\0"
# Number of backups kept in the data folder. Those from before a migration or a restore stay.
KEPT_BACKUPS = 14
# When the backup of a day is due, by SCOREKEEPER_TIME_ZONE: before this hour a night may go on.
BACKUP_HOUR = 5


class Unusable(Exception):
    """Nothing can be backed up, or a file cannot be restored; nothing was changed."""


def is_due(now: datetime) -> bool:
    """Whether no backup was made since it was last five in the morning; `now` in the time zone of the table."""
    morning = now.replace(hour=BACKUP_HOUR, minute=0, second=0, microsecond=0)
    if morning > now:
        morning -= timedelta(days=1)
    made = (file.stat().st_mtime for file in (settings.DATA / "backups").glob("scorekeeper-*.sqlite3"))
    return max(made, default=0) < morning.timestamp()


def back_up(target: Path | None = None) -> tuple[Path, list[Path]]:
    """Write the record into a new file and check it; return it with the old backups that were deleted for it."""
    if target and target.exists():
        raise Unusable(f"{target} is there already: name another file")
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise Unusable("there is nothing to back up yet")
    if install.is_up_to_date():
        with suppress(DatabaseError):  # a full disk can still be backed up to another one
            import_string(settings.PURGE)()
    place = target or dated("scorekeeper")
    with being_written(place) as file:
        record_copy.copy_record(file)
        check_pages(file)
    return place, [] if target else _delete_old(place.parent)


def restore(source: Path) -> Path | None:
    """Replace the record by a backup, all or nothing; return where what was there before is kept, if anything."""
    _refuse_other_files(source)
    with unfinished_folder(settings.DATA) as folder:
        file = folder / "copy.sqlite3"
        with _saying_what_is_wrong(source):
            check_pages(source)
            copy_pages(source, file)
            with record_copy.opened(file):
                _bring_up_to_date(source)
                if unreadable := import_string(settings.FIND_UNREADABLE_MATCH)():
                    raise Unusable(f"{source} cannot be restored: {unreadable}")
                _prepare_for_use()
        make_single_file(file)
        return _put_in_place(file)


def _put_in_place(file: Path) -> Path | None:
    on_sqlite = connection.vendor == "sqlite"
    if on_sqlite and fault(Path(connection.settings_dict["NAME"])):
        return replace_damaged_record(file)
    before = dated("before-restore")
    try:
        with connection.wrap_database_errors:
            with install.one_host_at_a_time():
                install.migrate(keep=False)
            record_copy.exchange(file, before)
    except DatabaseError as error:
        # The file is good, so the record is damaged; unless the disk is full or another program is writing.
        if not on_sqlite or is_full(error) or is_busy(error):
            raise
        return replace_damaged_record(file)
    return before


def replace_damaged_record(file: Path) -> Path | None:
    """Put a database in the place of one that is damaged or gone; return where that is kept, if there was one."""
    live, aside = Path(connection.settings_dict["NAME"]), dated("damaged")
    aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connection.close()
    sync(file)
    # First the parts that SQLite would take for those of the new one.
    for part in ("-wal", "-shm", ""):
        if (old := Path(f"{live}{part}")).exists():
            old.rename(f"{aside}{part}")
    file.rename(live)
    sync(live.parent)
    sync(aside.parent)
    return aside if aside.exists() else None


@contextmanager
def _saying_what_is_wrong(source: Path) -> Iterator[None]:
    try:
        with connection.wrap_database_errors:
            yield
    except CommandError as error:  # of another release
        raise Unusable(str(error)) from None
    except (DatabaseError, ValueError) as error:
        if is_full(error):
            raise
        raise Unusable(f"{source} cannot be restored: {' '.join(str(error).split())}") from None


def _refuse_other_files(source: Path) -> None:
    try:
        with source.open("rb") as file:
            start = file.read(len(SQLITE_HEADER))
    except OSError as error:
        raise Unusable(f"{source} cannot be read: {error.strerror}") from None
    if start != SQLITE_HEADER:
        raise Unusable(f"{source} is not a backup of Scorekeeper" if start else f"{source} is empty")


def _bring_up_to_date(source: Path) -> None:
    loader = MigrationLoader(connection)
    if "matches" not in {app for app, _ in loader.applied_migrations}:
        raise Unusable(f"{source} is a database, but not one of Scorekeeper’s")
    install.refuse_other_release(loader, str(source))
    install.migrate(keep=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
        if cursor.fetchone():
            raise Unusable(f"{source} does not contain what Scorekeeper keeps")
    install.check_tables(str(source))
    connection.check_constraints()


def _prepare_for_use() -> None:
    # The secret key that hosts share is not that of a backup.
    apps.get_model("clubs", "SharedKey").objects.all().delete()
    apps.get_model("matches", "Match")._base_manager.update(version=F("version") + limits.RESTORED_VERSIONS)


def _delete_old(folder: Path) -> list[Path]:
    old = sorted(folder.glob("scorekeeper-*.sqlite3"))[:-KEPT_BACKUPS]
    for backup in old:
        backup.unlink()
    return old
