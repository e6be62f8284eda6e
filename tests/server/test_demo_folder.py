"""The folder of a demo: a file inside says what it is, and it goes with the process that made it."""

import subprocess
import sys

import pytest

from scorekeeper.server import demo_folder

MAKE = "from scorekeeper.server import demo_folder; print(demo_folder.make(), flush=True); input()"


@pytest.fixture
def start(tmp_path):
    """Start a process that makes such a folder and lives until it is told to end."""
    processes = []

    def run():
        process = subprocess.Popen(
            [sys.executable, "-c", MAKE], env={"TMPDIR": str(tmp_path)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        processes.append(process)
        return process, tmp_path / process.stdout.readline().strip()

    yield run
    for process in processes:
        process.kill()
        process.communicate()


def test_the_folder_is_deleted_when_its_process_ends(start):
    process, folder = start()
    assert demo_folder.is_demo(folder)
    process.communicate("\n")
    assert not folder.exists()


def test_the_next_demo_deletes_the_folder_of_a_killed_one_only(start, tmp_path):
    killed, left = start()
    _, running = start()
    killed.kill()
    killed.wait()
    assert left.exists()

    _, started = start()
    assert {*tmp_path.iterdir()} == {running, started}


def test_a_folder_without_marker_is_not_a_demo(start, tmp_path):
    alike = tmp_path / f"{demo_folder.PREFIX}of-mine"
    alike.mkdir()
    start()
    assert alike.exists()
    assert not demo_folder.is_demo(alike)
