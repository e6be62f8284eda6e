"""One style sheet and one script at the table, two for the other pages, whatever number of small files they are."""

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

BUNDLES = {"scorekeeper.css": "css", "scorekeeper.js": "js", "pages.css": "css/pages", "pages.js": "js/pages"}
"""By bundle: the folder under static/ whose files make it, in the order of their names."""

BEFORE = {"scorekeeper.js": Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"}
"""By bundle: what others wrote, which goes first, as it is: every page needs both, and so waits for one answer less."""

SPARE = {
    ".css": re.compile(r"/\*.*?\*/|^\s+|(?<=[{};:,]) | (?={)|(?<=[{};])\n", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE),
}
"""What no browser needs, and a tenth of the weight: comments and indentation."""


class BundleFinder(BaseFinder):
    """Find the bundles, made anew whenever one of their parts is newer."""

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


def _bundle(name: str, folder: Path) -> Path:
    kind = Path(name).suffix
    parts = sorted((settings.ROOT / "static" / BUNDLES[name]).glob(f"*{kind}"))
    text, bundle = "\n".join(part.read_text(encoding="utf-8") for part in parts), folder / name
    text = SPARE[kind].sub("", text)
    if name in BEFORE:
        text = f"{BEFORE[name].read_text(encoding='utf-8')}\n{text}"
    if not bundle.exists() or bundle.read_text(encoding="utf-8") != text:
        _write(text, bundle)
    return bundle


def _write(text: str, bundle: Path) -> None:
    """Put a bundle in its place whole: another process may be sending it at this very moment."""
    bundle.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=bundle.parent, delete=False) as written:
        written.write(text)
    Path(written.name).chmod(0o644)
    Path(written.name).replace(bundle)
