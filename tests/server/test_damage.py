"""The worst day: the record is damaged, emptied or gone, and one command puts a backup in its place."""

import fcntl
import random
import shutil
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.models import Club
from scorekeeper.management import command_line
from scorekeeper.matches.models import Match
from scorekeeper.server import backups, environment, install, record_copy, sqlite_copy
from scorekeeper.server.database import CannotWrite, writing
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
    with django_db_blocker.unblock(), record_copy.opened(file):
        call_command("migrate", verbosity=0)
        make_match(3)
    return file


@pytest.fixture
def live(data, record):
    """A copy of it as the live one, and a backup beside it."""
    sqlite_copy.copy_database(record, data / "backups" / "scorekeeper-2026.sqlite3")
    return shutil.copy(record, data / "scorekeeper.sqlite3")


def backup_of(live):
    [file] = (live.parent / "backups").glob("scorekeeper-*")
    return file


def scribble(start, length, times=1):
    """Noise from there on, as long as that; so many times all over the file where `start` is None."""

    def change(whole):
        noisy, rng = bytearray(whole), random.Random(4)
        for _ in range(times):
            begin = rng.randrange(len(noisy)) if start is None else start
            noisy[begin : begin + length] = rng.randbytes(length)
        return bytes(noisy[: len(whole)])

    return change


KINDS = {
    "empty": lambda _: b"",
    "text": lambda _: b"not a database\n" * 100,
    "zeros": lambda whole: bytes(len(whole)),
    "noise": scribble(0, 10**6),
    "half": lambda whole: whole[: len(whole) // 2],
    "a third, and no whole page": lambda whole: whole[: len(whole) // 3 + 11],
    "only a header": lambda whole: whole[:100],
    "half a header": lambda whole: whole[:50],
    "without its last page": lambda whole: whole[:-PAGE],
    "noise in the header": scribble(16, 84),
    "another magic": lambda whole: b"SQLite format 9\0" + whole[16:],
    "another page size": lambda whole: whole[:16] + b"\x02\x00" + whole[18:],
    "a future format": lambda whole: whole[:18] + b"\x09\x09" + whole[20:],
    "noise in the schema": scribble(100, PAGE - 100),
    "noise in the second page": scribble(PAGE, PAGE),
    "noise from the middle on": lambda whole: scribble(len(whole) // 2, len(whole))(whole),
    "scratches": scribble(None, 64, times=60),
    "a page of zeros": lambda whole: whole[: 3 * PAGE] + bytes(PAGE) + whole[4 * PAGE :],
    "two pages in one another’s place": lambda whole: (
        whole[: 4 * PAGE] + whole[5 * PAGE : 6 * PAGE] + whole[4 * PAGE : 5 * PAGE] + whole[6 * PAGE :]
    ),
}
STATEMENTS = {
    "a table gone": "DROP TABLE matches_match",
    "no migrations": "DROP TABLE django_migrations",
    "migrations forgotten": "DELETE FROM django_migrations WHERE app = 'clubs'",
    "of another program": "UPDATE django_migrations SET app = 'blog'",
    "all rows gone": "DELETE FROM matches_match",
    "somebody else’s": "ALTER TABLE clubs_club RENAME TO something",
}


def damage(live, kind):
    if kind in KINDS:
        live.write_bytes(KINDS[kind](live.read_bytes()))
    elif kind in STATEMENTS:
        with closing(sqlite3.connect(live)) as opened:
            opened.execute("PRAGMA foreign_keys = OFF")
            opened.execute(STATEMENTS[kind])
            opened.commit()
    elif kind in ("gone", "a folder"):
        live.unlink()
        if kind == "a folder":
            live.mkdir()
    elif kind == "a foreign log":
        live.with_name(f"{live.name}-wal").write_bytes(scribble(0, 10**5)(bytes(10**5)))


def test_a_backup_takes_the_place_of_any_wreck_and_the_wreck_is_kept(live):
    whole, backup = live.read_bytes(), backup_of(live)
    for kind in share([*KINDS, *STATEMENTS, "gone", "a folder", "a foreign log"], of=5):
        for part in live.parent.glob(f"{live.name}*"):
            part.unlink()
        live.write_bytes(whole)
        damage(live, kind)
        wreck = live.read_bytes() if live.is_file() else None
        if kind == "empty":
            live.with_name(f"{live.name}-wal").write_bytes(b"of the wreck")

        with record_copy.opened(live):
            before = backups.restore(backup)
            assert [len(match.round_facts) for match in Match.objects.all()] == [3], kind
            Match.objects.update(draft={})

        assert sqlite_copy.check(live) is None, kind
        assert (before is None) == (kind == "gone")
        if before and before.name.startswith("damaged"):
            assert before.is_dir() if wreck is None else before.read_bytes() == wreck, kind
        if kind == "empty":
            assert before.with_name(f"{before.name}-wal").read_bytes() == b"of the wreck"
        assert not list(live.parent.glob(".restoring*")), kind


def test_a_start_on_a_wreck_names_the_newest_good_backup_and_the_command(live):
    good = backup_of(live)
    newer = good.with_name("scorekeeper-9.sqlite3")
    newer.write_bytes(good.read_bytes()[:-PAGE])
    said = {
        "empty": "it is empty", "noise": "it is not a database", "half": "it is damaged", "gone": "it is gone",
        "a folder": "it is not a file", "of another program": "it is not one of Scorekeeper’s",
        "no migrations": "it is not one of Scorekeeper’s", "migrations forgotten": "it is damaged",
        "a table gone": "it is damaged",
    }  # fmt: skip
    for kind, what in said.items():
        if kind != "empty":
            live.write_bytes(good.read_bytes())
        damage(live, kind)
        with record_copy.opened(live), pytest.raises(CommandError) as told:
            install.prepare(static=False)
        line = str(told.value)
        assert f"{live} cannot be used: {what}." in line
        assert f"python3 manage.py restore {good} --data {live.parent}" in line, kind
        assert "\n" not in line
        assert live.exists() == (kind != "gone")
        if kind == "a folder":
            live.rmdir()
    good.unlink()
    live.write_bytes(b"x" * PAGE)
    with record_copy.opened(live), pytest.raises(CommandError, match="There is no good backup in"):
        install.prepare(static=False)


def test_a_start_that_is_killed_leaves_all_tables_or_none(live, monkeypatch):
    applied = []

    def kill_at_the_fourth(_, app, name):
        applied.append(name)
        if len(applied) == 4:
            raise KeyboardInterrupt

    for file in (live.parent / "backups").iterdir():
        file.unlink()
    live.unlink()
    with record_copy.opened(live):
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr("django.db.migrations.recorder.MigrationRecorder.record_applied", kill_at_the_fourth)
            install.prepare(static=False)
        assert connection.introspection.table_names() == []
        install.prepare(static=False)
        assert Club.here()


def test_a_record_that_may_not_be_written_is_read_also_after_a_restart(live, monkeypatch, settings):
    good, older = backup_of(live), live.with_name("older.sqlite3")
    with record_copy.opened(older):
        call_command("migrate", "matches", "0005", verbosity=0)
    monkeypatch.setattr(environment, "ROOM_FOR_A_LOG", 2**70)  # a full disk; root may write whatever the mode says
    settings.READ_ONLY = True
    before = {file: file.stat().st_mtime_ns for file in live.parent.iterdir()}

    with record_copy.opened(live):
        assert install.prepare() is None
        assert [len(match.round_facts) for match in Match.objects.all()] == [3]
        with pytest.raises(CannotWrite), writing():
            Match.objects.update(draft={})
    with record_copy.opened(older), pytest.raises(CommandError, match="may not be written, and its record is to be"):
        install.prepare()

    assert {file: file.stat().st_mtime_ns for file in before} == before
    assert sqlite_copy.check(good) is None
    live.with_name(f"{live.name}-wal").write_bytes(b"rounds")
    assert environment.for_reading(live).endswith("mode=ro"), "what stands in the log is not left out"


def test_a_record_of_a_newer_release_is_refused_by_every_command(live):
    with record_copy.opened(live):
        MigrationRecorder(connection).record_applied("clubs", "9999_more")
        before = live.read_bytes()
        for work in (
            install.prepare, command_line.refuse_newer_record, *(
                lambda command=command: call_command(*command)
                for command in (["rebuild"], ["invite"], ["backup"], ["restore", str(backup_of(live))])
            ),
        ):  # fmt: skip
            with pytest.raises(CommandError, match=r"newer Scorekeeper \(clubs 9999_more\)") as told:
                work()
            assert "\n" not in str(told.value)
        assert live.read_bytes() == before


def test_what_a_killed_copy_left_behind_is_deleted_and_no_copy_under_way(live):
    data = live.parent
    left = [data / ".restoring-x" / "copy.sqlite3", data / "backups" / ".scorekeeper-1.sqlite3.abc"]
    left[0].parent.mkdir()
    for file in left:
        file.write_text("a club")

    with sqlite_copy.being_written(data / "backups" / "mine.sqlite3") as mine:
        sqlite_copy.delete_half_made()
        assert mine.exists()
        assert left[1].exists()
        assert not left[0].exists()
    with record_copy.opened(live):
        install.prepare(static=False)

    assert not any(file.exists() for file in left)
    assert backup_of(live).exists()
    with sqlite_copy.copying_into(data / "backups", fcntl.LOCK_EX | fcntl.LOCK_NB):
        """Nothing holds the lock any more."""
