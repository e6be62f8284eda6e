"""The many small style sheets and scripts under static/, joined: each page asks for a few files."""

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

# By bundle: the file under static/ that makes it, or the folder whose files do, in the order of their names.
BUNDLES = {
    # Every page.
    "base.css": "css/base",
    "base.js": "js/base",
    # Pages with parts that are asked for anew.
    "htmx.js": "js/htmx",
    # The score page, and pages that show something of it.
    "scorekeeper.css": "css",
    "scorekeeper.js": "js",
    # Its keys alone, for the referee's questions.
    "keypad.js": "js/keypad.js",
    # All other pages, and what only some of them need.
    "pages.css": "css/pages",
    "rules.css": "css/rules",
    "results.css": "css/results",
    "setup.css": "css/setup",
    "table-view.css": "css/table-view",
    "pages.js": "js/pages",
}
# Comments and indentation. In scripts only comments on lines of their own: elsewhere such signs may be part of a text.
PADDING = {
    ".css": re.compile(r"/\*.*?\*/\s*|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE),
}
HTMX = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"


class BundleFinder(BaseFinder):
    """Finds the bundles, and writes each anew when its parts have changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.STATIC_ROOT.parent / "bundles")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in BUNDLES:
            return []
        found = self._write(path)
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in BUNDLES:
            self._write(name)
            yield name, self.storage

    def _write(self, name: str) -> str:
        bundle = Path(self.storage.path(name))
        text = "\n".join(map(shortened, parts(name)))
        if not bundle.exists() or bundle.read_text(encoding="utf-8") != text:
            bundle.parent.mkdir(parents=True, exist_ok=True)
            # Replaced as a whole: somebody may be reading it.
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=bundle.parent, delete=False) as file:
                file.write(text)
            Path(file.name).chmod(0o644)
            Path(file.name).replace(bundle)
        return str(bundle)


def parts(name: str) -> list[Path]:
    """Return the files of a bundle, in their order."""
    source = settings.ROOT / "static" / BUNDLES[name]
    files = [source] if source.is_file() else sorted(source.glob(f"*{Path(name).suffix}"))
    if name == "htmx.js":
        return [HTMX, *files]
    return files + (style_sheets() if name == "scorekeeper.css" else [])


def shortened(part: Path) -> str:
    """Return the text of a file as phones load it: comments and indentation are half of a style sheet."""
    text = part.read_text(encoding="utf-8")
    return text if part == HTMX else PADDING[part.suffix].sub("", text)
