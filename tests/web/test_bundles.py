"""The style sheets and scripts that are joined of many small files."""

from pathlib import Path

import pytest

from scorekeeper.web import bundles


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


def test_htmx_finds_its_configuration_when_it_starts(folder):
    bundle = Path(bundles.BundleFinder().find("htmx.js")).read_text()

    assert 0 < bundle.index('"htmx-config"') < bundle.index("var htmx=")


def test_a_new_games_styles_are_in_the_bundles_that_show_it(folder, monkeypatch, tmp_path):
    sheet = tmp_path / "style.css"
    sheet.write_text("[data-tone=new] { --suit: red; }")
    monkeypatch.setattr(bundles, "style_sheets", lambda: [sheet])

    texts = {name: Path(bundles.BundleFinder().find(name)).read_text() for name in bundles.BUNDLES}

    assert {name for name, text in texts.items() if "data-tone=new" in text} == bundles.WITH_GAMES
    assert {"match.css", "keys.css", "table-view.css"} == bundles.WITH_GAMES


def test_every_style_sheet_and_script_is_in_a_bundle(settings):
    files = {file for kind in ("css", "js") for file in (settings.ROOT / "static" / kind).rglob(f"*.{kind}")}

    assert files - {part for name in bundles.BUNDLES for part in bundles.parts(name)} == set()
    assert len(files) > 50


def test_a_changed_part_changes_its_bundle(folder):
    bundle = Path(bundles.BundleFinder().find("base.css"))
    written = bundle.read_text()
    bundle.write_text("older")

    assert Path(bundles.BundleFinder().find("base.css")).read_text() == written
