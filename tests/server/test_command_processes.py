"""The commands as processes: what only shows outside."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.test_commands import ROOT, SHEET


@pytest.fixture
def file(tmp_path):
    def written(facts, name="sheet.json"):
        path = tmp_path / name
        path.write_bytes(facts if isinstance(facts, bytes) else json.dumps(facts).encode())
        return str(path)

    return written


@pytest.fixture
def process(tmp_path):
    """Start a command through Django's own entry, in a folder and environment of its own."""
    start = "import sys; from django.core.management import execute_from_command_line as run; run(sys.argv)"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_DATA": str(tmp_path / "data"),
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none",
    }

    def started(*arguments, **options):
        command = [sys.executable, "-c", start, *arguments]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        extra = options.pop("env", {})
        return subprocess.Popen(command, env=environment | extra, cwd=tmp_path, **options)

    return started


def test_no_database_is_asked(process, file):
    """The one named in the environment of these processes does not exist."""
    out, err = process("score", file(SHEET)).communicate()

    assert out.startswith(b"Big Little: Ada")
    assert err == b""


def test_a_reader_who_leaves_early_gets_no_traceback(process, file):
    reading, writing = os.pipe()
    os.close(reading)
    running = process("score", file(SHEET), stdout=writing)
    os.close(writing)
    _, err = running.communicate()

    assert (running.returncode, err) == (2, b"the answer could not be written: Broken pipe\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_gets_no_traceback(process, file):
    with Path("/dev/full").open("wb") as full:
        running = process("score", "--json", file(SHEET), stdout=full)
        _, err = running.communicate()

    assert (running.returncode, err) == (2, b"the answer could not be written: No space left on device\n")


def test_json_is_utf8_whatever_the_terminal_speaks(process, file):
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out, _ = process("score", "--json", file(SHEET), env=plain).communicate()
    text, err = process("score", file(SHEET), env=plain).communicate()

    assert "10 × 1" in json.loads(out.decode())["rounds"][0]["lines"][0]["reason"]
    assert rb"10 \xd7 1" in text
    assert err == b""
