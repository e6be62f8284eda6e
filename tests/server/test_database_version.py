"""What works on the record says in one line where there is none, or one of another version; and makes nothing."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.server import install, record_copy

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about files"),
]


@pytest.mark.parametrize("command", ["invite", "rebuild"])
def test_where_there_is_no_record_none_is_made(command, tmp_path):
    with (
        record_copy.opened(tmp_path / "nothing.sqlite3"),
        pytest.raises(CommandError, match="There is no record") as told,
    ):
        call_command(command)

    assert told.value.returncode == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["invite", "rebuild"])
def test_an_older_record_is_left_to_serve_to_bring_up_to_date(command, tmp_path):
    with record_copy.opened(tmp_path / "old.sqlite3"):
        call_command("migrate", "matches", "0001", verbosity=0)
        with pytest.raises(CommandError, match="not of this version") as told:
            call_command(command)

    assert told.value.returncode == 2


def test_a_record_from_before_the_release_is_left_alone(tmp_path):
    with record_copy.opened(tmp_path / "unreleased.sqlite3") as old:
        MigrationRecorder(old).record_applied("table", "0001_initial")
        with pytest.raises(CommandError, match="before version 1") as refused:
            install.migrate()

        assert len(str(refused.value).splitlines()) == 1
        assert old.introspection.table_names() == ["django_migrations"]
