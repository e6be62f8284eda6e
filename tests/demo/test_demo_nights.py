"""The made-up club is believable: who comes, what they play, until when."""

import unicodedata
from datetime import timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest

from games.core.errors import Impossible
from games.core.registry import find, games
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.player import tidy_name
from scorekeeper.demo import made_up_match
from scorekeeper.demo.calendar import MATCHES, PEOPLE, moments, plan_nights
from scorekeeper.matches.models import Line, Match, Round, Seat
from tests.cases import cases
from tests.demo.test_demo import UNTIL, demo
from tests.matches.factory import NAMES


@pytest.mark.django_db
def test_there_is_something_of_everything():
    demo("--matches", "120")
    every = Match.objects.all()

    assert set(every.values_list("game_key", flat=True)) == {game.key for game in games().values() if game.simulate}
    assert every.filter(finished=False, ended_by_table=False).exists()
    assert every.filter(finished=False, ended_by_table=True).exists()
    assert every.filter(ended_by_table=True, finished=True, game_key="maverick", house_rules={}).exists()
    assert 6 < every.exclude(house_rules={}).count() < 90
    assert 700 < Round.objects.count() < 2200
    assert Seat.objects.filter(player__name="Ada").count() > 4 * Seat.objects.filter(player__name="Uncle Theo").count()
    for late in every.filter(started__hour__lt=5)[:5]:
        assert late.night_date == late.started.date() - timedelta(days=1)
    assert every.filter(started__hour__lt=5).exists()
    assert not Line.objects.exclude(round__match__in=every).exists()


def test_names_have_every_length_and_writing_direction():
    lengths = {len(name) for name in PEOPLE}

    assert {1, 40} <= lengths
    assert max(lengths) == 40
    assert {"R", "AL"} & {unicodedata.bidirectional(letter) for name in PEOPLE for letter in name}
    assert any(unicodedata.category(letter) == "So" for name in PEOPLE for letter in name)
    assert [tidy_name(name) for name in PEOPLE] == list(PEOPLE)


def test_evenings_are_of_one_to_twelve_matches_and_never_two_of_a_day():
    nights = plan_nights(Random(3), 1000, UNTIL, range(2, 8))

    assert sum(night.matches for night in nights) == 1000
    assert {night.matches for night in nights} == set(MATCHES)
    assert all(one.date < other.date for one, other in pairwise(nights))
    assert nights[-1].date == UNTIL
    assert all(len(set(night.names)) == len(night.names) for night in nights)


def test_no_more_players_come_than_a_game_seats():
    assert {len(night.names) for night in plan_nights(Random(3), 100, UNTIL, [4])} == {4}


@cases("zone", ["Europe/Vienna", "America/Los_Angeles", "Pacific/Auckland"])
def test_matches_follow_each_other_within_their_evening(zone):
    club, rng = Club(zone=zone), Random(5)
    for night in plan_nights(rng, 400, UNTIL, range(2, 8)):
        clocks = moments(rng, night, [51] * night.matches, ZoneInfo(zone))
        times = [moment for clock in clocks for moment in clock]
        assert times == sorted(times)
        assert {club.night_date_of(moment) for moment in times} == {night.date}


def test_house_rules_make_a_game_fit_the_players():
    game = find("good-little-tricks")

    tables = [made_up_match.seat(Random(seed), [game], NAMES, 0, set()) for seed in range(20)]

    assert {table.deal.left for table in tables} == {0}
    assert all(table.rules.differing["deck"] for table in tables)


def test_a_table_no_game_is_for_is_refused():
    with pytest.raises(Impossible, match="there is no game for 4"):
        made_up_match.seat(Random(1), [], NAMES, 0, set())


def test_a_game_nobody_has_played_yet_comes_first():
    every, known = [game for game in games().values() if len(NAMES) in game.seats], set()
    for _ in every:
        known.add(made_up_match.seat(Random(1), every, NAMES, 0, known).game.key)

    assert known == {game.key for game in every}
