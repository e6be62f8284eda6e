"""Measure what people at a table feel, and print each figure beside its goal.

requests: processor time of polls, pages, taps and saves. pages: of every kind of page (--data: of a large club).
writers: fifty who save at once. wire: bytes and first paint in Chromium.
"""

import argparse
import os
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Found from here: scorekeeper, games and tests; and this folder as `bench`.
sys.path[:1] = [str(ROOT), str(ROOT / ".ci")]

PARTS = {"requests": "requests", "pages": "requests", "writers": "writers", "wire": "browser"}


def main():
    parser = argparse.ArgumentParser(
        prog="manage.py bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "all"], default="all")
    parser.add_argument("--data", type=Path, metavar="DIR", help="measure a copy of this data folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        if chosen.data:
            shutil.copytree(chosen.data, folder, dirs_exist_ok=True)
        prepare(folder)
        for part in PARTS if "all" in chosen.parts else chosen.parts:
            sys.stdout.write(f"{part}\n")
            for what, goal, measured in getattr(import_module(f"bench.{PARTS[part]}"), part)(Path(folder)):
                sys.stdout.write(f"  {what:48}  {goal:>10}  {measured}\n")
                sys.stdout.flush()


def prepare(folder):
    """Set Django up for a data folder, with nothing of what is set here."""
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_") or name == "DATABASE_URL"]:
        del os.environ[name]
    os.environ |= {"SCOREKEEPER_DATA": folder, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    import django

    django.setup()
    from scorekeeper.server.install import prepare

    prepare()


if __name__ == "__main__":
    main()
