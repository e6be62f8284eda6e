"""The record goes into a file and comes back from it while people play: whole, or not at all."""

import random
import sqlite3
import stat
import threading
import time
from contextlib import closing
from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import timezone

from games.core.schema import read
from scorekeeper.clubs.soft_delete import GRACE_PERIOD
from scorekeeper.matches import recording
from scorekeeper.matches.edit_lock import VersionConflict
from scorekeeper.matches.models import Match, Round
from scorekeeper.server import backups, record_copy
from tests.concurrency import finish_all, start_thread
from tests.matches.factory import a_hand, a_match, entry, six_rounds, suits
from tests.thoroughness import many

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
TIMES = many(50)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's own file")


@pytest.fixture(autouse=True)
def data(tmp_path, settings):
    settings.DATA = tmp_path / "data"
    return settings.DATA


def command(name, *arguments):
    """Run a command; return what it printed, or what it said on its one line and its exit status."""
    lines = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.core.management.base.OutputWrapper.write", lambda _, text="", *__: lines.append(text))
        try:
            call_command(name, *arguments)
        except CommandError as error:
            return str(error), error.returncode
    return "\n".join(lines), 0


def asked(file, question):
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(question).fetchall()


def everything():
    """All rows of all tables, but for the versions, which a restore counts on."""
    return {
        model: [
            {name: value for name, value in row.items() if (model, name) != (Match, "version")}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in record_copy.kept()
    }


@pytest.fixture
def backup(data):
    """A backup of two matches, made before a third was played and the first went on."""
    first, _ = a_match(2), a_match(1, game="big-little", names=("Zoë", "<script>", "🂡", "שלום"))
    file, _ = backups.back_up()
    kept = everything()
    recording.play(first, a_hand(first), entry(first))
    six_rounds(3)
    return file, kept


def test_a_backup_is_one_checked_file_that_only_its_owner_may_read(data):
    a_match(2)
    connection.close()  # as it is when the command is all that runs
    vars(connections["default"]).pop("transaction_mode", None)
    told, status = command("backup")

    (backup,) = (data / "backups").iterdir()
    assert (told, status) == (f"Backed up into {backup}", 0)
    assert backup.name.startswith(time.strftime("scorekeeper-%Y-", time.gmtime()))
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert asked(backup, "PRAGMA integrity_check") == [("ok",)]
    assert asked(backup, "PRAGMA journal_mode") == [("delete",)]
    assert asked(backup, "SELECT count(*) FROM matches_round") == [(2,)]


def test_a_backup_goes_where_it_is_told_and_overwrites_nothing(tmp_path):
    a_match(1)
    place = tmp_path / "stick" / "club [2].sqlite3"

    assert command("backup", str(place)) == (f"Backed up into {place}", 0)
    before = place.read_bytes()
    told, status = command("backup", str(place))

    assert (told, status) == (f"The backup could not be made: {place} is there already: name another file", 2)
    assert place.read_bytes() == before
    assert [file.name for file in place.parent.iterdir()] == [place.name]


def test_the_last_backups_are_kept_and_the_others_named_as_they_go(data):
    a_match(1)
    (data / "backups").mkdir(parents=True)
    names = [f"scorekeeper-2020-01-{day:02}-000000-000000.sqlite3" for day in range(1, backups.KEPT + 3)]
    other = [data / "backups" / name for name in ("before-migration-2019.sqlite3", "notes.txt")]
    for file in [*other, *(data / "backups" / name for name in names)]:
        file.touch()
    told, _ = command("backup")

    left = sorted(file.name for file in (data / "backups").glob("scorekeeper-*"))
    assert len(left) == backups.KEPT
    assert left[0] == names[3]
    assert [line.split()[0] for line in told.splitlines()] == ["Backed", "Deleted", "Deleted", "Deleted"]
    assert all(file.exists() for file in other)


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path):
    a_match(1)
    (tmp_path / "file").touch()

    told, status = command("backup", str(tmp_path / "file" / "backup.sqlite3"))

    assert status == 2
    assert told.startswith("The backup could not be made: ")


def test_a_backup_does_not_hold_what_may_be_kept_no_longer(data):
    a_match(1)
    match = a_match(1)
    recording.delete_match(match, match.version)
    command("backup")
    with time_machine.travel(timezone.now() + GRACE_PERIOD + timedelta(minutes=1)):
        command("backup")

    held = [asked(file, "SELECT count(*) FROM matches_match") for file in sorted((data / "backups").iterdir())]
    assert held == [[(2,)], [(1,)]]


@on_sqlite
def test_where_nothing_is_kept_yet_nothing_is_made(data):
    with record_copy.opened(data.parent / "nothing.sqlite3"):
        told = command("backup")

    assert told == ("The backup could not be made: there is nothing to back up yet", 2)
    assert [file.name for file in data.parent.iterdir()] == []


@on_sqlite
def test_a_record_of_an_older_version_is_backed_up_as_it_is(data):
    data.mkdir()
    with record_copy.opened(data / "old.sqlite3"):
        call_command("migrate", "matches", "0001", verbosity=0)
        told, status = command("backup")

    (backup,) = (data / "backups").iterdir()
    assert (told, status) == (f"Backed up into {backup}", 0)
    assert asked(backup, "SELECT app FROM django_migrations ORDER BY app") == [("clubs",), ("matches",)]


def test_no_backup_is_bad_while_eight_write(data):
    """Each is whole, and of one moment: no match is ahead of its rounds, its lines or its history."""
    matches = [six_rounds() for _ in range(8)]
    done = threading.Event()
    writers = [start_thread(lambda pk=match.pk: keep_trying(pk, done)) for match in matches]
    try:
        made = [backups.back_up(data / f"{number}.sqlite3")[0] for number in range(TIMES)]
    finally:
        done.set()
    finish_all(writers)

    for backup in made:
        assert asked(backup, "PRAGMA integrity_check") == [("ok",)]
        assert asked(backup, "PRAGMA foreign_key_check") == []
        assert asked(backup, OUT_OF_STEP) == []
    rounds = [asked(backup, "SELECT sum(version) FROM matches_match")[0][0] for backup in made]
    assert rounds == sorted(rounds)
    assert rounds[-1] > rounds[0]


OUT_OF_STEP = """
SELECT m.id FROM matches_match m WHERE m.version != (SELECT count(*) FROM matches_entry e WHERE e.match_id = m.id)
OR (SELECT sum(total) FROM matches_seat s WHERE s.match_id = m.id)
   != (SELECT coalesce(sum(points), 0) FROM matches_line WHERE round_id IN
       (SELECT id FROM matches_round r WHERE r.match_id = m.id))
"""


def keep_trying(pk, done):
    luck = random.Random(pk)
    while not done.is_set():
        match = Match.at(pk)
        try:
            if len(match.round_facts) == 6:
                recording.delete_round(match, luck.randint(1, 6), entry(match))
            else:
                facts = suits(*(luck.randrange(3) for _ in range(6)))
                recording.play(match, read(facts, match.game.facts), entry(match))
        except (VersionConflict, Round.DoesNotExist):
            continue  # somebody was faster
