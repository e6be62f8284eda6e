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

    bundle = bundles.BundleFinder().find("scorekeeper.js")

    assert bundle == str(folder / "scorekeeper.js")
    assert Path(bundle).read_text() == "\n".join(map(bundles.shortened, files))


def test_only_comments_and_indentation_are_left_out(tmp_path):
    texts = {
        "a.css": ("/* One\n   and two. */\n:root {\n    --a: 1;\n} /* b */\n", ":root {\n--a: 1;\n} "),
        "a.js": ("// One.\ngo('https://*'); // two\n  // three\n\n  b();\n", "go('https://*'); // two\nb();\n"),
    }
    for name, (text, loaded) in texts.items():
        (tmp_path / name).write_text(text)
        assert bundles.shortened(tmp_path / name) == loaded


def test_htmx_stands_before_its_configuration(folder):
    bundle = Path(bundles.BundleFinder().find("htmx.js")).read_text()

    assert bundle.startswith("var htmx=")
    assert "htmx.config, {" in bundle


def test_a_changed_part_changes_its_bundle(folder):
    bundle = Path(bundles.BundleFinder().find("base.css"))
    written = bundle.read_text()
    bundle.write_text("older")

    assert Path(bundles.BundleFinder().find("base.css")).read_text() == written
