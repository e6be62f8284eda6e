"""`manage.py` at a terminal: its help, its version, and what it refuses in one line."""

import io
import logging
import os
import socket
import subprocess
import sys
from errno import EACCES
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, get_commands

from scorekeeper.management import command_line, sheet_commands
from scorekeeper.management.commands import runserver, serve
from scorekeeper.server import network
from scorekeeper.server.bootstrap import version
from scorekeeper.server.sqlite_file import using_database
from tests.cases import cases

ROOT = Path(__file__).parents[2]
MANAGE = [sys.executable, "manage.py"]
OWN = "backup bench demo develop install invite new-game rebuild referee restore runserver score serve test"


@pytest.fixture
def manage(capsys):
    """Run a command in this process; return its status, standard output and standard error."""

    def run(*arguments):
        status = 0
        try:
            command_line.run(["manage.py", *arguments])
        except SystemExit as left:
            status = left.code
        return status, *capsys.readouterr()

    return run


def test_help_lists_our_own_commands_each_with_one_line(manage):
    status, out, _ = manage("help")
    lines = [line.split() for line in out.splitlines() if line.startswith("  ")]

    assert status == 0
    assert " ".join(line[0] for line in lines) == OWN
    assert min(map(len, lines)) > 3
    assert max(map(len, out.splitlines())) <= 100
    assert manage("--help") == manage() == (status, out, "")


@cases(
    "command, message",
    [
        ("serve", "--address"), ("score", "SHEET.json"), ("score", "games/SCORESHEET.md"),
        ("referee", "games/SCORESHEET.md"), ("invite", "(default: owner)"),
        ("new-game", "games/README.md"),
    ],
)  # fmt: skip
def test_help_of_a_command(manage, command, message):
    status, out, _ = manage("help", command)

    assert (status, message in out) == (0, True)
    assert manage(command, "--help") == (0, out, "") or command in sheet_commands.COMMANDS
    assert "--pythonpath" not in out


def test_the_help_of_every_command_on_the_record_names_its_folder(manage, settings):
    ours = {name for name, app in get_commands().items() if app == "scorekeeper"}
    for name in ours - {"new-game"}:  # it writes beside the program
        out = manage("help", name)[1]
        assert ("--data DIR" in out, str(settings.DATA) in "".join(out.split())) == (True, True), name


@cases("command", ["invite", "rebuild", "backup"])
def test_a_record_that_does_not_exist_is_named_and_not_begun(manage, settings, tmp_path, command):
    """With `--data TYPO`. The database of tests is another file, so the commands are given one that is not there."""
    settings.DATA = tmp_path / "typo"
    with using_database(settings.DATA / "scorekeeper.sqlite3"):
        status, out, err = manage(command)

    assert (status, out, err.count("\n")) == (1, "", 1)
    assert f"no record in {settings.DATA}: name its folder with --data DIR" in err
    assert not settings.DATA.exists()


def test_a_folder_that_does_not_exist_is_not_made(tmp_path):
    """As a process: settings are read anew."""
    environment = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_SECRET_KEY"}
    environment["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    for name in ("invite", "migrate"):
        command = [*MANAGE, name, "--data", str(tmp_path / "typo")]
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert (ran.returncode, "There is no record in" in ran.stderr) == (1, True), ran.stderr
    assert list(tmp_path.iterdir()) == []


@cases("debug", [True, False])
def test_serve_warns_of_debug(settings, monkeypatch, debug):
    settings.DEBUG = debug
    monkeypatch.setattr(network, "write_link_prefix", lambda _: None)
    command = serve.Command(stdout=StringIO())
    command.announce("127.0.0.1", 8000, None)
    assert ("SCOREKEEPER_DEBUG is on" in command.stdout.getvalue()) == debug


def test_a_command_leaves_the_log_as_it_was(manage):
    assert manage("check")[0] == 0
    assert logging.getLogger("scorekeeper").isEnabledFor(logging.INFO)


def test_an_unknown_command_exits_with_2(manage):
    assert manage("shuffle")[0] == 2


def test_version(manage, client, db):
    number = version()
    assert subprocess.check_output([*MANAGE, "--version"], cwd=ROOT, text=True) == f"{number}\n"
    assert manage("version") == manage("serve", "--version") == (0, f"{number}\n", "")
    assert f"Scorekeeper {number}" in client.get("/trust/").content.decode()


def test_errors_are_one_line(manage, monkeypatch, settings):
    monkeypatch.setattr(network, "PORT_TRIES", 1)
    with socket.create_server(("0.0.0.0", 0)) as other:
        settings.PORT = taken = other.getsockname()[1]
        for arguments, message in [
            (
                ["serve"],
                f"Scorekeeper cannot listen on {network.everywhere()}, port {taken}: Address already",
            ),
            (["runserver", "--noreload"], "For development: SCOREKEEPER_DEBUG=yes manage.py runserver."),
        ]:
            status, _, err = manage(*arguments)
            assert (status, err.count("\n"), err[: len(message)]) == (1, 1, message)


def test_a_folder_that_may_not_be_written_is_no_missing_record(settings, tmp_path):
    settings.DATA = tmp_path / "not yet"
    with (
        pytest.raises(CommandError, match="“new-game” could not be done: Nothing could be saved"),
        command_line.one_line_errors("“new-game” could not be done"),
    ):
        raise PermissionError(EACCES, "Permission denied", "games/old_maid")


@cases(
    "option, message", [(["--https", "8443"], "a proxy encrypts"), (["--cert=f"], "a proxy"), (["--workers=2"], "one")]
)
def test_a_removed_option_names_its_replacement(manage, option, message):
    status, _, err = manage("serve", *option)
    name = option[0].partition("=")[0]
    assert (status, f"{name} is gone: {message}" in err, ".deploy/README.md#" in err) == (2, True, True)


@cases(
    "machine, message",
    [
        ("platform = 'win32'", "Scorekeeper runs on Linux and macOS"),
        ("maxsize = 2**31 - 1", "Scorekeeper needs a 64-bit Python"),
    ],
)
def test_an_unsupported_system_is_one_line(tmp_path, machine, message):
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.{machine}; sys.modules['fcntl'] = None")
    # A file written twice within a second would run with the bytecode of the first.
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.run([*MANAGE, "serve"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (1, "", 1)
    assert process.stderr.startswith(message)


def test_options_that_are_settings_work_in_any_place_but_not_abbreviated(manage, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_DATA", "/other")
    assert command_line.export_settings(["x", "--data", "/d", "y"]) == ["x", "y"]
    assert os.environ["SCOREKEEPER_DATA"] == "/d"
    assert command_line.export_settings(["x", "y", "--data=/e"]) == ["x", "y"]
    assert os.environ["SCOREKEEPER_DATA"] == "/e"
    monkeypatch.setenv("SCOREKEEPER_PORT", "1")
    assert command_line.export_settings(["x", "serve", "--port", "8001", "--host", "h"]) == [
        "x",
        "serve",
        "--host",
        "h",
    ]
    assert os.environ["SCOREKEEPER_PORT"] == "8001"

    status, _, err = manage("serve", "--dat", "/d")
    assert (status, "unrecognized arguments: --dat" in err) == (2, True)


@cases("encoding, message", [("ascii", '"?sterreich" - 1x ...'), ("latin-1", '"Österreich" - 1× ...')])
def test_characters_that_a_terminal_lacks_become_ascii(monkeypatch, encoding, message):
    terminal = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", terminal)
    command_line.run(["manage.py", "version"])
    terminal.write("“Österreich” – 1× …")
    assert network.qr_code("http://cards.example/") == ""
    terminal.flush()
    assert terminal.buffer.getvalue().decode(encoding).endswith(message)


def test_a_narrow_terminal_gets_no_qr_code(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert network.qr_code("http://192.168.1.23:8000/") != ""
    assert network.qr_code("http://192.168.1.23:8000/join/1o" + 22 * "x") == ""


@pytest.mark.django_db(transaction=True)
def test_runserver_prepares_the_record_and_prints_the_owners_link(tmp_path, settings, monkeypatch):
    settings.DATA = tmp_path / "data"
    monkeypatch.setattr(network, "own_address", lambda: "192.168.1.23")
    for address, start in {"127.0.0.1": "http://localhost:8000", "0.0.0.0": "http://192.168.1.23:8000"}.items():
        command = runserver.Command(stdout=StringIO())
        command.addr, command.port = address, "8000"
        command.check_migrations()
        assert f"{start}/join/" in command.stdout.getvalue()
