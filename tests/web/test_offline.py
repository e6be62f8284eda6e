"""Parts of the app stored on a phone: the manifest, the icons, the service worker, and the forms of the next rounds."""

import re

import pytest

from tests.devices import Stranger, member
from tests.matches.factory import make_match, reload

pytestmark = pytest.mark.django_db


def test_the_manifest_says_name_icons_and_start():
    answer = Stranger().get("/manifest.webmanifest")
    said = answer.json()

    assert answer["Content-Type"] == "application/manifest+json"
    assert (said["name"], said["display"], said["start_url"], said["scope"]) == ("Scorekeeper", "standalone", "/", "/")
    assert {(icon["sizes"], icon["purpose"]) for icon in said["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    assert [way["url"] for way in said["shortcuts"]] == ["/games/", "/rules/"]


def test_the_worker_is_never_cached_and_served_from_the_root():
    answer = Stranger().get("/sw.js")

    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert "/rules/big-little/" in answer.text


def version_of(browser):
    return re.search('VERSION = "(.*?)"', browser.get("/sw.js").text)[1]


def test_a_changed_file_changes_the_worker(monkeypatch):
    before = version_of(Stranger())
    monkeypatch.setattr("scorekeeper.matches.views.offline.static", lambda name: f"/static/another/{name}")

    assert version_of(Stranger()) != before


def test_the_forms_of_the_next_rounds_are_empty_with_their_deals():
    match = make_match(1)
    page = member(match.club).get(f"/matches/{match.pk}/upcoming-rounds/").text

    assert re.findall("<strong>(Hand .*?)</strong>", page) == [f"Hand {number} of 25" for number in range(3, 9)]
    assert re.findall(r"(\d) cards</span>", page) == [*"345678"]
    assert "checked" not in page
    assert reload(match).version == 1
