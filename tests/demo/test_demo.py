"""`manage.py demo`: made-up game nights as if they had been entered, and the same each time."""

import re
from datetime import UTC, date, datetime
from io import StringIO
from itertools import groupby, pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games.core import scoresheet
from games.core.registry import find, games
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.demo import fill
from scorekeeper.matches.entry_history import changes_of
from scorekeeper.matches.models import Entry, Match, Round
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.matches.factory import NAMES, make_match, snapshot

UNTIL = date(2026, 11, 14)
pytestmark = pytest.mark.django_db


def demo(*arguments):
    output = StringIO()
    call_command("demo", *arguments, stdout=output)
    return output.getvalue()


def exported():
    sheets = map(scoresheets.sheet_of, Match.objects.order_by("pk"))
    return [scoresheet.dump(replace(sheet, key=None)) for sheet in sheets]


def test_the_same_seed_makes_the_same_sheets_on_any_day_and_another_seed_others():
    for day in (datetime(2027, 3, 1, tzinfo=UTC), datetime(2031, 8, 9, tzinfo=UTC)):
        with time_machine.travel(day):
            demo("--matches", "8", "--into-this-club")
    sheets = exported()
    assert sheets[:8] == sheets[8:]
    assert Match.objects.latest("started").night_date == UNTIL

    demo("--matches", "4", "--seed", "2", "--until", "2027-02-28", "--into-this-club")

    assert len(set(exported())) == 12
    assert Match.objects.latest("started").night_date == date(2027, 2, 28)


def test_every_round_has_its_ledger_and_every_match_its_history(monkeypatch):
    monkeypatch.setattr(fill, "SLIP_CHANCE", 0.2)
    monkeypatch.setattr(fill, "BREAK_CHANCE", 0.5)
    demo("--matches", "12")

    for match in Match.objects.order_by("pk"):
        changes = changes_of(match)[::-1]
        entries = [change.entry for change in changes]
        current = {change.number: change.after.facts for change in changes if change.number}
        assert [entry.number for entry in entries] == list(range(1, match.version + 1))
        assert current == dict(match.rounds.values_list("number", "facts"))
        assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
        assert match.started < entries[0].at
        assert match.ended == (None if match.is_open else entries[-1].at)
    assert {"play", "correct"} <= set(Entry.objects.values_list("action", flat=True))
    assert not Round.objects.filter(lines=None).exists()
    before = [snapshot(match) for match in Match.objects.order_by("pk")]
    call_command("rebuild", stdout=StringIO())
    assert [snapshot(match) for match in Match.objects.order_by("pk")] == before


def test_the_demo_plays_every_game_and_the_deal_moves_on():
    output = demo("--matches", "60")

    omitted = {game.key for game in games().values() if f"{game.name} is left out: " in output}
    assert omitted == {game.key for game in games().values() if not game.simulate}
    played = {key.partition(":")[0] for key in Match.objects.values_list("game_key", flat=True)}
    assert played == games().keys() - omitted
    assert re.search(r"60 matches of \d+ rounds on \d+ game nights, the last one on 14 November 2026\.", output)
    assert 0 < Match.objects.exclude(house_rules={}).count() < 50
    for _, tonight in groupby(Match.objects.order_by("pk"), lambda match: match.night_date):
        for match, following in pairwise(tonight):
            assert (following.names, following.first_dealer) == (match.names, match.next_dealer)
    for player in Player.objects.all():
        began = Match.objects.filter(seats__player=player).order_by("started").values_list("started", flat=True)
        assert (player.joined, player.last_played) == (began.first(), began.last())


def test_a_club_with_players_of_its_own_is_left_alone():
    Player.objects.create(club=Club.get_default(), name="Ada")

    with pytest.raises(CommandError, match="has players or matches of its own"):
        demo("--matches", "3")

    assert not Match.objects.exists()
    assert not Device.objects.exists()


def test_a_player_who_gets_made_up_matches_is_named_and_keeps_the_day_of_joining():
    make_match(1)
    joined = Player.objects.get(name="Ada").joined

    output = demo("--matches", "10", "--into-this-club")

    assert re.search("Already here, now with made-up matches: .*Ada", output)
    assert Player.objects.get(name="Ada").joined == joined


def test_everything_is_saved_or_nothing(monkeypatch):
    monkeypatch.setattr(fill, "write_log", None)
    with pytest.raises(TypeError):
        demo("--matches", "8")

    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_a_wrong_option_is_refused_in_one_line():
    with pytest.raises(CommandError, match="'tomorrow' is not a date from 1970 to 2999, as in 2026-11-14"):
        demo("--until", "tomorrow")
    with pytest.raises(CommandError, match="'0' is not a number from 1 to 100000"):
        demo("--matches", "0")


@cases("zone", ["Europe/Vienna", "America/Los_Angeles", "Pacific/Auckland"])
def test_matches_follow_each_other_within_their_night(zone):
    club, rng = Club(zone=zone), Random(5)
    nights = fill.plan_nights(rng, 400, UNTIL, [4])

    assert sum(night.matches for night in nights) == 400
    assert all(night.date < following.date for night, following in pairwise(nights))
    assert {len(set(night.names)) for night in nights} == {4}
    for night in nights:
        timelines = fill.entry_times(rng, night.date, [51] * night.matches, ZoneInfo(zone))
        times = [moment for timeline in timelines for moment in timeline]
        assert times == sorted(times)
        assert {club.night_date_of(moment) for moment in times} == {night.date}


def test_house_rules_make_a_game_fit_the_players():
    states = [fill.initial_state(Random(seed), [find("good-little-tricks")], NAMES, 0, set()) for seed in range(20)]

    assert {state.deal.left for state in states} == {0}
    assert all(state.rules.differing["deck"] for state in states)
