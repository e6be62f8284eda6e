"""The parts of a release agree: version, notes, the tag that publishes it, and the lines that run its image."""

import re
from datetime import date

from scorekeeper.server import bootstrap

ROOT = bootstrap.ROOT
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
KINDS = "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"


def read(name):
    return (ROOT / name).read_text()


def test_the_newest_notes_are_of_this_version():
    notes = read(".github/CHANGELOG.md")
    releases = HEADING.findall(notes)

    assert re.findall("^## (.+)", notes, re.MULTILINE) == ["Unreleased", *(" - ".join(one) for one in releases)]
    assert releases[0][0] == bootstrap.version()
    ordered = [([*map(int, version.split("."))], date.fromisoformat(day)) for version, day in releases]
    assert ordered == sorted(ordered, reverse=True)


def test_notes_stand_under_the_headings_of_keep_a_changelog_a_line_each():
    for notes in HEADING.split(read(".github/CHANGELOG.md"))[3::3]:
        kinds = re.findall("^### (.+)", notes, re.MULTILINE)
        assert {*kinds} <= {"What the upgrade asks of you", *KINDS}
        _, *listed = re.split(f"^### (?:{'|'.join(KINDS)})$", notes, flags=re.MULTILINE)
        lines = [line for kind in listed for line in kind.splitlines() if line]
        assert [line for line in lines if not line.startswith("- ") and not line.endswith(":")] == []
        assert [line for line in lines if len(line) > 130] == []


def test_the_tag_of_this_version_publishes_the_image_that_the_recipes_run():
    workflow, compose = read(".github/workflows/image.yml"), read(".deploy/compose.yaml")

    assert 'tags: ["v*"]' in workflow
    assert 'test "v$(python3 manage.py --version)" = "$GITHUB_REF_NAME"' in workflow
    assert 'images: "ghcr.io/${{ github.repository }}", tags: "type=semver,pattern={{version}}"' in workflow
    assert "image: ${IMAGE:-scorekeeper}" in compose
    for name in ("README.md", ".deploy/README.md"):
        images = {line.split("ghcr.io/")[1].split()[0] for line in read(name).splitlines() if "docker run" in line}
        assert {one.strip("`") for one in images} == {"OWNER/scorekeeper"}, name
