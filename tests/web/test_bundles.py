"""The style sheet and the script that are made of many small files."""

import re
import threading
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scorekeeper import bundles
from tests.cases import cases


@pytest.fixture
def folder(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    return tmp_path / "bundles"


def test_a_bundle_is_its_parts_in_the_order_of_their_names(settings, folder):
    names = [part.stem for part in sorted((settings.ROOT / "static" / "js").glob("*.js"))]

    found = bundles.BundleFinder().find("scorekeeper.js")

    assert found == str(folder / "scorekeeper.js")
    classes = re.findall(r"^class (\w+)", (folder / "scorekeeper.js").read_text(), re.MULTILINE)
    assert classes == ["".join(map(str.title, name.split("-"))) for name in names]


def test_what_the_script_builds_on_stands_before_it_as_it_came(folder):
    bundles.BundleFinder().find("scorekeeper.js")

    library = Path(finders.find("django_htmx/htmx-2.min.js")).read_text()
    assert (folder / "scorekeeper.js").read_text().startswith(f"{library}\nclass ")


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


@cases("name", ["scorekeeper.css", "pages.css"])
def test_what_stands_in_quotes_is_sent_as_it_was_written(settings, folder, name):
    parts = sorted((settings.ROOT / "static" / bundles.BUNDLES[name]).glob("*.css"))
    written = [re.sub(r"/\*.*?\*/", "", part.read_text(), flags=re.DOTALL) for part in parts]

    bundles.BundleFinder().find(name)

    quoted = re.compile(r'"[^"\n]*"')
    assert quoted.findall((folder / name).read_text()) == [one for text in written for one in quoted.findall(text)]
