"""A match is exported as its scoresheet and imported from one; an impossible one is refused and leaves nothing."""

import json
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.core import scoresheet
from games.core.schema import plain
from scorekeeper.clubs.models import Club
from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.games.every_game import GAMES, possible_examples, seated
from tests.html_browser import Browser, Page
from tests.matches.factory import entry, make_match, reload, six_rounds, snapshot, suits
from tests.thoroughness import share
from tests.transfer.test_import_refused import refusal_on, row_counts

pytestmark = pytest.mark.django_db

SUITS = suits(0, 1, 2, 0, 1, 2)
SHEET = {"scoresheet": 1, "game": "good-little-tricks", "players": ["Ada", "Ben", "Cleo"], "rounds": [SUITS]}


def exported(match):
    return Client().get(f"/matches/{match.pk}/scoresheet/").content


def imported(content):
    """Import a file, and return the page that came of it."""
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    file, client = SimpleUploadedFile("sheet.json", content, "application/json"), Client()
    uploaded = client.post("/transfer/imports/", {"file": file})
    return Page(None, client.post(uploaded.url) if uploaded.status_code == 302 else uploaded)


def last_match():
    return Match.objects.get(pk=Match.objects.order_by("-pk")[0].pk)


def test_a_sheet_is_a_download_named_after_its_day_and_game(client):
    Club.objects.filter(pk=Club.here().pk).update(zone="Pacific/Auckland")
    with time_machine.travel(datetime(2026, 11, 20, 22, 30, tzinfo=UTC), tick=False):
        match = six_rounds(1)

        answer = client.get(f"/matches/{match.pk}/scoresheet/")

    assert answer["Content-Type"] == "application/json"
    name = f"2026-11-21-good-little-tricks-{match.pk}.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.json()["rounds"] == [plain(match.round_facts[0])]


@cases("sheet", [one.sheet(game) for game in GAMES for one in share(possible_examples(game), 6)])
def test_worked_examples_are_imported_and_exported_byte_for_byte(sheet):
    first = scoresheets.import_sheet(Club.here(), sheet)
    content, record, rules = exported(first), snapshot(first), first.house_rules
    first.delete()

    assert imported(content).status == 302
    second = last_match()

    assert exported(second) == content
    assert snapshot(second) == record
    facts = json.loads(content)
    assert facts["rounds"] == [plain(scored.facts) for scored in scoresheet.play(sheet)[1].rounds]
    assert (facts["players"], facts["house_rules"]) == (sheet.players, rules)


def test_times_night_and_notes_are_imported_and_exported():
    beside = {
        "started": "2026-11-20T20:15:00+01:00", "ended": "2026-11-20T23:00:00.500000+01:00", "night": "x" * 300,
        "notes": "Ada’s birthday\n🎂",
    }  # fmt: skip

    imported(SHEET | beside)

    match = last_match()
    facts = json.loads(exported(match))
    assert (facts["night"], facts["notes"]) == (beside["night"], beside["notes"])
    assert facts["started"] == "2026-11-20T19:15:00+00:00"
    assert facts["ended"] == "2026-11-20T22:00:00.500000+00:00"
    assert (match.ended_by_table, match.finished, match.is_open) == (True, False, False)


def test_an_imported_finished_match_reopens_when_a_round_is_deleted():
    imported(SHEET | {"rounds": [SUITS] * 6, "ended": "2026-11-20T23:00:00+01:00"})
    match = last_match()
    assert (match.ended_by_table, match.finished) == (False, True)

    recording.delete_round(match, 6, entry(match))

    assert reload(match).is_open


# --- The unfinished last round ---


def test_typed_bids_are_exported_as_an_unfinished_round():
    match = make_match(1)
    drafts.keep_draft(
        match, Place(PLAY, 2), {"bids-0": "1", "bids-1": "0", "bids-2": "2", "bids-3": "0", "trump": "H"}, ""
    )
    content = exported(reload(match))
    assert json.loads(content)["rounds"][1:] == [{"bids": [1, 0, 2, 0], "trump": "H"}]
    match.delete()

    imported(content)

    new = last_match()
    assert (len(new.round_facts), new.is_open) == (1, True)
    page = Browser().open(f"/matches/{new.pk}/")
    assert {"bids-0": "1", "bids-2": "2", "trump": "H"}.items() <= dict(page.fields()).items()
    assert exported(new) == content


@cases(
    "answers",
    [
        {"bids-0": "1"},
        {"bids-0": "9", "bids-1": "0", "bids-2": "0", "bids-3": "0"},
        {"bids-0": "x", "bids-1": "0", "bids-2": "0", "bids-3": "0"},
        {f"{name}-{seat}": "1" if seat < 2 else "0" for name in ("bids", "tricks") for seat in range(4)},
    ],
)
def test_a_draft_that_is_no_unfinished_round_is_not_exported(answers):
    match = make_match(1)
    drafts.keep_draft(match, Place(PLAY, 2), answers, "")

    assert len(json.loads(exported(reload(match)))["rounds"]) == 1


@cases("game", GAMES)
def test_a_match_with_nothing_typed_has_no_unfinished_round(game):
    table = seated(game)
    match = make_match(names=table.names, game=game.key, **table.rules.differing)
    drafts.keep_draft(match, Place(PLAY, 1), {}, "")
    assert scoresheets.sheet_of(reload(match)).rounds == []


def test_the_bids_of_an_ended_match_stay_in_its_sheet_and_a_finished_one_has_none():
    match, finished = make_match(1), six_rounds(6)
    drafts.keep_draft(match, Place(PLAY, 2), {f"bids-{seat}": "0" for seat in range(4)}, "")
    match = reload(match)
    recording.finish(match, entry(match))
    content = exported(match)
    assert json.loads(content)["rounds"][1:] == [{"bids": [0, 0, 0, 0]}]
    match.delete()

    imported(content)

    assert exported(last_match()) == content
    Match.objects.filter(pk=finished.pk).update(draft={"suits-red": "1"})
    assert len(scoresheets.sheet_of(reload(finished)).rounds) == 6


# --- Players ---


@cases("players", [["Ada", "Ada ", "Ben"], ["Zo\u00eb", "Zoe\u0308", "Ben"]])
def test_one_player_written_in_two_ways_cannot_have_two_seats(players):
    page = imported(SHEET | {"players": players})

    assert page.status == 422
    assert "sits at two places" in page.text


# --- Sheets that cannot be imported ---

# What is refused of any file stands in test_import_refused.py, of a sheet in games/core/test_scoresheet_refused.py.
IMPOSSIBLE = [{"players": ["\u0958" * 40, "A", "B"]}, {"rounds": [SUITS, suits(0, 0, 0, 0, 0, 9)]}]


@cases("facts", IMPOSSIBLE)
def test_an_impossible_sheet_is_refused_in_one_line_and_leaves_nothing(facts):
    page = imported(SHEET | facts)

    assert (page.status, row_counts()) == (422, [0] * 5)
    assert ("round 2: who collected red: nobody sits there" in refusal_on(page)) == ("rounds" in facts)


def test_the_ledger_holds_any_number_that_a_sheet_can_say():
    hands = {"left": [0, 10**5, 999_999]}
    sheet = {"scoresheet": 1, "game": "grosse-kleine", "players": ["A", "B", "C"], "rounds": [hands]}

    assert imported(sheet).status in (302, 422)
