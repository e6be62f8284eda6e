"""Backup while people play, restore while nothing serves: whole, or not at all."""

import os
import random
import re
import sqlite3
import stat
import threading
import time
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django import conf
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games.core.schema import read
from scorekeeper.clubs.models import GRACE_PERIOD, SecurityEvent
from scorekeeper.matches import recording
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.models import Match, Round
from scorekeeper.server import backups, install, network, sqlite_file
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import member
from tests.matches.factory import (
    entry,
    hand_form,
    make_hand,
    make_match,
    match_form,
    reload,
    six_rounds,
    suits,
)
from tests.thoroughness import many

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's file"),
]


@pytest.fixture(autouse=True)
def data(tmp_path, settings):
    settings.DATA = tmp_path / "data"
    return settings.DATA


def command(name, *arguments):
    """Run a command; return what it printed, or its one line and exit status if it was refused."""
    printed = StringIO()
    try:
        call_command(name, *arguments, stdout=printed)
    except CommandError as error:
        return str(error), error.returncode
    return printed.getvalue().strip(), 0


def query(file, question):
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(question).fetchall()


def all_rows():
    """All rows of all tables, but for the log, which tells of a restore."""
    return {
        model: [*model._base_manager.order_by("pk").values()]
        for model in install.own_models()
        if model is not SecurityEvent
    }


@pytest.fixture
def backup(data):
    """A backup of two matches, made before a third was played and the first went on."""
    first, _ = make_match(2), make_match(1, game="big-little", names=("Zoë", "<script>", "🂡", "שלום"))
    file, _ = backups.back_up()
    kept = all_rows()
    recording.play(first, make_hand(first), entry(first))
    six_rounds(3)
    return file, kept


# --- Backup ---


def test_a_backup_is_one_valid_file_with_mode_600(data):
    make_match(2)
    message, status = command("backup")

    (backup,) = (data / "backups").iterdir()
    assert (message, status) == (f"Backed up into {backup}", 0)
    assert backup.name.startswith(time.strftime("scorekeeper-%Y-", time.gmtime()))
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert query(backup, "PRAGMA integrity_check") == [("ok",)]
    assert query(backup, "PRAGMA journal_mode") == [("delete",)]
    assert query(backup, "SELECT count(*) FROM matches_round") == [(2,)]


@cases(
    "made, now, due",
    [
        (None, "2026-11-24 12:00", True),
        ("2026-11-23 05:03", "2026-11-24 04:59", False),
        ("2026-11-23 05:03", "2026-11-24 05:00", True),
        ("2026-11-24 05:03", "2026-11-24 23:00", False),
        ("2026-11-23 19:00", "2026-11-24 18:00", True),  # a stack that is started each evening
        ("2026-11-24 06:00", "2026-11-24 18:00", False),
    ],
)
def test_a_daily_backup_is_due_at_five_or_at_the_next_start(settings, tmp_path, made, now, due):
    settings.DATA = tmp_path
    zone = ZoneInfo("Asia/Kathmandu")
    (tmp_path / "backups").mkdir(exist_ok=True)
    file = tmp_path / "backups" / "scorekeeper-2026.sqlite3"
    if made:
        file.touch()
        moment = datetime.fromisoformat(made).replace(tzinfo=zone).timestamp()
        os.utime(file, (moment, moment))
    assert backups.is_due(datetime.fromisoformat(now).replace(tzinfo=zone)) is due


def test_daily_backs_up_when_due_and_sleeps_in_between(data, monkeypatch):
    made = []

    def wait(_):
        files = list((data / "backups").iterdir())
        made.append(len(files))
        if len(made) == 2:  # two days later
            os.utime(files[0], (0, 0))
        if len(made) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("scorekeeper.management.commands.backup.time.sleep", wait)
    with pytest.raises(KeyboardInterrupt):
        call_command("backup", "--daily", stdout=StringIO())
    assert made == [1, 1, 2, 2]


def test_a_backup_to_a_named_file_overwrites_nothing(tmp_path):
    place = tmp_path / "stick" / "club [2].sqlite3"

    assert command("backup", str(place)) == (f"Backed up into {place}", 0)
    before = place.read_bytes()
    message, status = command("backup", str(place))

    assert (message, status) == (f"The backup could not be made: {place} is there already: name another file", 1)
    assert place.read_bytes() == before
    assert [file.name for file in place.parent.iterdir()] == [place.name]


def test_the_newest_backups_are_kept_and_the_others_deleted(data):
    (data / "backups").mkdir(parents=True)
    names = [f"scorekeeper-2020-01-{day:02}-000000-000000.sqlite3" for day in range(1, backups.KEPT_BACKUPS + 3)]
    other = data / "backups" / "before-migration-2019.sqlite3"
    for file in [other, *(data / "backups" / name for name in names)]:
        file.touch()
    message, _ = command("backup")

    left = sorted(file.name for file in (data / "backups").glob("scorekeeper-*"))
    assert len(left) == backups.KEPT_BACKUPS
    assert left[0] == names[3]
    assert [line.split()[0] for line in message.splitlines()] == ["Backed", "Deleted", "Deleted", "Deleted"]
    assert other.exists()


def test_a_backup_purges_matches_deleted_thirty_days_ago(data):
    make_match(1)
    match = make_match(1)
    recording.delete_match(match, match.token)
    with time_machine.travel(timezone.now() + GRACE_PERIOD + timedelta(minutes=1)):
        backup, _ = backups.back_up()
    assert query(backup, "SELECT count(*) FROM matches_match") == [(1,)]


def test_an_upgrade_keeps_a_backup_from_before_the_migration(data):
    match = make_match(2)
    call_command("migrate", "history", "zero", verbosity=0)

    backup = install.prepare(static=False)

    assert backup.name.startswith("before-migration-")
    assert query(backup, "SELECT count(*) FROM matches_round") == [(2,)]
    assert query(backup, "SELECT name FROM sqlite_master WHERE name = 'history_nightnotes'") == []
    Round.objects.all().delete()
    assert command("restore", str(backup))[1] == 0, "an older backup is brought up to date"
    assert len(reload(match).round_facts) == 2
    assert install.prepare(static=False) is None, "a start that changes nothing needs no backup"


@pytest.mark.parametrize("end", [ValueError, KeyboardInterrupt])
def test_an_upgrade_that_fails_leaves_no_backup(data, monkeypatch, end):
    make_match(2)
    call_command("migrate", "history", "zero", verbosity=0)
    with monkeypatch.context() as patch:
        patch.setattr("django.db.migrations.recorder.MigrationRecorder.record_applied", raising(end))
        for _ in range(2):
            with pytest.raises(end):
                install.prepare(static=False)
    assert list((data / "backups").iterdir()) == []
    assert install.prepare(static=False).exists()


def raising(error):
    def function(*_):
        raise error

    return function


def test_backups_are_consistent_while_others_write(data):
    """Each is of one moment: no match is ahead of its rounds, its lines or its history."""
    with writing([six_rounds() for _ in range(max(3, many(8)))]):
        made = [backups.back_up(data / f"{number}.sqlite3")[0] for number in range(many(20))]

    for backup in made:
        assert query(backup, "PRAGMA integrity_check") == [("ok",)]
        assert query(backup, "PRAGMA foreign_key_check") == []
        assert query(backup, OUT_OF_STEP) == []
    rounds = [query(backup, "SELECT sum(version) FROM matches_match")[0][0] for backup in made]
    assert rounds == sorted(rounds)
    assert rounds[-1] > rounds[0]


OUT_OF_STEP = """
SELECT m.id FROM matches_match m WHERE m.version != (SELECT count(*) FROM matches_entry e WHERE e.match_id = m.id)
OR (SELECT sum(total) FROM matches_seat s WHERE s.match_id = m.id)
   != (SELECT coalesce(sum(points), 0) FROM matches_line WHERE round_id IN
       (SELECT id FROM matches_round r WHERE r.match_id = m.id))
"""


@contextmanager
def writing(matches):
    """Have a scorer of each match save and delete rounds meanwhile."""
    done = threading.Event()
    writers = [start_thread(lambda pk=match.pk: keep_trying(pk, done)) for match in matches]
    try:
        yield
    finally:
        done.set()
    finish_all(writers)


def keep_trying(pk, done):
    rng = random.Random(pk)
    while not done.is_set():
        match = Match.objects.get(pk=pk)
        try:
            if len(match.round_facts) == 6:
                recording.delete_round(match, rng.randint(1, 6), entry(match))
            else:
                facts = suits(*(rng.randrange(3) for _ in range(6)))
                recording.play(match, read(facts, match.game.facts), entry(match))
        except (VersionConflict, Round.DoesNotExist):
            continue  # somebody was faster


# --- Restore ---


def test_a_restore_backs_up_the_replaced_record_and_matches_go_on(backup, data):
    file, kept = backup
    now, match = all_rows(), Match.objects.order_by("pk").first()

    message, status = command("restore", str(file))

    (before,) = (data / "backups").glob("before-restore-*")
    assert (message.splitlines()[-1], status) == (f"Restored {file}. What was there before is {before}", 0)
    assert all_rows() == kept
    with pytest.raises(VersionConflict):  # a phone still shows the match as it was before
        recording.play(match, make_hand(match), entry(match))
    assert command("restore", str(before))[1] == 0
    assert all_rows() == now
    assert [path.name for path in data.iterdir() if path.name.startswith(".")] == []
    match = reload(match)
    recording.play(match, make_hand(match), entry(match))
    recording.rebuild(match.club, match.pk)
    assert len(reload(match).round_facts) == 4
    assert make_match(1).pk not in (None, match.pk)


def test_no_match_gets_the_id_of_one_that_a_restore_took_away(data):
    file, _ = backups.back_up()
    lost = make_match(2)
    backups.restore(file)

    assert not Match.objects.exists()
    assert make_match(1).pk == lost.pk + 1


def test_forms_polls_and_caches_from_before_a_restore_are_out_of_date(data):
    match = make_match(1)
    phone, page = member(match.club), f"/matches/{match.pk}/"
    file, _ = backups.back_up()
    for _ in range(2):
        recording.play(match, make_hand(match, [2, 0, 0, 0]), entry(match))
        form, html = match_form(match, hand_form(match)), phone.get(page).content.decode()
        seen, scores = re.search(r'<live-board.*?\sseen="([^"]+)"', html, re.DOTALL)[1], scoreboard(html)
        backups.restore(file)
        match = reload(match)
        recording.play(match, make_hand(match, [0, 0, 0, 2]), entry(match))

        assert phone.post(f"{page}rounds/", form).status_code == 409
        assert phone.post(f"{page}deletion/", form).status_code == 409
        assert scoreboard(phone.get(f"{page}board/", {"seen": seen}).content.decode()) != scores
        assert phone.post(f"{page}rounds/", match_form(match, hand_form(match))).status_code == 302
        backups.restore(file)
        match = reload(match)


def scoreboard(html):
    return re.search(r"<table.*</table>", html, re.DOTALL)[0]


CHANGES = {
    "INSERT INTO django_migrations (app, name, applied) VALUES ('matches', '0999_next', '2030-01-01')": (
        "is from a newer Scorekeeper (matches 0999_next): update this one first"
    ),
    "DELETE FROM django_migrations": "is a database, but not one of Scorekeeper’s",
    "DROP TABLE matches_line": "cannot be restored: no such table: matches_line",
    "CREATE TRIGGER t AFTER UPDATE ON matches_match BEGIN DELETE FROM matches_line; END": "does not contain what",
    "DELETE FROM matches_seat": "cannot be restored: match ",
    "UPDATE matches_round SET facts = '{\"bids\": [1e999]}'": "cannot be restored: round 1 of match ",
    "UPDATE matches_match SET house_rules = '{\"a\": '": "cannot be restored: ",
    "INSERT INTO matches_answer (match_id, mode, number, question, text, is_hidden, is_own, at) "
    "SELECT id, 'play', 3, 'bids-0', x'ff', 0, 0, '2026-01-01' FROM matches_match": "cannot be restored: ",
    "UPDATE matches_match SET game_key = 'whist'": "cannot be restored: match ",
    "UPDATE clubs_club SET zone = 'Mars/X'": "cannot be restored: the time zone of Our club ",
    "UPDATE clubs_player SET name = x'ff' WHERE id = (SELECT MIN(id) FROM clubs_player)": "cannot be restored: the ",
}


def test_a_changed_or_damaged_backup_is_refused(backup):
    file, _ = backup
    whole = file.read_bytes()
    for statement, message in CHANGES.items():
        file.write_bytes(whole)
        with closing(sqlite3.connect(file)) as opened:
            opened.execute("PRAGMA foreign_keys = OFF")
            opened.execute("PRAGMA ignore_check_constraints = ON")
            opened.execute(statement)
            opened.commit()
        assert refused(file).startswith(f"{file} {message}"), statement
    damaged = bytearray(whole)
    for page in range(8, len(whole) // 4096, 7):
        damaged[page * 4096 : page * 4096 + 4096] = random.Random(page).randbytes(4096)
    for content in (damaged, whole[: len(whole) // 2], whole[:-4096]):
        file.write_bytes(content)
        assert refused(file).startswith(f"{file} cannot be restored: "), len(content)


@cases(
    "content, message",
    [
        (b"", "is empty"),
        (b'{"scoresheet": 1}', "is not a backup of Scorekeeper"),
        (b"SQLite format 3\0 and then something else", "cannot be restored: file is not a database"),
    ],
)
def test_other_files_are_refused(tmp_path, content, message):
    (tmp_path / "file").write_bytes(content)
    assert refused(tmp_path / "file") == f"{tmp_path / 'file'} {message}"
    assert refused(tmp_path) == f"{tmp_path} cannot be read: Is a directory"


def refused(file):
    """Return the refusal of a file that cannot be restored, and assert that trying changed nothing."""
    before = all_rows()
    message, status = command("restore", str(file))

    assert status == 1, message
    assert all_rows() == before
    assert not list(conf.settings.DATA.glob("backups/before-restore-*"))
    assert message.startswith("Nothing was restored: ")
    assert "\n" not in message
    return message.removeprefix("Nothing was restored: ")


def test_a_restore_that_fails_half_way_changes_nothing(backup, monkeypatch):
    file, _ = backup
    before = all_rows()

    def fail(*_):
        raise RuntimeError

    monkeypatch.setattr(sqlite_file, "keep_sequences", fail)
    with pytest.raises(RuntimeError):
        backups.restore(file)

    assert all_rows() == before


def test_a_restore_is_refused_while_something_serves_the_record(backup, data):
    file, _ = backup
    served = network.write_link_prefix("http://localhost")
    assert refused(file) == "Scorekeeper serves this record: end it first, restore, and start it again"
    network.delete_link_prefix(served)
    served.close()
    assert command("restore", str(file))[1] == 0


def test_a_restore_gives_up_while_another_program_holds_the_record(backup, monkeypatch):
    file, _ = backup
    before = all_rows()
    monkeypatch.setattr(sqlite_file, "LOCK_WAIT_SECONDS", 0.1)
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in command("restore", str(file))[0]
    assert all_rows() == before
