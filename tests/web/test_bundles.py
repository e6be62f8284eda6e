"""The style sheets and scripts that are joined of many small files."""

import re
from pathlib import Path

import brotli
import pytest

from scorekeeper.web import bundles
from tests.cases import cases
from tests.matches.factory import make_match

# Bytes of a first visit, compressed, with some for the headers of each answer and for the icon.
FIRST_VISITS = {"": 40_000, "table-view/": 30_000, "referee/winner/": 30_000}
HEADERS, ICON = 300, 650


@pytest.fixture
def folder(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    return tmp_path / "bundles"


def test_a_bundle_joins_its_files_in_the_order_of_their_names(settings, folder):
    files = sorted((settings.ROOT / "static" / "js").glob("*.js"))

    bundle = bundles.BundleFinder().find("match.js")

    assert bundle == str(folder / "match.js")
    assert Path(bundle).read_text() == "\n".join(map(bundles.minified, files))


def test_only_comments_and_indentation_are_left_out(tmp_path):
    texts = {
        "a.css": ("/* One\n   and two. */\n:root {\n    --a: 1;\n} /* b */\n", ":root {\n--a: 1;\n} "),
        "a.js": ("// One.\ngo('https://*'); // two\n  // three\n\n  b();\n", "go('https://*'); // two\nb();\n"),
    }
    for name, (text, loaded) in texts.items():
        (tmp_path / name).write_text(text)
        assert bundles.minified(tmp_path / name) == loaded


@cases("name", ["htmx.js", "match-later.js"])
def test_htmx_finds_its_configuration_when_it_starts(folder, name):
    bundle = Path(bundles.BundleFinder().find(name)).read_text()

    assert 0 < bundle.index('"htmx-config"') < bundle.index("var htmx=")


def test_a_new_games_styles_are_in_the_bundles_that_show_it(folder, monkeypatch, tmp_path):
    sheet = tmp_path / "style.css"
    sheet.write_text("[data-tone=new] { --suit: red; }")
    monkeypatch.setattr(bundles, "style_sheets", lambda: [sheet])

    texts = {name: Path(bundles.BundleFinder().find(name)).read_text() for name in bundles.BUNDLES}

    assert {name for name, text in texts.items() if "data-tone=new" in text} == bundles.WITH_GAMES
    assert {"match.css", "keys.css", "referee.css", "table-view.css"} == bundles.WITH_GAMES


def test_every_style_sheet_and_script_is_in_a_bundle(settings):
    files = {file for kind in ("css", "js") for file in (settings.ROOT / "static" / kind).rglob(f"*.{kind}")}

    assert files - {part for name in bundles.BUNDLES for part in bundles.parts(name)} == set()
    assert len(files) > 50


def test_a_changed_part_changes_its_bundle(folder):
    bundle = Path(bundles.BundleFinder().find("base.css"))
    written = bundle.read_text()
    bundle.write_text("older")

    assert Path(bundles.BundleFinder().find("base.css")).read_text() == written


@pytest.mark.django_db
@cases("address, most", FIRST_VISITS.items())
def test_a_first_visit_transfers_few_bytes(client, folder, address, most):
    page = client.get(f"/matches/{make_match(24).pk}/{address}", headers={"accept-encoding": "br"})
    html = brotli.decompress(page.content).decode()
    files = re.findall(r'(?:src|href)="/static/([^"]+\.(?:js|css))"', html)
    texts = [Path(bundles.BundleFinder().find(name)).read_bytes() for name in files]

    assert {"base.css", "base.js"} < set(files)
    assert sum(HEADERS + len(body) for body in (page.content, *map(brotli.compress, texts))) + ICON <= most
