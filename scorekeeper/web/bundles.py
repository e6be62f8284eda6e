"""The many small style sheets and scripts under static/, joined: one of each for the score page, two for all others."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import django_htmx
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

from games.core.registry import style_sheets

# By bundle: the folder under static/ whose files make it, in the order of their names.
BUNDLES = {"scorekeeper.css": "css", "scorekeeper.js": "js", "pages.css": "css/pages", "pages.js": "js/pages"}

# By bundle: a library that goes first, unchanged. In a file of its own it would cost every page one more request.
LIBRARIES = {"scorekeeper.js": Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"}

# What no browser needs. The group is what stands in quotes: it stays as it is.
REDUNDANT = {
    ".css": re.compile(
        r"""("[^"\n]*")
        |/\*.*?\*/|^\s+                       # comments, indentation
        |(?<=[{};:,>~])[ \n]|[ ](?=[{>~])     # white space beside punctuation
        |;\s*(?=\})""",
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
    ".js": re.compile(
        r"""("[^"\n]*"|`[^`\n]*`)
        |^\s*//.*\n|^\s+                      # comments, indentation
        |(?<=[{(\[,;>])\n|\n\s*(?=[])}?.])   # line ends inside a statement
        |(?<=[=?:,;{}()&|>])[ ]|[ ](?=[=?:{}()&|])""",
        re.MULTILINE | re.VERBOSE,
    ),
}


class BundleFinder(BaseFinder):
    """Finds the bundles, and writes each anew when its parts have changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.STATIC_ROOT.parent / "bundles")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in BUNDLES:
            return []
        found = str(_bundle(path, Path(self.storage.location)))
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in BUNDLES:
            _bundle(name, Path(self.storage.location))
            yield name, self.storage


def parts(name: str) -> list[Path]:
    """Return the files of a bundle, in their order; the style sheets of the games go last into the score page's."""
    shared = sorted((settings.ROOT / "static" / BUNDLES[name]).glob(f"*{Path(name).suffix}"))
    return shared + (style_sheets() if name == "scorekeeper.css" else [])


def _bundle(name: str, folder: Path) -> Path:
    kind, bundle = Path(name).suffix, folder / name
    text = REDUNDANT[kind].sub(r"\1", "\n".join(part.read_text(encoding="utf-8") for part in parts(name)))
    if name in LIBRARIES:
        text = f"{LIBRARIES[name].read_text(encoding='utf-8')}\n{text}"
    if not bundle.exists() or bundle.read_text(encoding="utf-8") != text:
        _write(text, bundle)
    return bundle


def _write(text: str, bundle: Path) -> None:
    bundle.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=bundle.parent, delete=False) as file:
        file.write(text)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(bundle)
