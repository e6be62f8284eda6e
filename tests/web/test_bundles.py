"""The style sheets and scripts that are joined of many small files."""

import re
import threading
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scorekeeper.web import bundles


@pytest.fixture
def folder(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    return tmp_path / "bundles"


def test_a_bundle_joins_its_files_in_the_order_of_their_names(settings, folder):
    elements = re.compile(r'define\("([\w-]+)"')
    files = sorted((settings.ROOT / "static" / "js").glob("*.js"))

    bundle = bundles.BundleFinder().find("scorekeeper.js")

    assert bundle == str(folder / "scorekeeper.js")
    assert elements.findall(Path(bundle).read_text()) == [
        one for file in files for one in elements.findall(file.read_text())
    ]


def test_a_library_goes_first_and_unchanged(folder):
    bundle = bundles.BundleFinder().find("scorekeeper.js")

    library = bundles.LIBRARIES["scorekeeper.js"].read_text()
    assert Path(bundle).read_text().startswith(f"{library}\n")


def test_a_tap_works_out_no_style_of_the_whole_round(settings):
    """Each `:has()` on what holds the keys would: for every key, whatever it asks for."""
    asks = re.compile(r"\.(?:round|pad|dock|keypad)\b[^\s,{]*:has\((?!\.recent\))|:has\([^)]*\[data-current]")
    sheets = (settings.ROOT / "static/css").glob("*.css")

    assert {sheet.name: found for sheet in sheets if (found := asks.findall(sheet.read_text()))} == {}
    assert asks.search(".round:not(:has(.trend)) .recent")
    assert asks.search(".row:has([data-current])")


def test_a_bundle_is_never_seen_half_written(folder):
    long, short, seen = "whole" * 200_000, "whole", set()
    bundles._write(long, folder / "one.css")
    writing = threading.Thread(target=lambda: [bundles._write(text, folder / "one.css") for text in (short, long) * 40])
    writing.start()
    while writing.is_alive():
        seen.add(len((folder / "one.css").read_text()))
    writing.join()

    assert seen <= {len(long), len(short)}


def test_what_is_no_bundle_is_left_to_the_other_finders():
    assert finders.find("icons/icon.svg")
    assert finders.find("no-such-bundle.css") is None


def test_what_stands_in_quotes_is_sent_as_it_was_written(settings, folder):
    quoted = re.compile(r'"[^"\n]*"|`[^`\n]*`')
    comment = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
    for name in bundles.BUNDLES:
        files = bundles.parts(name)
        written = "\n".join(comment.sub("", file.read_text()) for file in files)

        sent = Path(bundles.BundleFinder().find(name)).read_text()

        if name in bundles.LIBRARIES:
            sent = sent.removeprefix(bundles.LIBRARIES[name].read_text())
        assert quoted.findall(sent) == quoted.findall(written), name
