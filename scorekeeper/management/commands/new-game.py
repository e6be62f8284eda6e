"""`manage.py new-game KEY`: writes the files of a small game that plays at once."""

import re
import shutil
from itertools import chain
from keyword import iskeyword
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import resolve, reverse

from games.core.registry import games
from games.core.text import letters
from scorekeeper.settings import ROOT

# A game of the tests: what is written has passed them.
TEMPLATE = ROOT / "tests" / "toy_games" / "small_game"
GAMES = ROOT / "games"
KEY = re.compile(r"[a-z]+(-[a-z]+)*")
NAME = re.compile(r"\w[\w ’'&.,!-]*")
# Longer ones do not fit where games are listed.
MAX_LETTERS = 40


class Command(BaseCommand):
    help = "Write a small game that plays at once, for a game of your own. games/README.md says what to change then."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "key", metavar="KEY", help="small letters, with - between words: it names the game in addresses and files"
        )
        parser.add_argument("name", metavar="NAME", nargs="*", help="the game's name on pages; by default its key")

    def handle(self, *_: Any, key: str, name: list[str], **__: Any) -> None:
        shown = " ".join(name) or key.replace("-", " ").title()
        check_key(key)
        check_name(shown)
        folder = write_game(key, shown)
        self.stdout.write(
            f"{shown} is in {folder}: start “serve” again, and a match of it can be set up.\n"
            f"games/README.md says what to change first; “test tests/games tests/rulebook -k {key}” what is left to do."
        )


def check_key(key: str) -> None:
    folder = key.replace("-", "_")
    is_key = KEY.fullmatch(key) and len(key) <= MAX_LETTERS and not iskeyword(folder)
    # A page beside the rules of all games has the address already: rules/search/.
    if not is_key or resolve(reverse("rules", args=[key])).url_name != "rules":
        raise CommandError(f"“{key}” cannot be a key: take small letters, such as “old-maid”. Nothing was written.")
    if key in games() or (GAMES / folder).exists():
        raise CommandError(f"games/{folder} is there already: take another key. Nothing was written.")
    if not TEMPLATE.is_dir():
        raise CommandError(f"The game to copy is not there: {TEMPLATE}. Nothing was written.")


def check_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > MAX_LETTERS:
        raise CommandError(f"“{name}” cannot be a name: take up to {MAX_LETTERS} letters. Nothing was written.")
    taken = chain.from_iterable((game.name, *game.other_names) for game in games().values())
    if letters(name) in map(letters, taken):
        raise CommandError(f"There is a game called {name} already: take another name. Nothing was written.")


def write_game(key: str, name: str) -> Path:
    """Copy the game of the tests under another key and name; return its folder."""
    folder = GAMES / key.replace("-", "_")
    initials = "".join(word[0] for word in key.split("-")).upper()
    words = {"small_game": folder.name, "small-game": key, "Small Game": name, "SG-": f"{initials}-"}
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        file.write_text(sort_imports(text), encoding="utf-8")
    return folder


def sort_imports(text: str) -> str:
    """Sort the imports from games, of which one has another name now."""
    return re.sub(
        r"(?m)(^from games\..*\n)+",
        lambda block: "".join(sorted(block[0].splitlines(keepends=True), key=lambda line: line.split()[1])),
        text,
    )
