"""Backups put back: all of it or nothing, and only what is one."""

import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django import conf
from django.core.management import call_command
from django.db import connection

from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.edit_lock import VersionConflict
from scorekeeper.matches.models import Entry, Line, Match, Round
from scorekeeper.server import backups, record_copy
from tests.concurrency import finish_all, start_thread
from tests.matches.factory import a_hand, a_match, again, entry, record_of, six_rounds
from tests.server.test_backups import asked, command, everything, keep_trying

TRANSFER_TABLES = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'transfer%'"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture(autouse=True)
def data(tmp_path, settings):
    settings.DATA = tmp_path / "data"
    return settings.DATA


@pytest.fixture
def backup(data):
    """A backup of two matches, made before a third was played and the first went on."""
    first, _ = a_match(2), a_match(1, game="big-little", names=("Zoë", "<script>", "🂡", "שלום"))
    file, _ = backups.back_up()
    kept = everything()
    recording.play(first, a_hand(first), entry(first))
    six_rounds(3)
    return file, kept


def test_a_restore_brings_everything_back_and_keeps_what_was_there(backup, data):
    file, kept = backup
    now = everything()

    told, status = command("restore", str(file))

    (before,) = (data / "backups").glob("before-restore-*")
    assert (told, status) == (f"Restored {file}. What was there before is {before}", 0)
    assert everything() == kept
    assert command("restore", str(before))[1] == 0
    assert everything() == now
    assert [path.name for path in data.iterdir() if path.name.startswith(".")] == []


def test_after_a_restore_the_match_goes_on(backup):
    file, _ = backup
    backups.restore(file)

    match = Match.objects.order_by("pk").first()
    recording.play(match, a_hand(match), entry(match))
    recording.rebuild(match.pk)

    assert len(again(match).round_facts) == 3
    assert a_match(1).pk not in (None, match.pk)


def test_no_phone_that_saw_what_was_there_before_writes_over_what_is_there_now(backup, client):
    file, _ = backup
    match = Match.objects.order_by("pk").first()
    seen = client.get(f"/matches/{match.pk}/").content
    backups.restore(file)

    now = again(match)
    recording.play(now, a_hand(now, bids=[1, 1, 1, 1]), entry(now))

    assert again(match).version > match.version + 1
    assert client.get(f"/matches/{match.pk}/").content != seen
    with pytest.raises(VersionConflict):
        recording.play(match, a_hand(match), entry(match))


def test_an_older_backup_is_brought_up_to_date(backup):
    file, kept = backup
    with record_copy.opened(file):
        call_command("migrate", "transfer", "zero", verbosity=0)
    assert asked(file, TRANSFER_TABLES) == [(0,)]

    assert command("restore", str(file))[1] == 0

    assert everything() == kept


def test_a_newer_backup_is_refused(backup):
    file, _ = backup
    change(file, "INSERT INTO django_migrations (app, name, applied) VALUES ('matches', '0999_tomorrow', '2030-01-01')")

    assert refused(file) == f"{file} was made by a newer Scorekeeper (matches 0999_tomorrow): update this one first"


@pytest.mark.parametrize(
    "changed",
    [
        "DROP TABLE matches_line",
        "ALTER TABLE matches_line DROP COLUMN reason",
        "CREATE TRIGGER surprise AFTER UPDATE ON matches_match BEGIN DELETE FROM matches_line; END",
        "CREATE VIEW surprise AS SELECT * FROM matches_match",
    ],
)
def test_a_backup_that_was_tampered_with_is_refused(backup, changed):
    file, _ = backup
    change(file, changed)

    assert refused(file) == f"{file} does not hold what Scorekeeper keeps"


def test_a_row_that_belongs_to_nothing_is_refused(backup):
    file, _ = backup
    change(file, "DELETE FROM matches_seat")

    assert refused(file).startswith(f"{file} cannot be restored: ")


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9, 0.999])
def test_a_truncated_backup_is_refused(backup, part):
    file, _ = backup
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * part)])

    assert refused(file).startswith(f"{file} cannot be restored: ")


def test_a_backup_with_a_page_of_something_else_is_refused(backup):
    file, _ = backup
    content = bytearray(file.read_bytes())
    for page in range(8, len(content) // 4096, 7):
        content[page * 4096 : page * 4096 + 4096] = random.Random(page).randbytes(4096)
    file.write_bytes(content)

    assert refused(file).startswith(f"{file} cannot be restored: ")


def test_a_file_that_is_no_backup_is_refused(tmp_path):
    a_match(1)
    there = tmp_path / "file"
    for content, told in [
        (b"", "is empty"),
        (b'{"scoresheet": 1}', "is not a backup of Scorekeeper"),
        (b"SQLite format 3\0 and then something else", "cannot be restored: file is not a database"),
    ]:
        there.write_bytes(content)
        assert refused(there) == f"{there} {told}"
    assert refused(tmp_path / "none") == f"{tmp_path / 'none'} cannot be read: No such file or directory"
    assert refused(tmp_path) == f"{tmp_path} cannot be read: Is a directory"
    assert refused(Path("/dev/zero")) == "/dev/zero is not a backup of Scorekeeper"


def test_somebody_else_s_database_is_refused(tmp_path):
    file = tmp_path / "other.sqlite3"
    change(file, "CREATE TABLE matches_match (id integer)")

    assert refused(file) == f"{file} is a database, but not one of Scorekeeper’s"


def change(file, statement):
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA foreign_keys = OFF")
        opened.execute(statement)
        opened.commit()


def refused(file):
    """What is said of a file that cannot be restored; nothing is changed by trying."""
    before = everything()
    told, status = command("restore", str(file))

    assert status == 2
    assert everything() == before
    assert not list(conf.settings.DATA.glob("backups/before-restore-*"))
    assert told.startswith("Nothing was restored: ")
    assert "\n" not in told
    return told.removeprefix("Nothing was restored: ")


def test_a_restore_that_fails_half_way_changes_nothing(backup, monkeypatch):
    file, _ = backup
    before = everything()
    monkeypatch.setattr(backups, "_take_in", half_way(backups._take_in))

    with pytest.raises(RuntimeError):
        backups.restore(file)

    assert everything() == before


def half_way(take_in):
    """Fails between the first and the last statement, where there is more than one."""

    def fail(file):
        if connection.vendor != "sqlite":
            take_in(file)
        raise RuntimeError

    return fail


def test_many_restore_and_write_at_once_and_every_round_is_whole(data):
    """Whoever writes meanwhile is before or after: nothing of the one is mixed with the other."""
    matches = [six_rounds(2) for _ in range(4)]
    file, _ = backups.back_up()
    done = threading.Event()
    writers = [start_thread(lambda pk=match.pk: keep_trying(pk, done)) for match in matches]
    try:
        for _ in range(5):
            backups.restore(file)
    finally:
        done.set()
    finish_all(writers)

    for match in matches:
        as_it_is = record_of(match)
        recording.rebuild(match.pk)
        assert record_of(match) == as_it_is
    assert Round.objects.exists()
    assert Line.objects.exists()
    assert Entry.objects.exists()
    assert Club.objects.count() == 1
    if connection.vendor == "sqlite":
        assert asked(connection.settings_dict["NAME"], "PRAGMA integrity_check") == [("ok",)]
