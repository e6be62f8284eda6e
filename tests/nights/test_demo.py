"""`manage.py demo`: a record of people who never were, as if it had been entered, and the same each time."""

import unicodedata
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from itertools import groupby, pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client

from games import scoresheet
from games.house_rules import HouseRules
from games.impossible import Impossible
from games.registry import find, games
from scorekeeper.club.models import Club, Device, Player, folded
from scorekeeper.nights.demo import filling, history, matches
from scorekeeper.nights.demo.evenings import MATCHES, PEOPLE, evenings, moments
from scorekeeper.table.models import Bid, Entry, Line, Match, Round, Seat, Trick
from tests.table.tables import NAMES, a_match, again, entry, record_of

UNTIL = date(2026, 11, 14)


def demo(*arguments):
    told = StringIO()
    call_command("demo", *arguments, stdout=told)
    return told.getvalue()


def exported():
    return [scoresheet.dump(match.sheet()) for match in Match.objects.order_by("pk")]


def everything():
    """All that a rebuild could change."""
    books = Match.objects.order_by("pk").values_list("evening", "version", "started", "house_rules")
    return [record_of(match) for match in Match.objects.order_by("pk")], list(books)


# --- The same each time ---


@pytest.mark.once
@pytest.mark.django_db
def test_the_same_seed_makes_the_same_sheets_on_whatever_day():
    with time_machine.travel(datetime(2027, 3, 1, tzinfo=UTC)):
        demo("--matches", "30")
    first = exported()
    with time_machine.travel(datetime(2031, 8, 9, tzinfo=UTC)):
        demo("--matches", "30", "--into-this-club")

    assert exported() == first + first


@pytest.mark.once
@pytest.mark.django_db
def test_another_seed_makes_other_matches():
    demo("--matches", "5")
    demo("--matches", "5", "--seed", "2", "--into-this-club")

    assert len(set(exported())) == 10


@pytest.mark.django_db
def test_until_moves_the_evenings_and_nothing_else():
    demo("--matches", "9", "--until", "2020-02-29")

    assert Match.objects.latest("started").evening == date(2020, 2, 29)
    assert Match.objects.count() == 9


# --- As if it had been entered ---


@pytest.mark.django_db
def test_rebuilding_changes_nothing():
    demo("--matches", "30")
    before = everything()

    call_command("rebuild", stdout=StringIO())

    assert everything() == before


@pytest.mark.once
@pytest.mark.django_db
def test_every_sheet_says_what_the_seats_say_and_comes_in_again_as_it_was():
    demo("--matches", "30")
    club = Club.here()

    for match in Match.objects.order_by("pk"):
        sheet = scoresheet.load(scoresheet.dump(match.sheet()))
        _, _, card = scoresheet.play(sheet)
        assert [seat.total for seat in match.places] == [card.totals[seat.side] for seat in match.places]
        assert scoresheet.dump(Match.from_sheet(club, sheet).sheet()) == scoresheet.dump(sheet)


@pytest.mark.django_db
def test_every_round_has_its_ledger_and_every_match_its_history(monkeypatch):
    monkeypatch.setattr(matches, "A_SLIP", 0.2)
    monkeypatch.setattr(matches, "BROKEN_OFF", 0.5)
    demo("--matches", "12")

    for match in Match.objects.order_by("pk"):
        entries = list(match.entries.order_by("number"))
        stands = {one.round_number: one.after["facts"] for one in entries if one.round_number}
        assert [one.number for one in entries] == list(range(1, match.version + 1))
        assert stands == dict(match.rounds.values_list("number", "facts"))
        assert [one.at for one in entries] == sorted(one.at for one in entries)
        assert match.started < entries[0].at
        assert match.ended == (None if match.is_open else entries[-1].at)
    assert {"played", "corrected"} <= set(Entry.objects.values_list("verb", flat=True))
    assert not Round.objects.filter(lines=None).exists()
    assert Bid.objects.exists()
    assert Trick.objects.exists()


@pytest.mark.django_db
def test_what_was_made_up_can_be_taken_back_and_played_on_like_anything_else(monkeypatch):
    monkeypatch.setattr(matches, "A_SLIP", 1)
    demo("--matches", "1")
    match = again(Match.objects.get())
    corrected = match.entries.filter(verb="corrected").latest("number")

    match.undo(corrected, entry(match))

    assert match.rounds.get(number=corrected.round_number).facts == corrected.before["facts"]


@pytest.mark.once
@pytest.mark.django_db
def test_people_came_when_they_first_played_and_no_phone_that_exists_entered_anything():
    demo("--matches", "30")

    for player in Player.objects.all():
        began = Match.objects.filter(seats__player=player).order_by("started").values_list("started", flat=True)
        assert (player.joined, player.last_played) == (began.first(), began.last())
    assert set(Entry.objects.values_list("device", flat=True)) <= set(Device.objects.values_list("pk", flat=True))


@pytest.mark.django_db
def test_its_pages_can_be_looked_at():
    demo("--matches", "12")
    match = Match.objects.latest("started")
    client = Client(headers={"host": "localhost"})

    for where in ("/", f"/matches/{match.pk}/", f"/matches/{match.pk}/history/", f"/nights/{match.evening}/"):
        assert client.get(where).status_code == 200


# --- A plausible club ---


@pytest.mark.once
@pytest.mark.django_db
def test_there_is_something_of_everything():
    demo("--matches", "250")
    every = Match.objects.all()

    assert set(every.values_list("game_key", flat=True)) == set(games())
    assert every.filter(finished=False, called_over=False).exists()
    assert every.filter(finished=False, called_over=True).exists()
    assert every.filter(called_over=True, finished=True, game_key="maverick", house_rules={}).exists()
    assert 20 < every.exclude(house_rules={}).count() < 150
    assert 2500 < Round.objects.count() < 7500
    assert Seat.objects.filter(player__name="Ada").count() > 4 * Seat.objects.filter(player__name="Uncle Theo").count()
    for late in every.filter(started__hour__lt=5)[:5]:
        assert late.evening == late.started.date() - timedelta(days=1)
    assert every.filter(started__hour__lt=5).exists()
    assert not Line.objects.exclude(round__match__in=every).exists()


def test_names_are_short_and_long_and_written_in_every_direction():
    lengths = {len(name) for name in PEOPLE}

    assert {1, 40} <= lengths
    assert max(lengths) == 40
    assert {"R", "AL"} & {unicodedata.bidirectional(letter) for name in PEOPLE for letter in name}
    assert any(unicodedata.category(letter) == "So" for name in PEOPLE for letter in name)
    assert [folded(name) for name in PEOPLE] == list(PEOPLE)


def test_evenings_are_of_one_to_twelve_matches_and_never_two_of_a_day():
    nights = evenings(Random(3), 1000, UNTIL, range(2, 8))

    assert sum(night.matches for night in nights) == 1000
    assert {night.matches for night in nights} == set(MATCHES)
    assert all(one.date < other.date for one, other in pairwise(nights))
    assert nights[-1].date == UNTIL
    assert all(len(set(night.names)) == len(night.names) for night in nights)


def test_only_so_many_come_as_there_is_a_game_for():
    assert {len(night.names) for night in evenings(Random(3), 100, UNTIL, [4])} == {4}


@pytest.mark.parametrize("zone", ["Europe/Vienna", "America/Los_Angeles", "Pacific/Auckland"])
def test_matches_follow_each_other_within_their_evening(zone):
    club, luck = Club(zone=zone), Random(5)
    for night in evenings(luck, 400, UNTIL, range(2, 8)):
        clocks = moments(luck, night, [51] * night.matches, ZoneInfo(zone))
        times = [moment for clock in clocks for moment in clock]
        assert times == sorted(times)
        assert {club.evening_of(moment) for moment in times} == {night.date}


@pytest.mark.once
@pytest.mark.django_db
def test_the_same_people_sit_through_an_evening_and_the_deal_moves_on():
    demo("--matches", "40")
    nights = groupby(Match.objects.order_by("pk"), lambda match: match.evening)

    for _, tonight in nights:
        for match, following in pairwise(tonight):
            assert following.names == match.names
            assert following.first_dealer == match.next_dealer
            assert following.started - match.entries.latest("number").at >= timedelta(minutes=5)


def test_a_game_whose_usual_rules_do_not_fit_is_played_by_others():
    game = find("good-little-tricks")

    tables = [matches.seat(Random(seed), [game], NAMES, 0, set()) for seed in range(20)]

    assert {table.deal.left for table in tables} == {0}
    assert all(table.rules.differing["deck"] for table in tables)


def test_people_no_game_is_for_are_told_so():
    with pytest.raises(Impossible, match="there is no game for 4"):
        matches.seat(Random(1), [], NAMES, 0, set())


def test_what_nobody_has_played_yet_is_played_first():
    every, known = list(games().values()), set()
    for _ in every:
        known.add(matches.seat(Random(1), every, NAMES, 0, known).game.key)

    assert known == set(games())


def test_house_rules_stay_near_what_is_usual():
    for game in games().values():
        for option in game.house_rules:
            value = matches._some_value(Random(2), option)
            assert HouseRules(game.house_rules, {option.name: value})


# --- What it will not do ---


@pytest.mark.django_db
@pytest.mark.parametrize("own", ["a match", "a player"])
def test_a_club_with_a_record_of_its_own_is_left_alone(own):
    if own == "a match":
        a_match(1)
    else:
        Player.objects.create(club=Club.here(), name="Ada")

    with pytest.raises(CommandError, match="has players or matches of its own"):
        demo("--matches", "3")

    assert Match.objects.count() == (own == "a match")
    assert not Device.objects.exists()


@pytest.mark.django_db
def test_somebody_who_gets_made_up_matches_is_named():
    mine = a_match(1)
    joined = Player.objects.get(name="Ada").joined

    told = demo("--matches", "20", "--into-this-club")

    assert "Here before, and with made-up matches now: " in told
    assert "Ada" in told
    assert Player.objects.get(name="Ada").joined == joined
    assert Player.objects.get(name="Ada").last_played > datetime(2026, 11, 14, 12, tzinfo=UTC)
    assert again(mine).names == list(NAMES)


@pytest.mark.django_db
def test_all_of_it_is_written_or_nothing(monkeypatch):
    written = []

    def breaks(*told):
        written.append(told)
        if len(written) > 1:
            raise OSError("the plug was pulled")
        history.write_history(*told)

    monkeypatch.setattr(filling, "write_history", breaks)
    with pytest.raises(OSError, match="the plug was pulled"):
        demo("--matches", "150")

    assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_game_that_does_not_say_how_people_play_it_is_left_out_and_named(monkeypatch):
    silent = {key: replace(game, plausible=None) if key == "maverick" else game for key, game in games().items()}
    monkeypatch.setattr(filling, "games", lambda: silent)

    told = demo("--matches", "40")

    assert told.startswith("Maverick is left out: ")
    assert not Match.objects.filter(game_key="maverick").exists()


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--matches", "0", "'0' is not a number from 1 to 100000"),
        ("--matches", "many", "'many' is not a number"),
        ("--until", "tomorrow", "'tomorrow' is not a date from 1970 to 2999, as in 2026-11-14"),
        ("--until", "0001-01-01", "'0001-01-01' is not a date from 1970"),
        ("--seed", "x", "invalid int value"),
    ],
)
def test_what_it_cannot_do_is_said_in_one_line(option, value, told):
    with pytest.raises(CommandError, match=told):
        demo(option, value)


@pytest.mark.django_db
def test_it_says_what_it_made():
    assert demo("--matches", "1") == "1 match of 5 rounds on 1 evening, the last one on 14 November 2026.\n"
