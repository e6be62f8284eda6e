"""From a checkout to an environment: once, to the end or not at all. A made-up pip stands for the real one."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scorekeeper.server import bootstrap

ROOT = Path(__file__).parents[2]
PARTS = ["run-time", "postgres", "test", "dev"]

# It is found before the environment's own pip, writes down which part it is given, and fails or waits if told to.
PIP = """
import os, pathlib, sys, time
here = pathlib.Path(__file__).parent
with (here / "log").open("a") as log:
    print(pathlib.Path(sys.argv[-1]).stem, file=log)
if (here / "fail").exists():
    sys.exit("No matching distribution found for cards")
while (here / "wait").exists():
    time.sleep(0.01)
"""


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    requirements = folder / "scorekeeper" / "server" / "requirements"
    requirements.mkdir(parents=True)
    for name in ("manage.py", "pyproject.toml", "scorekeeper/__init__.py", "scorekeeper/server/__init__.py",
                 "scorekeeper/server/bootstrap.py"):  # fmt: skip
        shutil.copy(ROOT / name, folder / name)
    for part in PARTS:
        (requirements / f"{part}.txt").write_text(f"{part}==1")
    (tmp_path / "pip.py").write_text(PIP)
    (tmp_path / "ensurepip.py").touch()
    return folder


def start(checkout, *command, umask=-1, **variables):
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(checkout.parent), **variables}
    return subprocess.Popen(
        [sys.executable, "manage.py", *(command or ["develop"])], cwd=checkout, env=environment, text=True, umask=umask,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def finish(process):
    output = process.communicate(timeout=60)[0]
    return process.returncode, output


def installed(checkout):
    """The parts that pip was asked for, since this was asked last."""
    log = checkout.parent / "log"
    parts = log.read_text().split() if log.exists() else []
    log.unlink(missing_ok=True)
    return parts


def wait_for_pip(checkout):
    until = time.monotonic() + 60
    while not (checkout.parent / "log").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_the_environment_is_made_once_and_again_when_a_pin_changes(checkout):
    assert "No module named tests" in finish(start(checkout, "test"))[1]
    assert installed(checkout) == ["run-time", "postgres", "test"], "without the tools"
    for process in [start(checkout), start(checkout)]:
        status, output = finish(process)
        assert (status, "ready" in output) == (0, True), output
    assert installed(checkout) == ["dev"]

    (checkout / ".venv" / "left over").touch()
    (checkout / "scorekeeper" / "server" / "requirements" / "run-time.txt").write_text("run-time==2")
    assert finish(start(checkout))[0] == 0
    assert installed(checkout) == PARTS
    assert not (checkout / ".venv" / "left over").exists()


def test_the_help_of_what_installs_installs_nothing(checkout):
    for name in ("tests", ".ci"):
        (checkout / name).symlink_to(ROOT / name)
    (checkout.parent / "pytest.py").write_text("raise ImportError")  # a new checkout has none
    for command, message in {"develop": "dev.", "install": "postgres.", "test": "pytest", "bench": "wire"}.items():
        status, output = finish(start(checkout, command, "--help"))
        assert (status, message in output) == (0, True), output
        assert finish(start(checkout, "help", command)) == (0, output)
    assert installed(checkout) == []
    assert not (checkout / ".venv").exists()


def test_an_argument_that_nobody_reads_installs_nothing(checkout):
    status, output = finish(start(checkout, "install", "--dry-run"))
    assert (status, output.startswith("usage: manage.py install")) == (2, True)
    assert installed(checkout) == []


def test_install_adds_postgres_and_no_tests_readable_for_every_user(checkout):
    assert finish(start(checkout, "install", umask=0o077))[0] == 0
    assert installed(checkout) == ["run-time", "postgres"]
    venv = checkout / ".venv"
    closed = [path for path in (venv, *venv.rglob("*")) if path.stat().st_mode & 0o044 != 0o044]
    assert not closed


def test_a_killed_installation_is_repeated_and_a_second_start_waits_for_it(checkout):
    (checkout.parent / "wait").touch()
    killed = start(checkout)
    wait_for_pip(checkout)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    second = start(checkout)
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(0.5)
    (checkout / ".venv" / "half made").touch()
    (checkout.parent / "wait").unlink()
    assert finish(second)[0] == 0
    killed.communicate()
    assert installed(checkout) == ["run-time", *PARTS]
    assert not (checkout / ".venv" / "half made").exists()


def test_an_environment_that_could_not_be_finished_is_not_used(checkout):
    assert finish(start(checkout, "install"))[0] == 0
    (checkout.parent / "fail").touch()

    status, output = finish(start(checkout))

    assert status == 1
    assert "No matching distribution found for cards" in output, "pip's own words"
    assert output.splitlines()[-1].startswith("The environment could not be made")
    assert "Traceback" not in output
    (checkout.parent / "fail").unlink()
    installed(checkout)
    assert finish(start(checkout))[0] == 0
    assert installed(checkout) == PARTS


def test_another_version_of_python_gets_an_environment_of_its_own(checkout):
    """After an upgrade of the system the link in .venv leads to another Python, with its packages elsewhere."""
    assert finish(start(checkout))[0] == 0
    stamp = checkout / ".venv" / "installed"
    stamp.write_text(stamp.read_text().replace(f"python {bootstrap.PYTHON_VERSION}", "python 3.2"))
    installed(checkout)
    assert finish(start(checkout))[0] == 0
    assert installed(checkout) == PARTS

    (checkout / ".venv" / "bin" / "python").unlink()
    assert finish(start(checkout))[0] == 0
    assert installed(checkout) == PARTS


def test_a_read_only_checkout_is_used_unchanged(checkout):
    assert finish(start(checkout))[0] == 0
    before = {path: path.lstat().st_mtime_ns for path in checkout.rglob("*") if "__pycache__" not in path.parts}
    assert finish(start(checkout, PYTHONDONTWRITEBYTECODE="1"))[0] == 0
    assert {path: path.lstat().st_mtime_ns for path in before} == before


def test_all_dependencies_are_pinned_with_hashes():
    """Where it fails after a change of pins: CONTRIBUTING.md says how the files are made."""
    versions, needed = {}, {}
    for part in PARTS:
        file = bootstrap.REQUIREMENTS / f"{part}.txt"
        text = file.read_text()
        assert "://" not in text, "whoever installs says where from"
        entries = re.findall(r"^(\S+)==(\S+) \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE)
        assert text == "".join(f"{name}=={version} \\\n{hashes}" for name, version, hashes in entries)
        for name, version, _ in entries:
            assert versions.setdefault(name, version) == version
            with suppress(metadata.PackageNotFoundError):  # the tools are there after `manage.py develop` only
                needs = metadata.requires(name) or ()
                needed |= {Requirement(line).name: line for line in needs if "extra ==" not in line}
        for line in file.with_suffix(".in").read_text().splitlines():
            if not line.startswith("-c "):
                name, _, version = line.partition("==")
                assert versions[name.partition("[")[0].lower()] == version
    brought = {name for name, line in needed.items() if not (marker := Requirement(line).marker) or marker.evaluate()}
    assert {re.sub("[-_.]+", "-", name).lower() for name in brought} <= versions.keys()


def test_a_symlinked_environment_is_never_cleared(checkout):
    somebody_elses = checkout.parent / "environment"
    somebody_elses.mkdir()
    (somebody_elses / "theirs").touch()
    (checkout / ".venv").symlink_to(somebody_elses)
    status, output = finish(start(checkout))
    assert status == 1
    [line] = output.splitlines()
    assert line.endswith("remove the link.")
    assert [path.name for path in somebody_elses.iterdir()] == ["theirs"]


def test_without_venv_the_error_names_the_package(checkout):
    # A Python that starts with its standard library but without ensurepip, as Debian ships it.
    (checkout.parent / "sitecustomize.py").write_text("import sys; sys.modules['ensurepip'] = None")
    status, output = finish(start(checkout, PATH="/nowhere"))
    assert status == 1
    [line] = output.splitlines()
    assert line.endswith("apt install python3-venv")
    assert not (checkout / ".venv").exists()
