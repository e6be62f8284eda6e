"""Scoresheets that cannot be imported: one line says why, and nothing is left behind."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.registry import games
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Entry, Match, Round, Seat
from tests.cases import cases
from tests.matches.factory import suits
from tests.transfer.test_scoresheets import SHEET, SUITS, imported

pytestmark = pytest.mark.django_db


HOSTILE = {
    "nothing": b"",
    "blanks": b"  \n ",
    "no JSON": b"{",
    "a list": b"[]",
    "a text": b'"scoresheet"',
    "a number": b"1",
    "null": b"null",
    "not UTF-8": b"\xff\xfe\x00",
    "half a letter": b'{"scoresheet": 1, "players": ["\\ud800", "B", "C"]}',
    "NUL": json.dumps(SHEET | {"players": ["A\0", "B", "C"]}).encode(),
    "NUL in notes": json.dumps(SHEET | {"notes": "\0"}).encode(),
    "NaN": b'{"scoresheet": NaN}',
    "1e999": json.dumps(SHEET).replace(": 2", ": 1e999").encode(),
    "a huge number": json.dumps(SHEET).replace(": 2", ": " + "9" * 5000).encode(),
    "a name twice": b'{"scoresheet": 1, "scoresheet": 1}',
    "deep nesting": b"[" * 100_000,
    "deep rounds": json.dumps(SHEET | {"rounds": []}).replace("[]}", "[" * 400 + "]" * 400 + "}").encode(),
    "too large": b" " * 1_000_001,
    "another format": json.dumps(SHEET | {"scoresheet": 2}).encode(),
    "an unknown key": json.dumps(SHEET | {"points": 3}).encode(),
    "an unknown game": json.dumps(SHEET | {"game": "chess"}).encode(),
    "a game that leads elsewhere": json.dumps(SHEET | {"game": "../club"}).encode(),
    "too few players": json.dumps(SHEET | {"players": ["A"]}).encode(),
    "a player twice": json.dumps(SHEET | {"players": ["A", "A", "B"]}).encode(),
    "a nameless player": json.dumps(SHEET | {"players": ["", "A", "B"]}).encode(),
    "a long name": json.dumps(SHEET | {"players": ["A" * 41, "A", "B"]}).encode(),
    "a name that grows": json.dumps(SHEET | {"players": ["\u0958" * 40, "A", "B"]}).encode(),
    "a dealer nobody knows": json.dumps(SHEET | {"first_dealer": 3}).encode(),
    "a negative dealer": json.dumps(SHEET | {"first_dealer": -1}).encode(),
    "an unknown house rule": json.dumps(SHEET | {"house_rules": {"jokers": 9}}).encode(),
    "an impossible house rule": json.dumps(SHEET | {"house_rules": {"rounds": 99}}).encode(),
    "no moment": json.dumps(SHEET | {"started": "yesterday"}).encode(),
    "a moment anywhere": json.dumps(SHEET | {"ended": "2026-11-20T23:00:00"}).encode(),
    "a moment before time": json.dumps(SHEET | {"started": "0001-01-01T00:00:00+23:59"}).encode(),
    "a moment after time": json.dumps(SHEET | {"ended": "9999-12-31T23:59:59-23:59"}).encode(),
    "an impossible round": json.dumps(SHEET | {"rounds": [SUITS, suits(0, 0, 0, 0, 0, 9)]}).encode(),
    "a round too many": json.dumps(SHEET | {"rounds": [SUITS] * 7}).encode(),
    "no round": json.dumps(SHEET | {"rounds": ["red"]}).encode(),
    "rounds that are none": json.dumps(SHEET | {"rounds": {"1": SUITS}}).encode(),
}


@cases("name", HOSTILE)
def test_an_impossible_sheet_is_refused_in_one_line_and_leaves_nothing(name):
    page = imported(HOSTILE[name])

    assert page.status == 422
    _, alert = page.html.split('role="alert"')
    line = alert.partition(">")[2].partition("</p>")[0]
    assert 10 < len(line) < 500
    assert "\n" not in line
    assert "Traceback" not in page.html
    for kind in (Match, Seat, Round, Player, Entry):
        assert not kind.objects.exists()


def test_an_impossible_round_is_named():
    page = imported(SHEET | {"rounds": [SUITS, suits(0, 0, 0, 0, 0, 9)]})

    assert "round 2: red went to a seat nobody sits at" in page.text


def test_an_import_that_fails_half_way_leaves_nothing(monkeypatch):
    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("scorekeeper.transfer.scoresheets.write_ledgers", fail)
    with pytest.raises(ZeroDivisionError):
        imported(SHEET)

    assert not Match.objects.exists()
    assert not Player.objects.exists()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(list(games())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
ALMOST = st.fixed_dictionaries(
    {"scoresheet": st.just(1) | JSON, "game": st.sampled_from(list(games())) | JSON,
     "players": st.lists(st.text(max_size=5), min_size=2, max_size=5, unique=True) | JSON,
     "rounds": st.lists(JSON, max_size=3) | JSON},
    optional={"first_dealer": st.integers(-2, 5) | JSON, "house_rules": JSON, "started": JSON, "ended": JSON,
              "night": st.text() | JSON, "notes": st.text() | JSON},
)  # fmt: skip


@given(ALMOST | JSON)
def test_any_file_is_imported_or_refused(facts):
    before = Match.objects.count()
    page = imported(json.dumps(facts).encode())

    assert page.status in (302, 422)
    assert Match.objects.count() - before in ((0, 1) if page.status == 302 else (0,))


def test_counted_hands_may_be_as_large_as_a_sheet_can_say():
    """Whatever number the game accepts, the ledger can hold."""
    hands = {"left": [0, 10**5, 999_999]}
    sheet = {"scoresheet": 1, "game": "grosse-kleine", "players": ["A", "B", "C"], "rounds": [hands]}

    assert imported(sheet).status in (302, 422)
