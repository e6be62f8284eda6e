"""From a checkout to an environment: once, to the end or not at all. Made-up installers stand for `uv` and pip."""

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scorekeeper.server import bootstrap

ROOT = Path(__file__).parents[2]

PINS = """
[project]
dependencies = ["cards==1"]
[project.optional-dependencies]
postgres = ["elephant==2"]
[dependency-groups]
test = ["Te.sts==3"]
dev = [{ include-group = "test" }, "tool==5"]
[tool.uv]
constraint-dependencies = ["suit==4"]
"""

HASHED = """# made by uv
cards==1 \\
    --hash=sha256:bb \\
    --hash=sha256:cc
elephant==2 ; python_version > '3' \\
    --hash=sha256:dd
"""
UV = """#!/bin/sh
for last; do :; done
[ ! -f "$last" ] || last=$(sed -n 's/^\\(.*==[0-9]*\\).*/\\1/p' "$last" | tr "\\n" " ")
echo $last >> "$UV_LOG"
[ -z "$UV_FAILS" ] || { echo "no such card" >&2; exit 1; }
cd .venv/lib/python*/site-packages
for one in $last; do mkdir "$(echo "$one" | sed 's/\\[.*]//; s/Te.sts/te_sts/; s/==/-/').dist-info"; done
"""
PIP = "import sys; sys.exit('No matching distribution found for ' + sys.argv[-1])"


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    (folder / "scorekeeper" / "server").mkdir(parents=True)
    shutil.copy(ROOT / "manage.py", folder)
    for name in ("__init__.py", "server/__init__.py", "server/bootstrap.py"):
        shutil.copy(ROOT / "scorekeeper" / name, folder / "scorekeeper" / name)
    (folder / "pyproject.toml").write_text(PINS)
    (folder / "scorekeeper" / "server" / "packages.txt").write_text(HASHED)
    (tmp_path / "uv").write_text(UV)
    (tmp_path / "uv").chmod(0o755)
    return folder


def start(checkout, command="develop", **variables):
    """`manage.py develop`, or another command, with the made-up uv first on PATH."""
    environment = {
        "PATH": f"{checkout.parent}:{os.environ['PATH']}",
        "UV_LOG": str(checkout.parent / "log"),
        "PIP_NO_INDEX": "yes",
        **variables,
    }
    return subprocess.Popen(
        [sys.executable, "manage.py", command], cwd=checkout, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def finish(process):
    output = process.communicate(timeout=60)[0]
    return process.returncode, output


def calls(checkout):
    log = checkout.parent / "log"
    return log.read_text().splitlines() if log.exists() else []


def test_the_environment_is_made_once_and_again_when_a_pin_changes(checkout):
    assert "No module named tests" in finish(start(checkout, "test"))[1]
    assert calls(checkout) == ["cards==1", "elephant==2", "Te.sts==3"], "without the tools"
    for process in [start(checkout), start(checkout)]:
        status, output = finish(process)
        assert (status, "ready" in output) == (0, True), output
    assert calls(checkout)[3:] == ["tool==5"]

    (checkout / ".venv" / "left over").touch()
    for file in (checkout / "pyproject.toml", checkout / "scorekeeper" / "server" / "packages.txt"):
        file.write_text(file.read_text().replace("cards==1", "cards==5"))
    assert finish(start(checkout))[0] == 0
    assert calls(checkout)[4:] == ["cards==5", "elephant==2", "Te.sts==3", "tool==5"]
    assert not (checkout / ".venv" / "left over").exists()


def test_a_service_finds_all_that_its_settings_may_need_and_no_tests(checkout):
    assert finish(start(checkout, "install"))[0] == 0
    assert calls(checkout) == ["cards==1", "elephant==2"]


def test_what_somebody_else_installed_is_used_unless_a_version_is_another(checkout):
    assert finish(start(checkout))[0] == 0
    [packages] = (checkout / ".venv" / "lib").glob("python*/site-packages")
    (packages / "suit-4.dist-info").mkdir()
    (packages / "elephant-2.dist-info").rmdir()
    assert finish(start(checkout))[0] == 0
    assert calls(checkout)[4:] == ["elephant==2"]

    (packages / "suit-4.dist-info").rename(packages / "suit-5.dist-info")
    assert finish(start(checkout))[0] == 0
    assert len(calls(checkout)) == 5 + 4


def test_what_people_run_is_installed_by_the_hashes_of_what_is_pinned():
    """Where it fails after a change of pins: the second line of packages.txt says how it is made."""
    pins = bootstrap.read_pins()
    pinned, found = bootstrap.versions(pins["constraints"]), {}
    for part in ("run-time", "postgres"):
        entries = bootstrap.hashed_packages(part, pins)
        assert all(re.search(r"--hash=sha256:[0-9a-f]{64}$", entry) for entry in entries)
        of_part = bootstrap.versions([entry.split()[0] for entry in entries])
        assert bootstrap.versions(pins[part]).items() <= of_part.items()
        assert not of_part.keys() & found.keys()
        pinned, found = pinned | bootstrap.versions(pins[part]), found | of_part
    del found["tzdata"]  # on Windows, where there is none
    assert found.items() <= pinned.items()
    needed = [Requirement(one) for name in found for one in metadata.requires(name) or ()]
    brought = {one.name for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})}
    assert {*map(bootstrap.normalized, brought)} <= found.keys()
    assert "://" not in bootstrap.HASHED.read_text(), "whoever installs says where from"


def test_an_environment_that_is_only_linked_is_never_cleared(checkout):
    somebody_elses = checkout.parent / "environment"
    somebody_elses.mkdir()
    (somebody_elses / "theirs").touch()
    (checkout / ".venv").symlink_to(somebody_elses)
    status, output = finish(start(checkout))
    assert status == 1
    [line] = output.splitlines()
    assert line.endswith("remove the link.")
    assert [path.name for path in somebody_elses.iterdir()] == ["theirs"]


def test_an_environment_that_could_not_be_finished_is_not_used(checkout):
    (checkout.parent / "ensurepip.py").touch()
    (checkout.parent / "pip.py").write_text(PIP)

    status, output = finish(start(checkout, UV_FAILS="yes", PYTHONPATH=str(checkout.parent)))

    assert status == 1
    assert "no such card" in output, "uv's own words"
    assert "No matching distribution found for" in output, "pip's own words"
    assert output.splitlines()[-1].startswith("The environment could not be made")
    assert "Traceback" not in output
    assert finish(start(checkout))[0] == 0
    assert calls(checkout) == ["cards==1", "cards==1", "elephant==2", "Te.sts==3", "tool==5"]


def test_a_python_without_venv_is_told_what_to_install(checkout):
    # A Python that starts with its standard library but without ensurepip, as Debian ships it.
    (checkout.parent / "sitecustomize.py").write_text("import sys; sys.modules['ensurepip'] = None")
    status, output = finish(start(checkout, PATH="/nowhere", PYTHONPATH=str(checkout.parent)))
    assert status == 1
    [line] = output.splitlines()
    assert line.endswith("apt install python3-venv")
    assert not (checkout / ".venv").exists()
