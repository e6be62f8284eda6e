"""Bundles: the small style sheets and scripts under static/, joined into the few files that a page loads."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import django_htmx
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

from games.core.definition import COLOURS_OF_NAMES
from games.core.registry import games, style_sheets

# Of django-htmx's own static files.
HTMX = "django_htmx/htmx-2.min.js"
# By bundle: the files under static/ that make it, each group in the order of their names.
BUNDLES = {
    # Every page.
    "base.css": ["css/base/*.css"],
    "base.js": ["js/base/*.js"],
    # Pages that use htmx.
    "htmx.js": ["js/htmx/*.js", HTMX],
    # The page of a match.
    "match.css": ["css/*.css"],
    "match.js": ["js/*.js"],
    # Parts of it that other pages use: the scoreboard, the keys, and live updates.
    "scores.css": [
        f"css/{name}.css" for name in ("names", "places", "print", "rule-text", "score-chart", "scoreboard", "why")
    ],
    "keys.css": ["css/keys.css"],
    "live.js": ["js/live-board.js", "js/round-highlights.js", "js/wake-lock.js"],
    # Loaded at the first touch or key.
    "match-later.js": ["js/htmx/*.js", HTMX, "js/later/*.js"],
    "why.js": ["js/later/why.js"],
    # All other pages; below, what only some of them need.
    "pages.css": ["css/pages/*.css"],
    "pages.js": ["js/pages/*.js"],
    "paper.css": ["css/names.css", "css/paper/*.css"],
    "referee.css": [
        # The referee's keys are smaller ones: what makes them so comes after what makes keys.
        "css/keys.css",
        *(f"css/rules/{name}.css" for name in ("drawn-cards", "examples", "rules", "ruling")),
        "css/referee/*.css",
        *(f"css/{name}.css" for name in ("rule-text", "setup/house-rules")),
    ],
    "referee.js": ["js/keypad.js", "js/pages/share.js", "js/referee/*.js"],
    "results.css": ["css/results/*.css"],
    "rules.css": ["css/rules/*.css"],
    "setup.js": ["js/setup/*.js"],
    "setup.css": ["css/names.css", "css/save-row.css", "css/setup/*.css"],
    "table-view.css": ["css/names.css", "css/round-highlights.css", "css/table-view/*.css"],
    "what-if.css": ["css/names.css", "css/what-if/*.css"],
}
# Bundles that contain the games' own styles, too: the colours of their suits, and what their forms need.
WITH_GAMES = {"match.css", "keys.css", "referee.css", "table-view.css"}
# Comments and indentation. In scripts only whole-line comments: elsewhere `//` may be part of a string.
PADDING = {
    ".css": re.compile(r"/\*.*?\*/\s*|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE),
}


class BundleFinder(BaseFinder):
    """Finds the bundles for Django's static files, and rewrites a bundle when one of its parts has changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.STATIC_ROOT.parent / "bundles")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in BUNDLES:
            return []
        bundle = self._write(path)
        return [bundle] if find_all else bundle

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in BUNDLES:
            self._write(name)
            yield name, self.storage

    def _write(self, name: str) -> str:
        bundle = Path(self.storage.path(name))
        text = "\n".join(map(minified, parts(name)))
        if name == "base.css":
            text += game_colours()
        if not bundle.exists() or bundle.read_text(encoding="utf-8") != text:
            bundle.parent.mkdir(parents=True, exist_ok=True)
            # Replaced atomically: a request may be reading it.
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=bundle.parent, delete=False) as file:
                file.write(text)
            Path(file.name).chmod(0o644)
            Path(file.name).replace(bundle)
        return str(bundle)


def parts(name: str) -> list[Path]:
    """Return the files of a bundle, in their order."""
    ours, htmx = settings.ROOT / "static", Path(django_htmx.__file__).parent / "static"
    files = [file for pattern in BUNDLES[name] for file in sorted((htmx if pattern == HTMX else ours).glob(pattern))]
    return files + (style_sheets() if name in WITH_GAMES else [])


def game_colours() -> str:
    """Return the colour of each game as a custom property of whatever has it in `data-colour`."""
    colours = dict.fromkeys([*(game.colour for game in games().values()), *COLOURS_OF_NAMES])
    return "".join(f'[data-colour="{colour}"]{{--game:{colour}}}' for colour in colours)


def minified(part: Path) -> str:
    """Return the text of a file without comments and indentation, which are half of a style sheet."""
    text = part.read_text(encoding="utf-8")
    return text if part.match(HTMX) else PADDING[part.suffix].sub("", text)
