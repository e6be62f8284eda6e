"""A match is exported as its scoresheet, and imported from one."""

import json
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.core import scoresheet
from games.core.schema import plain
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.games.every_game import GAMES, possible_examples, seated
from tests.html_browser import Browser, Page
from tests.matches.factory import a_match, again, entry, record_of, six_rounds, suits
from tests.thoroughness import many

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
    return Match.at(Match.objects.order_by("-pk")[0].pk)


def test_a_sheet_is_a_download_with_a_name(client):
    match = six_rounds(1)

    answer = client.get(f"/matches/{match.pk}/scoresheet/")

    assert answer["Content-Type"] == "application/json"
    assert re.fullmatch(
        rf'attachment; filename="\d{{4}}-\d\d-\d\d-good-little-tricks-{match.pk}.json"', answer["Content-Disposition"]
    )
    assert answer.json()["rounds"] == [plain(match.records[0])]


def test_its_name_says_the_day_in_the_clubs_time_zone(client):
    Club.objects.filter(pk=Club.here().pk).update(zone="Pacific/Auckland")
    with time_machine.travel(datetime(2026, 11, 20, 22, 30, tzinfo=UTC), tick=False):
        match = six_rounds(1)

        answer = client.get(f"/matches/{match.pk}/scoresheet/")

    assert '"2026-11-21-' in answer["Content-Disposition"]


# A third of the worked examples, all of them with --thorough.
EXAMPLES = [one.sheet(game) for game in GAMES for one in possible_examples(game)[:: 3 // many(3)]]


@cases("sheet", EXAMPLES)
def test_worked_examples_are_imported_and_exported_byte_for_byte(sheet):
    first = scoresheets.import_sheet(Club.here(), sheet)
    content, record, rules = exported(first), record_of(first), first.house_rules
    first.delete()

    assert imported(content).status == 302
    second = last_match()

    assert exported(second) == content
    assert record_of(second) == record
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
    assert (match.called_over, match.finished, match.is_open) == (True, False, False)


def test_an_imported_finished_match_reopens_when_a_round_is_deleted():
    imported(SHEET | {"rounds": [SUITS] * 6, "ended": "2026-11-20T23:00:00+01:00"})
    match = last_match()
    assert (match.called_over, match.finished) == (False, True)

    recording.delete_round(match, 6, entry(match))

    assert again(match).is_open


# --- The unfinished last round ---


def test_typed_bids_are_exported_as_an_unfinished_round():
    match = a_match(1)
    drafts.keep_draft(
        match, Place(PLAY, 2), {"bids-0": "1", "bids-1": "0", "bids-2": "2", "bids-3": "0", "trump": "H"}, ""
    )
    content = exported(again(match))
    assert json.loads(content)["rounds"][1:] == [{"bids": [1, 0, 2, 0], "trump": "H"}]
    match.delete()

    imported(content)

    new = last_match()
    assert (len(new.records), new.is_open) == (1, True)
    page = Browser().open(f"/matches/{new.pk}/")
    assert {"bids-0": "1", "bids-2": "2", "trump": "H"}.items() <= dict(page.said()).items()
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
    match = a_match(1)
    drafts.keep_draft(match, Place(PLAY, 2), answers, "")

    assert len(json.loads(exported(again(match)))["rounds"]) == 1


@cases("game", GAMES)
def test_a_match_with_nothing_typed_has_no_unfinished_round(game):
    table = seated(game)
    match = a_match(names=table.names, game=game.key, **table.rules.differing)
    drafts.keep_draft(match, Place(PLAY, 1), {}, "")
    assert scoresheets.sheet_of(again(match)).rounds == []


def test_the_bids_of_an_ended_match_stay_in_its_sheet():
    match = a_match(1)
    drafts.keep_draft(match, Place(PLAY, 2), {f"bids-{seat}": "0" for seat in range(4)}, "")
    match = again(match)
    recording.finish(match, entry(match))

    content = exported(match)
    imported(content)

    assert json.loads(content)["rounds"][1:] == [{"bids": [0, 0, 0, 0]}]
    assert exported(last_match()) == content


def test_a_finished_match_has_no_unfinished_round_whatever_is_typed():
    match = six_rounds(6)
    Match.objects.update(draft={"suits-red": "1"})

    assert len(scoresheets.sheet_of(again(match)).rounds) == 6


# --- Players ---


def test_known_players_are_not_created_again():
    six_rounds(1)

    imported(SHEET | {"players": [" Ada ", "Ben", "Cleo\u0301"]})

    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ada", "Ben", "Cleo", "Cle\u00f3"]
    assert last_match().names == ["Ada", "Ben", "Cle\u00f3"]


@cases("players", [["Ada", "Ada ", "Ben"], ["Zo\u00eb", "Zoe\u0308", "Ben"]])
def test_one_player_written_in_two_ways_cannot_have_two_seats(players):
    page = imported(SHEET | {"players": players})

    assert page.status == 422
    assert "sits at two places" in page.text
