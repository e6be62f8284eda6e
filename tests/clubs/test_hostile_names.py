"""Names of players, clubs, devices, nights and places are any text: harmless wherever they are shown."""

import csv
import json
import re
from html.parser import HTMLParser
from io import StringIO
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Role
from tests.cases import cases
from tests.clubs import hostile_names
from tests.devices import member
from tests.matches.factory import make_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db


class Tags(HTMLParser):
    """The parts of a page: each tag with its attributes, and the text between them."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def world(monkeypatch):
    return hostile_names.create_club(monkeypatch)


def test_names_are_only_text_on_every_page_and_in_every_file(world):
    owner, seen = member(), ""
    for url in hostile_names.addresses(world, many(10)):
        answer = owner.get(url, follow=True)
        assert answer.status_code in (200, 404), url
        content = b"".join(answer) if answer.streaming else answer.content
        assert not any("alert" in value or "Set-Cookie: x" in value for _, value in answer.items()), url
        kind = answer["Content-Type"].partition(";")[0]
        seen += harmless[kind](content, url) or ""
    for name in hostile_names.NAMES:
        assert name in seen


def as_page(content, url):
    page = Tags(content.decode())
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], url
        assert tag != "script" or attributes["src"].startswith("/static/"), url
        for name in ("src", "href", "action", "hx-get", "hx-post"):
            assert urlsplit(attributes.get(name) or "")[:2] in (("", ""), ("http", "localhost")), url
    return page.text


def as_table(content, url):
    for row in csv.reader(StringIO(content.decode().removeprefix("\ufeff"), newline="")):
        for cell in row:
            assert not cell.startswith(tuple("=@+-\t\r")) or re.fullmatch(r"-\d+", cell), (url, cell)


def as_json(content, url):
    assert json.loads(content), url


def as_picture(content, url):
    """Its SVG, as tests have it: whole, and a name is text in it."""
    return "".join(ElementTree.fromstring(content).itertext())


harmless = {
    "text/html": as_page, "text/csv": as_table, "application/json": as_json, "image/png": as_picture,
    "application/manifest+json": as_json, "text/javascript": lambda content, _: "" if b"alert" not in content else None,
    "text/plain": lambda content, _: content.decode(),
}  # fmt: skip


@cases("name", hostile_names.IMPOSSIBLE)
def test_unprintable_names_are_refused_everywhere(name, settings):
    settings.FOUNDING = True
    owner, match = member(), make_match()
    player, device = match.seat_list[0].player, Club.get_default().devices.first()
    forms = {
        f"/devices/{device.pk}/": {"label": name, "role": "3"},
        f"/players/{player.pk}/details/": {"name": name},
        "/games/big-little/matches/": {"seated": "1", "player": [name or "x", "Ben", "Cleo"], "dealer": "Ben"},
        "/settings/club/": {"name": name, "zone": "UTC"},
        "/clubs/": {"name": name},
        f"/join/{Invitation(Club.get_default(), Role.OWNER).token}/": {"holder": name},
    }
    for url, form in forms.items():
        assert owner.post(url, form).status_code in (302, 422), url
    for named in (*Club.objects.all(), *Club.get_default().players.all(), *Club.get_default().devices.all()):
        assert str(named).isprintable()
        assert 0 < len(str(named)) <= 40
        assert str(named) != name
