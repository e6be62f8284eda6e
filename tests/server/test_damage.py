"""The worst day: the record is damaged, emptied or gone, and one command puts a backup in its place."""

import random
import re
import shutil
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.server import backups, environment, install, sqlite_file
from tests.matches.factory import make_match
from tests.thoroughness import share

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's file"),
]
PAGE = 4096


@pytest.fixture
def data(tmp_path, settings):
    settings.DATA = tmp_path / "data"
    settings.DATA.mkdir()
    return settings.DATA


@pytest.fixture(scope="module")
def record(tmp_path_factory, django_db_blocker):
    """The record of a club with a match."""
    file = tmp_path_factory.mktemp("damage") / "record.sqlite3"
    with django_db_blocker.unblock(), sqlite_file.using_database(file):
        call_command("migrate", verbosity=0)
        make_match(3)
    return file


@pytest.fixture
def live(data, record):
    """A copy of the record in the data folder, with a backup."""
    (data / "backups").mkdir()
    shutil.copy(record, data / "backups" / "scorekeeper-2026.sqlite3")
    return shutil.copy(record, data / "scorekeeper.sqlite3")


def backup_of(live):
    [file] = (live.parent / "backups").glob("scorekeeper-*")
    return file


NOISE = random.Random(4).randbytes(10**5)
FILES = {
    "empty": lambda _: b"",
    "noise": lambda _: NOISE,
    "half": lambda whole: whole[: len(whole) // 2],
    "noise in the schema": lambda whole: whole[:100] + NOISE[: PAGE - 100] + whole[PAGE:],
}
STATEMENTS = {
    "migrations forgotten": "DELETE FROM django_migrations WHERE app = 'clubs'",
    "all rows gone": "DELETE FROM matches_match",
    "of another program": "ALTER TABLE matches_match RENAME TO something",
}


def damage(live, kind):
    if kind in FILES:
        live.write_bytes(FILES[kind](live.read_bytes()))
    elif kind in STATEMENTS:
        with closing(sqlite3.connect(live)) as database:
            database.execute("PRAGMA foreign_keys = OFF")
            database.execute(STATEMENTS[kind])
            database.commit()
    elif kind == "a foreign log":
        live.with_name(f"{live.name}-wal").write_bytes(NOISE)
    else:
        live.unlink()


def test_a_restore_replaces_a_damaged_record_and_keeps_it(live):
    whole, backup = live.read_bytes(), backup_of(live)
    for kind in ["empty", *share([*FILES, *STATEMENTS, "a foreign log", "gone"], of=4)]:
        for part in live.parent.glob(f"{live.name}*"):
            part.unlink()
        live.write_bytes(whole)
        damage(live, kind)
        damaged = live.read_bytes() if live.exists() else None
        if kind == "empty":
            live.with_name(f"{live.name}-wal").write_bytes(b"of the wreck")

        with sqlite_file.using_database(live):
            before = backups.restore(backup)
            assert [len(match.round_facts) for match in Match.objects.all()] == [3], kind
            Match.objects.update(notes="")

        sqlite_file.check_integrity(live)
        assert (before is None) == (kind == "gone")
        if before and before.name.startswith("damaged"):
            assert before.read_bytes() == damaged, kind
        if kind == "empty":
            assert before.with_name(f"{before.name}-wal").read_bytes() == b"of the wreck"
        assert not list(live.parent.glob(".unfinished*")), kind


def test_a_start_on_a_damaged_record_names_the_newest_good_backup(live):
    good = backup_of(live)
    newer = good.with_name("scorekeeper-9.sqlite3")
    newer.write_bytes(good.read_bytes()[:-PAGE])
    messages = {
        "empty": "it is empty",
        "noise": "it cannot be read (file is not a database)",
        "half": "it cannot be read (database disk image is malformed)",
        "gone": "it is gone",
        "of another program": "it is not one of Scorekeeper’s",
        "migrations forgotten": "it is damaged",
    }
    for kind, message in messages.items():
        live.write_bytes(good.read_bytes())
        damage(live, kind)
        with sqlite_file.using_database(live), pytest.raises(CommandError) as refused:
            install.prepare(static=False)
        line = str(refused.value)
        assert f"{live} cannot be used: {message}." in line
        assert f"python3 manage.py restore {good} --data {live.parent}" in line, kind
        assert "\n" not in line
        assert live.exists() == (kind != "gone")
    good.unlink()
    live.write_bytes(b"x" * PAGE)
    with sqlite_file.using_database(live), pytest.raises(CommandError, match="There is no good backup in"):
        install.prepare(static=False)


def test_a_killed_start_leaves_all_tables_or_none(live, monkeypatch):
    applied = []

    def kill_at_the_fourth(_, app, name):
        applied.append(name)
        if len(applied) == 4:
            raise KeyboardInterrupt

    backup_of(live).unlink()
    live.unlink()
    with sqlite_file.using_database(live):
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr("django.db.migrations.recorder.MigrationRecorder.record_applied", kill_at_the_fourth)
            install.prepare(static=False)
        assert connection.introspection.table_names() == []
        install.prepare(static=False)
        assert Club.get_default()


def test_a_read_only_record_can_be_served(live, monkeypatch, settings):
    good, older = backup_of(live), live.with_name("older.sqlite3")
    shutil.copy(live, older)
    with closing(sqlite3.connect(older)) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'transfer'")
        database.commit()
    monkeypatch.setattr(environment, "MIN_LOG_BYTES", 2**70)  # a full disk; root may write whatever the mode says
    settings.READ_ONLY = True
    before = {file: file.stat().st_mtime_ns for file in live.parent.iterdir()}

    with sqlite_file.using_database(live):
        assert install.prepare() is None
        assert [len(match.round_facts) for match in Match.objects.all()] == [3]
        with pytest.raises(DatabaseError), transaction.atomic():
            Match.objects.update(notes="")
    with (
        sqlite_file.using_database(older),
        pytest.raises(CommandError, match="may not be written, and its record is to be"),
    ):
        install.prepare()

    assert {file: file.stat().st_mtime_ns for file in before} == before
    sqlite_file.check_integrity(good)
    live.with_name(f"{live.name}-wal").write_bytes(b"rounds")
    assert environment.read_only_uri(live).endswith("mode=ro"), "the write-ahead log is read too"


def test_a_record_of_a_newer_release_is_refused_by_every_command(live):
    with sqlite_file.using_database(live):
        MigrationRecorder(connection).record_applied("clubs", "9999_more")
        before = live.read_bytes()
        for run in (
            install.prepare, *(
                lambda command=command: call_command(*command)
                for command in (["rebuild"], ["invite"], ["backup"], ["restore", str(backup_of(live))])
            ),
        ):  # fmt: skip
            with pytest.raises(CommandError, match=r"newer Scorekeeper \(clubs 9999_more\)") as refused:
                run()
            assert "\n" not in str(refused.value)
        assert live.read_bytes() == before


# The migrations of a record from before 1.0, as they were called: they must not pass for those of a newer release.
FORMER = (
    *("clubs 0001_initial", "clubs 0002_player_marks", "clubs 0003_security_log", "clubs 0004_shared_key"),
    *("clubs 0005_founded_from", "history 0001_initial", "history 0002_shared_links", "matches 0001_initial"),
    *("matches 0002_house_rule_presets", "matches 0009_lean_entries", "statistics 0001_initial"),
    *("statistics 0004_fewer_indexes", "transfer 0001_initial", "transfer 0002_import_progress"),
)


def give_former_migrations(record):
    record.execute("DELETE FROM django_migrations")
    rows = [name.split() for name in FORMER]
    record.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-07-11')", rows)


def add_migrations_from_before_the_release(record):
    record.execute("UPDATE django_migrations SET applied = '2026-07-11'")
    record.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '0002_player_emoji', '2026-07-12')"
    )


def drop_a_column(record):
    record.execute("UPDATE django_migrations SET applied = '2026-07-11'")
    record.execute("ALTER TABLE clubs_player DROP COLUMN emoji")


@pytest.mark.parametrize(
    ("make_older", "finds_commit"),
    [
        (give_former_migrations, "git log -1 --format=%h^ -- scorekeeper/clubs/migrations/0002_player_marks.py"),
        (
            add_migrations_from_before_the_release,
            "git log -1 --format=%h^ -- scorekeeper/clubs/migrations/0002_player_emoji.py",
        ),
        (drop_a_column, "git rev-list -1 --before=2026-07-11T00:00:00Z HEAD"),
    ],
)
def test_an_older_record_or_backup_is_refused_with_the_program_that_wrote_it(live, tmp_path, make_older, finds_commit):
    with closing(sqlite3.connect(live)) as record, record:
        record.execute("PRAGMA foreign_keys = OFF")
        make_older(record)
    backup = shutil.copy(live, tmp_path / "older.sqlite3")
    way = r"is from an older Scorekeeper \(July 2026\): export its club file with the program that wrote it"
    with sqlite_file.using_database(live), pytest.raises(CommandError, match=way) as refused:
        install.prepare(static=False)
    assert "\n" not in str(refused.value)
    [find_commit] = re.findall(r"git worktree add \.\./older \$\((git .*?)\)”", str(refused.value))
    assert find_commit == finds_commit
    with sqlite_file.using_database(tmp_path / "other.sqlite3"), pytest.raises(CommandError, match=way):
        call_command("restore", str(backup))


def test_the_next_start_deletes_the_temporary_files_of_a_killed_command(live):
    data = live.parent
    unfinished = [data / ".unfinished-x" / "copy.sqlite3", data / "backups" / ".unfinished-y" / "scorekeeper-1.sqlite3"]
    for file in unfinished:
        file.parent.mkdir()
        file.write_text("a club")

    with sqlite_file.using_database(live), sqlite_file.atomic_file(data / "backups" / "mine.sqlite3") as mine:
        install.prepare(static=False)
        assert mine.exists()
    assert not any(file.parent.exists() for file in unfinished)
    assert backup_of(live).exists()


def test_commands_refuse_a_folder_without_a_record_and_an_older_record(live, tmp_path):
    with closing(sqlite3.connect(live)) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'transfer'")
        database.commit()
    for command in ("invite", "rebuild"):
        with (
            sqlite_file.using_database(tmp_path / "nothing.sqlite3"),
            pytest.raises(CommandError, match="There is no record"),
        ):
            call_command(command)
        with sqlite_file.using_database(live), pytest.raises(CommandError, match="not of this version") as refused:
            call_command(command)
        assert refused.value.returncode == 1
    with (
        sqlite_file.using_database(tmp_path / "nothing.sqlite3"),
        pytest.raises(CommandError, match="There is no record in"),
    ):
        call_command("backup")
    assert not (tmp_path / "nothing.sqlite3").exists()
