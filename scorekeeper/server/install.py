"""Installation before the first request: up-to-date tables, static files, and a club."""

import hashlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations import Migration
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.module_loading import import_string

from scorekeeper.server import environment, sqlite_file
from scorekeeper.server.database import is_busy, is_full, lacks_column
from scorekeeper.server.sqlite_file import DAMAGED, EMPTY, GONE, backup_path, describe_damage
from scorekeeper.server.systemd import ExitCode

# Key of the advisory lock for hosts that start on one PostgreSQL; arbitrary.
START_LOCK = 5_363_017

# Migrations of records made before 1.0, which began anew with one migration an app.
MIGRATIONS_BEFORE_1_0 = {
    ("clubs", "0002_player_emoji"),
    ("matches", "0002_longer_game_keys"),
    ("rulebook", "0002_longer_game_keys"),
}


def prepare(*, static: bool = True) -> Path | None:
    """Make an installation ready to serve; return the backup from before an upgrade, if one was made."""
    make_data_folder()
    if settings.READ_ONLY:
        refuse_upgrade()
        return None
    # One start at a time on a data folder.
    with sqlite_file.lock_folder(settings.DATA):
        sqlite_file.delete_unfinished()
        with refuse_damaged_record(), start_lock():
            backup = migrate()
            check_tables()
            refuse_other_key()
            apps.get_model("clubs", "Club").get_default()
        if static:
            collect_static()
        with suppress(DatabaseError):  # a full disk can still be read
            import_string(settings.PURGE)()
    connection.close()  # this thread does not use it again
    return backup


def make_data_folder() -> None:
    environment.make_data_folder(settings.DATA, settings.SECRET_KEY if settings.OWN_KEY else None)


def refuse_upgrade() -> None:
    """Raise CommandError if a read-only record would have to be migrated."""
    with refuse_damaged_record():
        if not is_up_to_date():
            raise CommandError(f"{settings.DATA} is full, or may not be written, and its record is to be updated.")
        check_tables()
    connection.close()


@contextmanager
def start_lock() -> Iterator[None]:
    """One start at a time on a PostgreSQL database, in one transaction."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        # A transaction lock: pgbouncer may give the session to another host.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [START_LOCK])
        yield


# --- A record that is damaged, emptied or gone ---


@contextmanager
def refuse_damaged_record() -> Iterator[None]:
    """Raise CommandError, with the command to restore a backup, if the record is damaged, or lost with backups left."""
    if connection.vendor != "sqlite":
        yield
        return
    live, backups = Path(connection.settings_dict["NAME"]), settings.DATA / "backups"
    damage = describe_damage(live)
    # A missing or empty record without backups means a first start, perhaps one that was killed.
    if damage and (damage not in (GONE, EMPTY) or any(backups.glob("*.sqlite3"))):
        raise unusable(f"The record {live} cannot be used: {damage}. {_restore_hint(backups)}")
    try:
        yield
    except DatabaseError as error:
        if is_full(error) or is_busy(error):
            raise
        raise unusable(f"The record {live} cannot be used: {DAMAGED}. {_restore_hint(backups)}") from None


def unusable(message: str) -> CommandError:
    return CommandError(message, returncode=ExitCode.UNUSABLE_RECORD)


def _restore_hint(backups: Path) -> str:
    files = [file for file in backups.glob("*.sqlite3") if not file.match("damaged-*")]
    # Records that somebody replaced on purpose come last.
    files.sort(key=lambda file: (not file.match("before-restore-*"), file.stat().st_mtime), reverse=True)
    good = next((file for file in files if not describe_damage(file)), None)
    if not good:
        return f"There is no good backup in {backups}."
    return (
        "Its newest good backup takes its place, and what is there now is kept, by: "
        f"python3 manage.py restore {good} --data {settings.DATA}"
    )


# --- Tables and the key that hosts share ---


def refuse_other_key() -> None:
    """Raise CommandError where hosts on one PostgreSQL have different secret keys: invitations would fail on some."""
    if connection.vendor != "postgresql":
        return
    if not apps.get_model("clubs", "SharedKey").compare_or_store(replace=not settings.OWN_KEY):
        raise CommandError(
            "This database is served with another secret key, so that invitations would open on some hosts only. Set "
            "SCOREKEEPER_SECRET_KEY to the same on all of them: where none was chosen, the first host keeps its own in "
            "its data folder, in the file secret-key.",
            returncode=ExitCode.WRONG_SETTING,
        )


def migrate(*, keep: bool = True) -> Path | None:
    """Bring the tables up to date, all or nothing. `keep`: on SQLite, make a backup before, and return it."""
    executor = _executor()
    if not _missing_migrations(executor):
        return None
    if not (keep and executor.loader.applied_migrations and connection.vendor == "sqlite"):
        _run_migrations()
        return None
    backup = backup_path("before-migration")
    # The copy is kept once the record is changed: a start that fails, and fails again, leaves no backups behind.
    with sqlite_file.unfinished_folder(backup.parent) as folder:
        with transaction.atomic(), sqlite_file.atomic_file(folder / backup.name) as file:
            sqlite_file.copy(Path(connection.settings_dict["NAME"]), file)
        _run_migrations()
        (folder / backup.name).replace(backup)
    sqlite_file.sync(backup.parent)
    return backup


def _run_migrations() -> None:
    # One transaction: Django records a migration after it, and a kill in between would run it twice. SQLite cannot
    # turn foreign keys off inside a transaction, as migrations do, so turn them off before.
    with connection.constraint_checks_disabled(), transaction.atomic():
        call_command("migrate", interactive=False, verbosity=0)


def check_tables(record: str = "This record") -> None:
    """Raise DatabaseError if a table is missing, CommandError if one lacks a column: an older release created it."""
    for model in own_models():
        try:
            model._base_manager.first()
        except DatabaseError as error:
            if not lacks_column(error):
                raise
            applied = MigrationRecorder(connection).applied_migrations()
            since = max(migration.applied for migration in applied.values())
            raise unusable(_older(record, since, f"git rev-list -1 --before={since:%Y-%m-%dT%H:%M:%SZ} HEAD")) from None


def own_models() -> list[type[models.Model]]:
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if model.__module__.startswith("scorekeeper.")]


def is_up_to_date() -> bool:
    return not _missing_migrations(_executor())


def _executor() -> MigrationExecutor:
    # Django cannot plan for a record that has only some of the migrations which a squashed one replaces.
    refuse_other_release()
    return MigrationExecutor(connection)


def _missing_migrations(executor: MigrationExecutor) -> list[Any]:
    try:
        executor.loader.check_consistent_history(connection)
    except InconsistentMigrationHistory as error:
        raise DatabaseError(error) from None
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def refuse_other_release(record: str = "This record") -> None:
    """Raise CommandError if a record has migrations that this release does not have, or some of those it replaces."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    ours, applied = loader.disk_migrations, MigrationRecorder(connection).applied_migrations()
    # A squashed migration counts as applied if all migrations that it replaces are.
    done = {name for name in ours if name in applied or _has_replaced(ours[name], applied)}
    known = ours.keys() | {replaced for name in done for replaced in ours[name].replaces}
    apps_of_ours = {app for app, _ in ours}
    # Any: the stubs have another type for these rows.
    unknown: dict[tuple[str, str], Any] = {
        name: applied[name] for name in applied if name not in known and name[0] in apps_of_ours
    }
    if not unknown:
        return
    # A newer release has all migrations of this one.
    if ours.keys() <= done and not MIGRATIONS_BEFORE_1_0 & unknown.keys():
        newest = " ".join(max(unknown))
        raise unusable(f"{record} is from a newer Scorekeeper ({newest}): update this one first, with git pull.")
    # The last commit that changed a migration deleted it: the one before was the last program with that migration.
    app, name = max(unknown, key=lambda key: unknown[key].applied)
    commit = f"git log -1 --format=%h^ -- scorekeeper/{app}/migrations/{name}.py"
    raise unusable(_older(record, unknown[app, name].applied, commit))


def _has_replaced(migration: Migration, applied: Collection[Any]) -> bool:
    return bool(migration.replaces) and all(replaced in applied for replaced in migration.replaces)


def _older(record: str, since: datetime, find_commit: str) -> str:
    return (
        f"{record} is from an older Scorekeeper ({since:%B %Y}): export its club file with the program that wrote it, "
        f"and import that into a new record. “git worktree add ../older $({find_commit})” fetches that program; "
        ".deploy/README.md#an-older-record has the other lines, and says what does not come along."
    )


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
