"""Backups: the whole record as one SQLite file, made and taken back while people play."""

import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F, Max
from django.utils.module_loading import import_string

from scorekeeper.server import record_copy
from scorekeeper.server.damage import fault, replace_damaged_record
from scorekeeper.server.database import CannotWrite, no_room, snapshot, turn_to_write
from scorekeeper.server.install import BEFORE_RELEASE, is_up_to_date, migrate, one_host_at_a_time
from scorekeeper.server.sqlite_copy import UNREADABLE, Damaged, being_written, check, copy_pages, copying_into, dated

OURS = "scorekeeper"
FIRST = ("matches", "0001_initial")
HEADER = b"SQLite format 3\0"
MORE_THAN_ANY_VERSION = 1_000_000
"""No match has so many entries; a damaged record cannot be asked."""
KEPT = 14
"""So many backups stay in the data folder's own place for them."""


STEPS = 6
"""Of a restore: the copy, its tables, its matches, its pages, the record as it was, the new one."""

Report = Callable[[int, int], None]


class Unusable(Exception):
    """Nothing can be backed up, or a file cannot be restored; nothing was changed."""


def back_up(target: Path | None = None, report: Report = lambda *_: None) -> tuple[Path, list[Path]]:
    """Write the whole record into a file, checked; return it with the old ones that gave way to it.

    Where no place is named it goes among the data folder's backups, of which the last KEPT stay. `report` is told how
    many of how many steps are done.
    """
    if target and target.exists():
        raise Unusable(f"{target} is there already: name another file")
    if connection.vendor == "sqlite" and not _live_file().exists():
        raise Unusable("there is nothing to back up yet")
    _purge()
    place = target or dated(OURS)
    with snapshot(), being_written(place) as file:
        _copy_out(file)
        report(1, 2)
        check(file)
    return place, [] if target else _make_room(place.parent)


def restore(source: Path, report: Report = lambda *_: None) -> Path | None:
    """Put a backup in the place of the record, all or nothing; return where what was there before is, if anything."""
    _look_at(source)
    live = _live_file() if connection.vendor == "sqlite" else None
    with ThreadPoolExecutor() as beside:
        checked = beside.submit(check, source)
        damaged = beside.submit(fault, live) if live else None
        with _brought_up_to_date(source, report) as file:
            with _saying_what_is_damaged(source):
                checked.result()
            report(4, STEPS)
            if damaged and damaged.result():
                return _replace(file)
            try:
                return _exchange(file, report)
            except (DatabaseError, *UNREADABLE) as error:
                # The file is good, so the record is not; unless there is no room, or somebody holds it.
                if connection.vendor != "sqlite" or no_room(error) or "locked" in str(error):
                    raise
                return _replace(file)


def _exchange(file: Path, report: Report) -> Path:
    with one_host_at_a_time():
        migrate()
    before = dated("before-restore")
    with _hold_all_writers():
        with being_written(before) as backup:
            _copy_out(backup)
        report(5, STEPS)
        _number_anew(file, _highest_version())
        _take_in(file)
    return before


def _replace(file: Path) -> Path | None:
    _number_anew(file, MORE_THAN_ANY_VERSION)
    return replace_damaged_record(file)


def _purge() -> None:
    """What may be kept no longer stands in no backup; a record of an older version is copied as it is."""
    with suppress(CannotWrite):
        if is_up_to_date():
            import_string(settings.PURGE)()


def _live_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy_out(file: Path) -> None:
    if connection.vendor == "sqlite":
        copy_pages(_live_file(), file)
    else:
        record_copy.write_out(file)


def _take_in(file: Path) -> None:
    if connection.vendor == "sqlite":
        copy_pages(file, _live_file())
    else:
        record_copy.read_in(file)


@contextmanager
def _hold_all_writers() -> Iterator[None]:
    if connection.vendor == "sqlite":
        # A transaction of our own would keep the copy out as well; in the queue everybody waits.
        with turn_to_write():
            yield
        return
    with transaction.atomic():
        record_copy.lock_out()
        yield


@contextmanager
def _brought_up_to_date(source: Path, report: Report) -> Iterator[Path]:
    """Give a copy of a backup, migrated; Unusable, in one line, where it is none of ours."""
    settings.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    with copying_into(settings.DATA), tempfile.TemporaryDirectory(prefix=".restoring-", dir=settings.DATA) as folder:
        file = Path(folder) / "copy.sqlite3"
        with _saying_what_is_damaged(source):
            copy_pages(source, file)
            report(1, STEPS)
            with record_copy.opened(file):
                _migrate_copy(source)
                report(2, STEPS)
                _look_at_matches(source)
                report(3, STEPS)
        yield file


@contextmanager
def _saying_what_is_damaged(source: Path) -> Iterator[None]:
    try:
        yield
    except (Damaged, DatabaseError, *UNREADABLE) as error:
        if no_room(error):
            raise
        raise Unusable(f"{source} cannot be restored: {' '.join(str(error).split())}") from None


def _look_at(source: Path) -> None:
    try:
        with source.open("rb") as file:
            start = file.read(len(HEADER))
    except OSError as error:
        raise Unusable(f"{source} cannot be read: {error.strerror}") from None
    if start != HEADER:
        raise Unusable(f"{source} is not a backup of Scorekeeper" if start else f"{source} is empty")


def _migrate_copy(source: Path) -> None:
    """Bring the database being looked at up to date; Unusable where it is not ours, or newer than we are."""
    loader = MigrationExecutor(connection).loader
    if BEFORE_RELEASE in loader.applied_migrations:
        raise Unusable(
            f"{source} is from before version 1.0. "
            "Export its club with the version that made it, and import that club file."
        )
    if FIRST not in loader.applied_migrations:
        raise Unusable(f"{source} is a database, but not one of Scorekeeper’s")
    if unknown := set(loader.applied_migrations) - set(loader.disk_migrations):
        newest = " ".join(max(unknown))
        raise Unusable(f"{source} was made by a newer Scorekeeper ({newest}): update this one first")
    migrate(keep=False)
    if record_copy.shape() != record_copy.shape_wanted():
        raise Unusable(f"{source} does not contain what Scorekeeper keeps")
    connection.check_constraints()


def _look_at_matches(source: Path) -> None:
    if wrong := import_string(settings.FIND_UNREADABLE_MATCH)():
        raise Unusable(f"{source} cannot be restored: {wrong}")


def _number_anew(file: Path, seen: int) -> None:
    """Give matches versions that no phone has seen yet; whose key the hosts here share does not come from a backup."""
    with record_copy.opened(file):
        apps.get_model("clubs", "SharedKey").objects.all().delete()
        apps.get_model("matches", "Match")._base_manager.update(version=F("version") + seen + 1)


def _highest_version() -> int:
    matches = apps.get_model("matches", "Match")._base_manager
    return int(matches.aggregate(highest=Max("version"))["highest"] or 0)


def _make_room(folder: Path) -> list[Path]:
    """Delete all but the newest of our backups; those from before a migration or a restore stay."""
    old = sorted(folder.glob(f"{OURS}-*.sqlite3"))[:-KEPT]
    for backup in old:
        backup.unlink()
    return old
