"""A file that cannot be imported is refused in one line, and nothing of it is kept."""

import json
import random
from unittest.mock import Mock

import pytest
from django.db import transaction

from games.core import scoresheet
from games.core.errors import Impossible
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import Match, Round
from scorekeeper.transfer.club_file import OpenedFile, open_file
from scorekeeper.transfer.club_import import ClubImport
from scorekeeper.transfer.models import PendingImport
from tests.cases import cases
from tests.html_browser import Page
from tests.matches.factory import make_match
from tests.thoroughness import many
from tests.transfer.club_files import EXAMPLES, client, import_file, make_file, make_sheet, upload

pytestmark = pytest.mark.django_db

FILE = make_file(make_sheet(), make_sheet(started="2026-11-20T21:00:00+00:00"), players=[{"name": "Ada"}])
TEXT = json.dumps(FILE).encode()


def part(**parts):
    return json.dumps(FILE | parts).encode()


def player(**facts):
    return part(players=[{"name": "Ada"} | facts])


def match(**facts):
    return part(matches=[make_sheet(), make_sheet() | facts])


REFUSED = {
    "nothing": (b"", "this file is empty"),
    "cut off": (TEXT[:-40], "this file was cut off: its end is missing"),
    "something else": (b'{"a": 1}', "neither a club’s file nor a scoresheet nor an export of BG Stats"),
    "other letters": (json.dumps(FILE).encode("utf-32"), "neither a club’s file nor a scoresheet"),
    "a zip": (b"PK\x03\x04" + TEXT, "this file is packed: unpack it first"),
    "not JSON": (b'{"scorekeeper": 1, oops}', "this file is not JSON"),
    "another version": (part(scorekeeper=2), "another version"),
    "a part missing": (
        json.dumps({k: v for k, v in FILE.items() if k != "nights"}).encode(), "enter what was left out (“nights”)",
    ),
    "a part too many": (part(points=1), "take out what does not belong here (“points”; "),
    "players that are names": (part(players=["Ada"]), "players: enter named values in braces, not a text (the first)"),
    "a player twice": (part(players=[{"name": "A"}, {"name": " A"}]), "“A” is there twice"),
    "a nameless player": (player(name=" "), "players 1: this player has no name: it has 1 to 40 characters"),
    "a player from nowhen": (player(joined="yesterday"), "players 1: enter a date and a time"),
    "a player before time": (player(last_played="0001-01-01T00:00:00+23:59"), "offset from UTC (“last_played”"),
    "another name of nobody": (player(same_as="Zoe"), "“Ada” cannot be another name of “Zoe”"),
    "a night twice": (part(nights=[{"evening": "2026-11-20"}, {"evening": "20261120"}]), "twice"),
    "a night that never was": (part(nights=[{"evening": "2026-02-30"}]), "is not a date"),
    "a long note": (part(nights=[{"evening": "2026-02-20", "note": "x" * 1001}]), "nights"),
    "a club without a name": (part(club={"name": "", "zone": "UTC"}), "club: "),
    "a zone on no map": (part(club={"name": "A", "zone": "Mars/Base"}), "is not a time zone"),
    "NUL in a name": (player(name="A\0"), "a character that cannot be kept"),
    "NUL in a note": (match(notes="\0"), "match 2: this file holds a character that cannot be kept"),
    "half a letter": (match(notes="X").replace(b'"X"', b'"\\ud800"'), "this file is not JSON"),
    "an endless number": (match(first_dealer=7).replace(b'r": 7', b'r": ' + b"9" * 5000), "match 2"),
    "a name twice in a match": (TEXT.replace(b'"game"', b'"game": "x", "game"'), "match 1: “game” is there twice"),
    "nesting": (b'{"scorekeeper": 1, "club": ' + b"[" * 10**6, "this file"),
    "nesting in a match": (match(rounds=[]).replace(b'"rounds": []', b'"rounds": ' + b"[" * 99 + b"]" * 99), "match 2"),
    "long notes": (match(notes="x" * 10_001), "match 2: notes: 10,001 characters, but 10,000 is the most"),
    "a match too large": (match(notes="x" * 1_000_000), "match 2: this scoresheet is too large"),
    "players too many": (part(players=[{"name": "A"}] * 400_000), "this list is too large"),
    "matches that are nothing": (part(matches=[[]] * 3_000_000), "matches"),
}  # fmt: skip


# Rounds are scored by the import, not for its preview.
IMPOSSIBLE = {
    "an impossible round": (match(rounds=[{"suits": {"red": 9}}]), "match 2: round 1: "),
    "a round too many": (match(rounds=make_sheet(rounds=7)["rounds"]), "match 2: round 7: the game was over"),
}


def row_counts():
    return [kind.objects.count() for kind in (Match, Round, Player, NightNotes, PendingImport)]


def refusal_on(page):
    """The one line in which a page refuses a file."""
    [line] = page.html.split('role="alert"')[1].partition(">")[2].partition("</p>")[0].splitlines()
    assert 10 < len(line) < 500
    return line


@cases("content, error", REFUSED.values())
def test_a_damaged_file_is_refused_in_one_line_and_leaves_nothing(content, error):
    page = upload(content)

    assert (page.status, row_counts()) == (422, [0] * 5)
    assert refusal_on(page)
    assert error in page.text


@cases("content, error", IMPOSSIBLE.values())
def test_an_impossible_round_is_refused_by_the_import_and_leaves_nothing(content, error):
    page = import_file(content)

    assert (page.status, row_counts()) == (422, [0] * 4 + [1])
    assert refusal_on(page)
    assert error in page.text


def test_a_file_too_large_is_refused_unread():
    with pytest.raises(Impossible, match="too large: 64 MB is the most"):
        open_file(b" " * limits.MAX_IMPORT_BYTES + TEXT)


def test_a_file_with_more_rounds_than_a_club_holds_is_refused_before_they_are_scored(monkeypatch):
    monkeypatch.setattr(limits, "MAX_CLUB_ENTRIES", 5)
    impossible = make_sheet() | {"rounds": [{}] * 3}

    assert "more than 5 matches and rounds" in refusal(Club.get_default(), make_file(impossible, impossible))
    assert "round 1: " in refusal(Club.get_default(), make_file(impossible))


def test_a_file_with_very_many_matches_or_an_unknown_game_is_refused_before_one_is_read(monkeypatch):
    monkeypatch.setattr(OpenedFile, "sheet", Mock(side_effect=AssertionError))
    unknown = make_file(make_sheet(), make_sheet(), make_sheet() | {"game": "chess"})
    assert "match 3: there is no game “chess”" in refusal(Club.get_default(), unknown)
    monkeypatch.setattr(limits, "MAX_IMPORT_MATCHES", 2)
    assert "this file has 3 matches, and 2 is the most" in refusal(Club.get_default(), unknown)


def test_an_import_into_a_full_club_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "MAX_CLUB_ENTRIES", 5)
    monkeypatch.setattr("scorekeeper.transfer.club_import.BATCH", 1)
    make_match(2)
    impossible = make_sheet() | {"rounds": [{}]}

    with pytest.raises(limits.QuotaReached, match="holds 3 matches and rounds, and there is room for 5 here"):
        ClubImport(Club.get_default(), open_file(json.dumps(make_file(make_sheet(rounds=2), impossible)).encode()))


def test_a_form_without_a_file_gets_an_error():
    assert "choose a file, or paste a table first" in Page(None, client().post("/transfer/imports/", {})).text


def refusal(club, content):
    """Import a file and undo it; return the line it is refused with, or "" if it was imported."""
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    try:
        with transaction.atomic():
            ClubImport(club, open_file(content)).write()
            transaction.set_rollback(True)
    except Impossible as error:
        return error.message
    return ""


JUNK = [b"", b"0", b"null", b"[]", b"{}", b'""', b"1e999", b"-1", b"NaN", b'"\\ud800"', b"\0", b"\xff", b"9" * 400,
        b"[" * 99, b'{"a":1,"a":2}', b"true", "\u202e".encode(), b'"', b"\\", b",", b":", b"}", b"]"]  # fmt: skip


def test_randomly_damaged_files_are_refused_in_one_line_each():
    rng = random.Random(20261121)
    sheets = [json.loads(scoresheet.dump(sheet)) for sheet in rng.sample(EXAMPLES, 4)]
    people = [{"name": "Ada", "joined": "2026-01-01T00:00:00+00:00"}]
    whole = json.dumps(make_file(*sheets, players=people, nights=[{"evening": "2026-01-01"}])).encode()
    club, refused, times = Club.get_default(), 0, many(4000)

    for _ in range(times):
        start = rng.randrange(len(whole))
        end = min(len(whole), start + rng.choice((0, 1, 2, 5, 40, len(whole))))
        damaged = whole[:start] + rng.choice(JUNK) + whole[end:]
        line = refusal(club, damaged)
        refused += bool(line)
        assert len(line) <= 400
        assert "\n" not in line

    assert refused > times * 3 / 4
