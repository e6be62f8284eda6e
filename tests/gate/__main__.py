"""`python -m tests.gate OUT_FOLDER [--data DIR]`, and `python -m tests.gate --compare OLD NEW [--words FILE]`.

Writes every page of a made-up club for each role, the scorecard of every match and every ruling of the games' examples:
OUT_FOLDER/index.tsv has a digest for each, OUT_FOLDER/pages/ what was digested. Two versions of the program that show
the same write the same.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path

from tests.gate.compare import compare, file_of

ROOT = Path(__file__).parents[2]
UNTIL, NOW = date(2026, 11, 14), "2026-11-14T23:30:00+00:00"
ENVIRONMENT = {
    "SCOREKEEPER_SECRET_KEY": "a key for tests is no secret " * 2,
    "SCOREKEEPER_TIME_ZONE": "UTC",
    "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
}
PLAIN_STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.gate", description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, metavar="OUT_FOLDER")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the made-up club; made there if there is none")
    parser.add_argument("--matches", type=int, default=300, metavar="N", help="how many are made up (default: 300)")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"), help="show what differs")
    parser.add_argument("--words", type=Path, metavar="FILE", help="lines PATTERN<tab>WORD: put into both first")
    chosen = parser.parse_args()
    if chosen.compare:
        sys.exit(1 if compare(*chosen.compare, chosen.words) else 0)
    if chosen.out is None:
        parser.error("name a folder to write to")
    shutil.rmtree(chosen.out / "pages", ignore_errors=True)
    data = (chosen.data or chosen.out / "club").absolute()
    with tempfile.TemporaryDirectory() as copy:
        if data.exists():
            shutil.copytree(data, copy, dirs_exist_ok=True)
        os.environ |= ENVIRONMENT | {"SCOREKEEPER_DATA": copy}
        write_all(chosen.out, data, Path(copy), chosen.matches)


def write_all(out, data, copy, matches):
    """Write pages, scorecards and rulings of the club in `copy`, and the index of all of them.

    Where there is none, it is made, and kept in `data`.
    """
    import django
    import time_machine
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    settings.STORAGES = PLAIN_STATIC
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    index, begun = [], time.monotonic()

    def write(key, role, url, text):
        file = out / "pages" / file_of(key, role)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        index.append("\t".join([hashlib.sha256(text.encode()).hexdigest()[:16], role, key, url]))

    with time_machine.travel(NOW, tick=False):
        if not data.exists():
            call_command("demo", matches=matches, until=UNTIL, stdout=sys.stderr)
            connection.close()
            shutil.copytree(copy, data)
        sheets = walk(write)
    for number, line in zip(sheets, run("score", "--json", *files(copy / "sheets", sheets)), strict=True):
        write(f"score/{number}", "-", "", line.replace(",", ",\n"))
    for game, rulings in asked().items():
        lines = run("referee", game, *files(copy / game, rulings))
        for name, line in zip(rulings, lines, strict=True):
            write(f"ruling/{game}/{name}", "-", "", line.replace(",", ",\n"))
    (out / "index.tsv").write_text("\n".join(sorted(index, key=lambda line: line.split("\t")[2:0:-1])) + "\n")
    roles = Counter(line.split("\t")[1] for line in index)
    sys.stdout.write(f"{dict(sorted(roles.items()))} in {time.monotonic() - begun:.0f} s\n")


def walk(write):
    """Look at the club's pages; return the scoresheets of all its matches."""
    from django.urls import reverse

    from scorekeeper.clubs.models import Role
    from scorekeeper.matches.models import Match
    from tests.devices import Stranger, member
    from tests.gate.club import chosen, use
    from tests.gate.pages import HOST
    from tests.gate.walk import Walk

    browsers = {str(role.value): member(role=role) for role in sorted(Role, reverse=True)} | {"0": Stranger()}
    for browser in browsers.values():
        browser.raise_request_exception, browser.defaults["HTTP_HOST"] = False, HOST
    owner = browsers[str(max(Role).value)]
    matches = chosen()
    imported = use(owner, matches)
    walking = Walk(browsers, write, phrases(), matches)
    walking.learn(imported)
    walking.everything()
    every = Match.objects.order_by("pk").values_list("pk", flat=True)
    return {str(pk): owner.get(reverse("scoresheet", args=[pk])).getvalue().decode() for pk in every}


def asked():
    """Return the questions for the referee in the games' examples, by game."""
    return {
        key: {one.id: json.dumps(one.question) for one in found.ruling}
        for key, found in examples_of_all_games().items()
    }


def phrases():
    """Return one thing that people say for each rule of each game."""
    found = examples_of_all_games().values()
    return [" ".join(said.split(",")[0].split()) for one in found for said in one.words.values()]


def examples_of_all_games():
    from games.core.examples import read_examples
    from games.core.registry import games

    return {key: read_examples(game) for key, game in games().items()}


def files(folder, texts):
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [str(folder / name) for name in texts]


def run(*command):
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


if __name__ == "__main__":
    main()
