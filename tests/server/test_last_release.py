"""A record of the last release before the log comes over in place: every total, its history and what can be undone."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import import_module
from uuid import uuid5

import pytest
from django.core.management import CommandError
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.log import read_log, replay, stored_rounds
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.server import install, sqlite_file
from scorekeeper.transfer.club_file import club_file, open_file
from scorekeeper.transfer.club_import import ClubImport
from tests.matches.factory import entry, reload

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="on a file of its own"),
]

RELEASE = [
    *(("clubs", "0001_initial"), ("history", "0001_initial"), ("transfer", "0001_initial")),
    *(("matches", "0001_squashed_0006_own_answer_number"), ("rulebook", "0001_squashed_0002_successors")),
]
NIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
HANDS = [
    {"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0]},
    {"bids": [0, 2, 0, 0], "tricks": [0, 2, 0, 0]},
    {"bids": [0, 0, 3, 0], "tricks": [0, 0, 3, 0]},
    {"bids": [0, 0, 0, 4], "tricks": [0, 0, 0, 4]},
]
MISHEARD = {"bids": [0, 1, 0, 0], "tricks": [0, 2, 0, 0]}


class OldMatch:
    """A match of the last release: rows of its rounds, and entries with the round before and after a change."""

    def __init__(self, apps, club, names, **columns):
        self.apps, self.number = apps, 0
        self.match = self.model("Match").objects.create(
            club=club, game_key="big-little", first_dealer=0, started=NIGHT, night_date=NIGHT.date(), **columns
        )
        players = apps.get_model("clubs", "Player").objects
        self.players = [players.get_or_create(club=club, name=name)[0] for name in names]
        self.seats = [
            self.model("Seat").objects.create(match=self.match, number=seat, side=seat, player=player)
            for seat, player in enumerate(self.players)
        ]
        self.device = apps.get_model("clubs", "Device").objects.first()

    def model(self, name):
        return self.apps.get_model("matches", name)

    def save_round(self, number, facts, **more):
        return self.model("Round").objects.create(match=self.match, number=number, facts=facts, **more)

    def enter(self, verb, before, after, undoes=None):
        self.number += 1
        self.match.version = self.number
        self.match.save()
        return self.model("Entry").objects.create(
            match=self.match, number=self.number, verb=verb, before=before, after=after, undoes=undoes,
            key=self.number, digest=0, device=self.device, at=NIGHT + timedelta(minutes=self.number),
        )  # fmt: skip

    def play(self, hands):
        rounds = [self.save_round(number, facts) for number, facts in enumerate(hands, 1)]
        for number, row in enumerate(rounds, 1):
            self.enter("played", None, {"number": number, "round": row.pk})
        return rounds


def played_and_changed(apps, club):
    """A match with a correction undone and redone, a note, a hand put in, one deleted, a stand-in, and its end."""
    old = OldMatch(apps, club, ["Ada", "Ben", "Cleo", "Dan"], key="6b1b36cb-bf30-4c1d-9a2c-0a4de1a4f3a5")
    rounds = old.play([HANDS[0], MISHEARD, *HANDS[2:]])
    second, third, fourth = ({"number": number, "round": rounds[number - 1].pk} for number in (2, 3, 4))
    corrected = old.enter("corrected", second | {"facts": MISHEARD}, second)
    undone = old.enter("undone", second | {"facts": HANDS[1]}, second, corrected)
    old.enter("redone", second | {"facts": MISHEARD}, second, undone)
    old.enter("noted", third | {"facts": HANDS[2]}, third)
    more = old.save_round(5, HANDS[0])
    inserted = old.enter("inserted", None, {"number": 1, "round": more.pk})
    old.enter("undone", {"number": 1, "round": more.pk, "facts": HANDS[0]}, None, inserted)
    deleted = old.enter("deleted", fourth | {"facts": HANDS[3]}, None)
    restored = old.enter("undone", None, fourth, deleted)
    old.enter("redone", fourth | {"facts": HANDS[3]}, None, restored)
    old.enter("seated", third | {"facts": HANDS[2], "note": "late"}, third)
    old.enter("finished", {"over": False}, {"over": True})
    old.model("Round").objects.filter(pk__in=[rounds[3].pk, more.pk]).delete()
    old.model("Round").objects.filter(pk=rounds[1].pk).update(facts=HANDS[1])
    old.model("Round").objects.filter(pk=rounds[2].pk).update(note="late")
    eve = apps.get_model("clubs", "Player").objects.create(club=club, name="Eve")
    old.model("StandIn").objects.create(round=rounds[2], seat=old.seats[0], player=eve)
    old.match.ended_by_table, old.match.ended = True, NIGHT + timedelta(hours=2)
    old.match.save()


def still_open(apps, club):
    """A match from a file that goes on: a draft, a note on the whole match, Eve in the seat of Ada."""
    old = OldMatch(apps, club, ["Ada", "Ben", "Cleo", "Dan"], notes="Hand 1: Eve plays for Ben")
    old.save_round(1, HANDS[0])
    old.number = 1
    played = old.save_round(2, HANDS[1])
    old.enter("played", None, {"number": 2, "round": played.pk})
    old.model("Draft").objects.create(match=old.match, mode="play", answers={"bids-0": "1", "bids-1": "0"})
    old.model("Draft").objects.create(match=old.match, mode="correct", round=played, answers={"bids-2": "1"})
    for own in ({"question": "bids-1", "answer": "1"}, {"question": "bids-3", "answer": "1", "is_hidden": True}):
        old.model("OwnAnswer").objects.create(match=old.match, number=3, device=old.device, **own)
    eve = apps.get_model("clubs", "Player").objects.get(name="Eve")
    old.model("Seat").objects.filter(pk=old.seats[0].pk).update(stand_in=eve)


@pytest.fixture
def record(tmp_path, settings):
    """A record of the last release, in the data folder and in use."""
    settings.DATA = tmp_path
    file = tmp_path / "scorekeeper.sqlite3"
    with sqlite_file.using_database(file):
        with connection.constraint_checks_disabled(), transaction.atomic():
            apps = MigrationExecutor(connection).migrate(RELEASE).apps
        recorder = MigrationRecorder(connection)
        for app, name in RELEASE:
            replaced = import_module(f"scorekeeper.{app}.migrations.{name}").Migration.replaces
            for old in replaced:
                recorder.record_applied(*old)
            if replaced:
                recorder.record_unapplied(app, name)
        club = apps.get_model("clubs", "Club").objects.create(name="Ours", is_default=True)
        apps.get_model("clubs", "Device").objects.create(club=club, role=3, label="Phone", token_hash="x")
        played_and_changed(apps, club)
        still_open(apps, club)
        apps.get_model("matches", "HouseRulePreset").objects.create(
            club=club, game_key="any-game:Rommé", name="Graz",
            house_rules={"columns": "Cards, Factor", "last_column": "multiplies"},
        )  # fmt: skip
        yield file


def check(record):
    ended, going_on = Match.objects.order_by("pk")
    for match in (ended, going_on):
        assert replay(read_log(match)).result(match).rounds == stored_rounds(match)
    assert ended.state.totals == (10, 20, 30, 0)
    assert (ended.is_stopped, ended.round_list[2].note, ended.stand_ins[3][0].name) == (True, "late", "Eve")
    assert [one.action for one in reversed(ended.entries.all())][4:] == [
        *("correct", "undo", "undo", "note", "insert", "undo", "delete", "undo", "undo", "seat", "end"),
    ]  # fmt: skip
    assert {one.device.label for one in ended.entries.all()} == {"Phone"}
    assert (going_on.draft, going_on.notes) == ({"bids-0": "1", "bids-1": "0"}, "Hand 1: Eve plays for Ben")
    said = going_on.answers.order_by("pk").values_list("mode", "question", "text", "is_hidden", "device__label")
    assert list(said) == [
        ("correct", "bids-2", "1", False, None),
        ("play", "bids-0", "1", False, None),
        ("play", "bids-1", "1", False, "Phone"),
        ("play", "bids-3", "1", True, "Phone"),
        ("play", "bids-1", "0", False, None),
    ]
    assert going_on.seat_list[0].stand_in.name == "Eve"
    assert HouseRulePreset.objects.get().rules == {"columns": [{"name": "Cards"}, {"name": "Factor", "times": True}]}


def test_every_total_the_history_and_what_can_be_undone_come_over(record):
    assert install.prepare(static=False).name.startswith("before-migration")
    check(record)
    ended = Match.objects.earliest("pk")
    for number, totals in ((5, (10, 11, 30, 0)), (11, (10, 11, 30, 40)), (14, (10, 11, 30, 40))):
        recording.undo(ended, ended.entries.get(number=number), entry(ended))
        ended = reload(ended)
        assert ended.state.totals == totals
    assert ended.stand_ins == {}
    assert install.is_up_to_date()


def test_a_file_of_the_last_release_adds_nothing_to_its_record(record):
    install.prepare(static=False)
    club = Club.objects.get()
    file = json.loads("".join(club_file(club)))
    for sheet in file["matches"]:
        for name in ("key", "stand_ins", "round_notes"):
            sheet.pop(name, None)
        sheet["rounds"] = [facts for facts in sheet["rounds"] if "tricks" in facts]
    assert ClubImport(club, open_file(json.dumps(file).encode())).summary.duplicates == 2


def test_an_upgrade_that_is_killed_in_the_middle_leaves_the_record_as_it_was(record, monkeypatch):
    migration = import_module("scorekeeper.matches.migrations.0008_log")
    calls = []

    def killed(*content):
        calls.append(content)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return uuid5(*content)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(migration, "uuid5", killed)
        install.prepare(static=False)
    connection.close()
    with closing(sqlite3.connect(record)) as file:
        assert file.execute("SELECT count(*) FROM matches_entry WHERE verb = 'undone'").fetchone() == (3,)
    install.prepare(static=False)
    check(record)


def test_a_record_with_a_part_of_what_a_migration_replaces_is_an_older_one(record):
    MigrationRecorder(connection).record_unapplied("matches", "0006_own_answer_number")
    with pytest.raises(CommandError, match="is from an older Scorekeeper") as refused:
        install.prepare(static=False)
    assert "scorekeeper/matches/migrations/0005_stand_ins.py" in str(refused.value)
