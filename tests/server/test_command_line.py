"""`manage.py` at a terminal: its help, its version, and what it refuses in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.management import command_line
from tests.bench.server import free_port
from tests.cases import cases
from tests.server.test_serve import get

ROOT = Path(__file__).parents[2]
MANAGE = [sys.executable, "manage.py"]
OWN = "backup bench demo develop invite rebuild referee restore runserver score serve test"


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


def test_help_lists_our_own_commands_first_each_with_one_line(manage):
    status, out, _ = manage("help")
    own, django = out.split("Django's own:")

    assert status == 0
    assert " ".join(line.split()[0] for line in own.splitlines() if line.startswith("  ")) == OWN
    assert all(len(line.split()) > 3 for line in own.splitlines() if line.startswith("  "))
    assert max(map(len, own.splitlines())) <= 100
    assert not set(django.replace(",", "").split()) & set(OWN.split())
    assert manage("--help") == manage() == (status, out, "")


@cases("command, said", [("serve", "--workers"), ("score", "SHEET.json"), ("test", "pytest"), ("bench", "Measure")])
def test_help_of_a_command(manage, command, said):
    status, out, _ = manage("help", command)

    assert (status, said in out) == (0, True)


def test_version(manage, client, db):
    assert subprocess.check_output([*MANAGE, "--version"], cwd=ROOT) == b"1.0.0\n"
    assert manage("version") == manage("serve", "--version") == (0, "1.0.0\n", "")
    assert b"Scorekeeper 1.0.0" in client.get("/trust/").content


@cases(
    "arguments, said",
    [
        (["serve", "--workers", "0"], "--workers: at least 1"),
        (["runserver", "--noreload"], "For development: SCOREKEEPER_DEBUG=yes manage.py runserver."),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(manage, arguments, said):
    status, _, err = manage(*arguments)

    assert (status, err.count("\n"), err[: len(said)]) == (1, 1, said)


@cases(
    "machine, said",
    [
        ("platform = 'win32'", "Scorekeeper runs on Linux and macOS"),
        ("maxsize = 2**31 - 1", "Scorekeeper needs a 64-bit Python"),
    ],
)
def test_another_system_gets_one_line(tmp_path, machine, said):
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.{machine}; sys.modules['fcntl'] = None")
    # Of a file written twice in a second Python would take the bytecode of the first.
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.run([*MANAGE, "serve"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (1, "", 1)
    assert process.stderr.startswith(said)


def test_data_is_taken_wherever_it_stands_and_only_in_full(manage, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_DATA", "/other")
    assert command_line.take_out_data_folder(["x", "--data", "/d", "y"]) == ["x", "y"]
    assert os.environ["SCOREKEEPER_DATA"] == "/d"
    assert command_line.take_out_data_folder(["x", "y", "--data=/e"]) == ["x", "y"]
    assert os.environ["SCOREKEEPER_DATA"] == "/e"

    status, _, err = manage("serve", "--dat", "/d")
    assert (status, "unrecognized arguments: --dat" in err) == (2, True)


def test_runserver_makes_ready_answers_and_shows_sql(tmp_path):
    port = str(free_port())
    process = subprocess.Popen(
        [*MANAGE, "runserver", "--noreload", "-v", "3", port, "--data", str(tmp_path / "data")],
        cwd=ROOT,
        env=os.environ
        | {"SCOREKEEPER_DEBUG": "yes", "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "PYTHONUNBUFFERED": "yes"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        link = next(line for line in process.stdout if "/join/" in line).strip()
        next(line for line in process.stdout if "Development server" in line)
        assert "Join as owner" in get(port, link.partition(f":{port}/")[2])
        assert any('FROM "clubs_club"' in line for line in process.stdout)
    finally:
        process.kill()
        process.communicate()
