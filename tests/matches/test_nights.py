"""A match belongs to the evening it was begun in, by the club's own clock."""

import json
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.scoresheet import load
from scorekeeper.club.models import Club
from scorekeeper.table.models import Match
from tests.matches.factory import a_match

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.mark.parametrize(
    ("zone", "moment", "evening"),
    [
        ("Europe/Vienna", datetime(2026, 11, 21, 20, 0, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 11, 22, 4, 59, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 11, 22, 5, 0, tzinfo=UTC), date(2026, 11, 22)),
        ("America/New_York", datetime(2026, 11, 22, 5, 0, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 3, 29, 3, 59, tzinfo=UTC), date(2026, 3, 28)),  # an hour shorter that night
        ("Pacific/Kiritimati", datetime.max.replace(tzinfo=UTC), date.max),
        ("America/New_York", datetime.min.replace(tzinfo=UTC), date.min),
    ],
)
def test_an_evening_lasts_until_six_in_the_morning_by_the_clubs_clock(zone, moment, evening):
    assert Club(zone=zone).evening_of(moment) == evening


def test_a_match_belongs_to_the_evening_it_was_begun_in(time_machine):
    time_machine.move_to(datetime(2026, 11, 22, 3, 30, tzinfo=UTC), tick=False)
    Club.objects.create(name="Us", zone="UTC")

    assert a_match().evening == date(2026, 11, 21)


def test_a_scoresheet_belongs_to_the_evening_it_names():
    sheet = {
        "scoresheet": 1, "game": "big-little", "players": ["Ada", "Ben", "Cleo"], "rounds": [],
        "started": "2025-01-02T01:00:00+00:00",
    }  # fmt: skip
    club = Club.objects.create(name="Us", zone="UTC")

    assert Match.from_sheet(club, load(json.dumps(sheet).encode())).evening == date(2025, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_the_evenings_of_matches_from_before_are_found_when_the_database_is_updated():
    match = a_match()
    Match.objects.filter(pk=match.pk).update(started=datetime(2026, 1, 2, 2, 0, tzinfo=UTC))
    Club.objects.update(zone="UTC")
    MigrationExecutor(connection).migrate([("table", "0001_initial")])

    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

    assert Match.objects.get().evening == date(2026, 1, 1)
