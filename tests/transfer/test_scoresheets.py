"""A match is exported as its scoresheet and imported from one; an impossible one is refused and leaves nothing."""

import json
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.core import scoresheet
from games.core.schema import plain
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.games.every_game import GAMES, possible_examples, seated
from tests.html_browser import Browser
from tests.matches.factory import entry, keep_draft, make_match, reload, six_rounds, snapshot, suits
from tests.thoroughness import share
from tests.transfer.club_files import import_file, upload

pytestmark = pytest.mark.django_db

SUITS = suits(0, 1, 2, 0, 1, 2)
SHEET = {"scoresheet": 1, "game": "good-little-tricks", "players": ["Ada", "Ben", "Cleo"], "rounds": [SUITS]}


def exported(match):
    return Client().get(f"/matches/{match.pk}/scoresheet/").content


def last_match():
    return Match.objects.get(pk=Match.objects.order_by("-pk")[0].pk)


def test_a_sheet_is_a_download_named_after_its_day_and_game(client):
    Club.objects.filter(pk=Club.get_default().pk).update(zone="Pacific/Auckland")
    with time_machine.travel(datetime(2026, 11, 20, 22, 30, tzinfo=UTC), tick=False):
        match = six_rounds(1)

        answer = client.get(f"/matches/{match.pk}/scoresheet/")

    assert answer["Content-Type"] == "application/json"
    name = f"2026-11-21-good-little-tricks-{match.pk}.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.json()["rounds"] == [plain(match.round_facts[0])]


@cases("sheet", [example.sheet(game) for game in GAMES for example in share(possible_examples(game), 12)])
def test_worked_examples_are_imported_and_exported_byte_for_byte(sheet):
    import_file(scoresheet.dump(sheet).encode())
    first = last_match()
    content, record, rules = exported(first), snapshot(first), first.house_rules
    first.delete()

    import_file(content)

    assert exported(last_match()) == content
    assert snapshot(last_match()) == record
    facts = json.loads(content)
    assert facts["rounds"] == [plain(scored.facts) for scored in scoresheet.play(sheet)[1].rounds]
    assert (facts["players"], facts["house_rules"]) == (sheet.players, rules)


def test_times_night_and_notes_are_imported_and_exported():
    beside = {
        "started": "2026-11-20T20:15:00+01:00", "ended": "2026-11-20T23:00:00.500000+01:00", "night": "x" * 300,
        "notes": "Ada’s birthday\n🎂",
    }  # fmt: skip

    import_file(SHEET | beside)

    match = last_match()
    facts = json.loads(exported(match))
    assert (facts["night"], facts["notes"]) == (beside["night"], beside["notes"])
    assert facts["started"] == "2026-11-20T19:15:00+00:00"
    assert facts["ended"] == "2026-11-20T22:00:00.500000+00:00"
    assert (match.ended_by_table, match.finished, match.is_open) == (True, False, False)


def test_an_imported_finished_match_reopens_when_a_round_is_deleted():
    import_file(SHEET | {"rounds": [SUITS] * 6, "ended": "2026-11-20T23:00:00+01:00"})
    match = last_match()
    assert (match.ended_by_table, match.finished) == (False, True)

    recording.delete_round(match, 6, entry(match))

    assert reload(match).is_open


# --- The unfinished last round ---


def test_typed_bids_are_exported_as_an_unfinished_round():
    match = make_match(1)
    keep_draft(match, {"bids-0": "1", "bids-1": "0", "bids-2": "2", "bids-3": "0", "trump": "H"})
    content = exported(reload(match))
    assert json.loads(content)["rounds"][1:] == [{"bids": [1, 0, 2, 0], "trump": "H"}]
    match.delete()

    import_file(content)

    new = last_match()
    assert (len(new.round_facts), new.is_open) == (1, True)
    page = Browser().open(f"/matches/{new.pk}/")
    assert {"bids-0": "1", "bids-2": "2", "trump": "H"}.items() <= dict(page.fields()).items()
    assert exported(new) == content


@cases("game", GAMES)
def test_a_match_with_nothing_typed_has_no_unfinished_round(game):
    table = seated(game)
    match = make_match(names=table.names, game=game.key, **table.rules.differing)
    keep_draft(match, {})
    assert scoresheets.sheet_of(reload(match)).rounds == []


def test_the_bids_of_an_ended_match_stay_in_its_sheet_and_a_finished_one_has_none():
    match, finished = make_match(1), six_rounds(6)
    keep_draft(match, {f"bids-{seat}": "0" for seat in range(4)})
    match = reload(match)
    recording.finish(match, entry(match))
    content = exported(match)
    assert json.loads(content)["rounds"][1:] == [{"bids": [0, 0, 0, 0]}]
    match.delete()

    import_file(content)

    assert exported(last_match()) == content
    keep_draft(finished, {"suits-red": "1"})
    assert len(scoresheets.sheet_of(reload(finished)).rounds) == 6


# --- Players ---


@cases("players", [["Ada", "Ada ", "Ben"], ["Zo\u00eb", "Zoe\u0308", "Ben"]])
def test_one_player_written_in_two_ways_cannot_have_two_seats(players):
    page = upload(SHEET | {"players": players})

    assert page.status == 422
    assert "sits at two places" in page.text
