"""PostgreSQL's own commands back a record up and restore it, as our commands say and .deploy does."""

import os
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scorekeeper.matches import recording
from scorekeeper.matches.models import Round
from tests.matches.factory import entry, make_hand, make_match, reload, snapshot

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's own commands"),
]
PG_BACKUP = Path(__file__).parents[2] / ".deploy" / "pg-backup"


@pytest.fixture
def shell(tmp_path):
    """Run a line with the commands of the running PostgreSQL, in a folder of its own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setting FROM pg_config() WHERE name = 'BINDIR'")
        (folder,) = cursor.fetchone()

    def run(line, **variables):
        path = f"{tmp_path / 'bin'}:{folder}:{os.environ['PATH']}"
        environment = os.environ | {"PATH": path} | variables
        return subprocess.check_output(["sh", "-ec", line], cwd=tmp_path, env=environment, text=True)

    return run


def refusal(command, *arguments):
    with pytest.raises(CommandError) as refused:
        call_command(command, *arguments)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_the_commands_in_the_errors_of_backup_and_restore_work(shell, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "secret")
    messages = refusal("backup"), refusal("backup", "--daily"), refusal("restore", "file")
    assert "secret" not in "".join(messages)
    monkeypatch.undo()
    dump, restore = messages[0][messages[0].index("pg_dump -") :], messages[2][messages[2].index("pg_restore -") :]
    match = make_match(2)
    before = snapshot(match)

    shell(dump)
    recording.play(match, make_hand(match), entry(match))
    Round.objects.filter(number=1).delete()
    shell(restore.replace("FILE", "scorekeeper.dump"))

    assert snapshot(match) == before
    match = reload(match)
    recording.play(match, make_hand(match), entry(match))
    assert make_match(1).pk != match.pk


def test_pg_backup_dumps_once_a_day_and_keeps_14_dumps(shell, tmp_path):
    backups = tmp_path / "backups"
    address = f"postgresql://{connection.settings_dict['USER']}@/{connection.settings_dict['NAME']}"

    def back_up(now):
        (tmp_path / "bin" / "date").write_text(
            f'#!/bin/sh\n[ "$1 $2" = "--date 5 hours ago" ]\nexec /usr/bin/date --date "{now} UTC $2" $3\n'
        )
        return shell(f"{PG_BACKUP} backups", DATABASE_URL_FILE="address", PGHOST=connection.settings_dict["HOST"])

    make_match(1)
    (tmp_path / "address").write_text(address)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "date").touch(mode=0o700)

    assert back_up("2026-11-24 05:00") == "Backed up into backups/scorekeeper-2026-11-24.dump\n"
    assert back_up("2026-11-25 04:59") == ""
    for day in range(1, 15):
        assert back_up(f"2026-12-{day:02} 18:00")
    assert sorted(file.name for file in backups.iterdir()) == [
        f"scorekeeper-2026-12-{day:02}.dump" for day in range(1, 15)
    ]
    assert "matches_match" in shell("pg_restore --list backups/scorekeeper-2026-12-01.dump")
