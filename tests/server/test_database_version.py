"""Commands on the record say in one line where there is none, or one of another version; and make nothing."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scorekeeper.server import record_copy

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about files"),
]


@pytest.mark.parametrize("command", ["invite", "rebuild"])
def test_a_command_refuses_a_folder_without_a_record_and_an_older_record(command, tmp_path):
    with record_copy.opened(tmp_path / "nothing.sqlite3"), pytest.raises(CommandError, match="There is no record"):
        call_command(command)
    assert not list(tmp_path.iterdir())

    with record_copy.opened(tmp_path / "old.sqlite3"):
        call_command("migrate", "matches", verbosity=0)
        with pytest.raises(CommandError, match="not of this version") as told:
            call_command(command)
    assert told.value.returncode == 2
