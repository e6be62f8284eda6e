"""What the documentation names exists, and the lines of .github/THREE_CHANGES.md do what it says."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.thoroughness import is_thorough

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    "README.md",
    ".github/CONTRIBUTING.md",
    ".github/THREE_CHANGES.md",
    "scorekeeper/README.md",
    "tests/README.md",
]
PATH = re.compile(r"`((?:scorekeeper|games|static|templates|tests|\.github|\.deploy|\.ci)/[\w./*-]*)`")
LINK = re.compile(r"\]\((?!http)([^)#]+)[^)]*\)")
PAGE = (ROOT / ".github" / "THREE_CHANGES.md").read_text()


def changed_files():
    """Yield the path of each file that the page changes, with its text afterwards."""
    for block in re.findall(r"```diff\n(.*?)```", PAGE, re.DOTALL):
        for part in block.split("+++ ")[1:]:
            path, _, hunks = part.partition("\n")
            file = ROOT / path
            text = file.read_text() if file.exists() else ""
            for hunk in hunks.split("@@\n"):
                lines = hunk.splitlines()
                old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
                assert text.count(old) == 1 or not text, f"{path} has not once:\n{old}"
                text = text.replace(old, new) if old else new
            yield path, text


def test_every_line_of_the_three_changes_fits():
    changed = dict(changed_files())
    for path, text in changed.items():
        if path.endswith(".py"):
            ast.parse(text)
    project = [*(ROOT / "tests").rglob("test_*.py")]
    tests = "\n".join(file.read_text() for file in project) + "".join(changed.values())

    assert len(changed) > 15
    assert [name for name in re.findall(r"`(test_\w+)`", PAGE) if f"def {name}(" not in tests] == []


def test_every_file_that_the_documentation_names_exists():
    for document in (ROOT / name for name in DOCUMENTS):
        text = document.read_text()
        named = [ROOT / path for path in PATH.findall(text)] + [document.parent / path for path in LINK.findall(text)]
        assert len(named) > 3
        assert [path for path in named if not any(path.parent.glob(path.name))] == []


@pytest.mark.skipif(not is_thorough(), reason="--thorough: it copies the project and runs tests there")
def test_the_changes_do_what_their_tests_say(tmp_path):
    copy = shutil.copytree(ROOT, tmp_path / "project", ignore=shutil.ignore_patterns(".git", ".venv", ".data"))
    changed = dict(changed_files())
    for path, text in changed.items():
        (copy / path).write_text(text)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "TMPDIR": str(tmp_path)}
    migrate = ["django", "makemigrations", "clubs", "--name", "player_motto"]
    tests = [path for path in changed if Path(path).name.startswith("test_")]
    named = ["tests/web/test_every_url.py::test_the_table_has_every_url", "tests/test_architecture.py", *tests]
    for command in (migrate, ["pytest", "-q", *named]):
        ran = subprocess.run(
            [sys.executable, "-m", *command], cwd=copy, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
