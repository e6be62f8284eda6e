"""The playing time of a match: when it was started and ended, its pauses and its pace, from the times of its rounds."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.history.playing_time import playing_times
from scorekeeper.matches import recording
from scorekeeper.matches.models import Entry, Match
from scorekeeper.transfer.scoresheets import sheet_of
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import entry, import_sheet, make_hand, make_match, reload, six_rounds

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def club():
    return Club.objects.create(name="Us", zone="UTC")


def timed(*minutes, match=None, ended=True):
    """A match started at 20:00; each round took so many minutes."""
    match = match or make_match(len(minutes))
    if ended and match.is_open:
        recording.finish(match, entry(match))
    at = START
    for took, saved in zip(minutes, match.entries.order_by("number"), strict=False):
        at += timedelta(minutes=took)
        Entry.objects.filter(pk=saved.pk).update(at=at)
    Match.objects.filter(pk=match.pk).update(started=START, night_date=START.date())
    return reload(match)


def words(match):
    time = playing_times([match])[match.pk]
    return time and time.in_words


def text(url):
    return " ".join(Browser().open(url).text.split())


PACES = [
    ((5, 5, 5), "15 min of play · a hand every 5 minutes"),
    ((12, 15, 13), "40 min of play · a hand every 13 minutes"),
    ((30, 30, 40), "1 h 40 min of play · a hand every 33 minutes"),
    ((5, 5), "10 min of play"),
    ((5, 5, 45, 5, 5), "25 min of play · a hand every 5 minutes · a pause of 40 min after hand 2"),
    ((30, 5, 5, 5), "20 min of play · a hand every 5 minutes · a pause of 25 min at the start"),
    ((5, 5, 24, 5, 5), "44 min of play · a hand every 9 minutes"),
    ((2, 2, 15, 2, 2), "23 min of play · a hand every 5 minutes"),
    ((10, 10, 10, 35, 10), "1 h 15 min of play · a hand every 15 minutes"),
    ((0.4, 0.4, 0.1), "1 min of play · a hand every 20 seconds"),
    (
        (5, 5, 5, 5, 3 * 24 * 60, 5, 35, 5, 5),
        "45 min of play · a hand every 5 minutes · a pause of 3 days after hand 4 and one of 30 min after hand 6",
    ),
    ((5, 5, 35, 5, 35, 5, 35, 5, 35, 5), "50 min of play · a hand every 5 minutes · 4 pauses, 2 h in all"),
]


@cases("minutes, described", PACES)
def test_play_pace_and_pauses_follow_from_the_times_of_the_rounds(minutes, described):
    assert words(timed(*minutes)) == described


ENTERED_AFTERWARDS = {
    "typed in at once": (0.2, 0.2, 0.2, 0.3),
    "on another day": (14 * 60, 5, 5),
    "before it was started": (-5, 5, 5),
}


@cases("minutes", ENTERED_AFTERWARDS.values())
def test_a_match_that_was_entered_afterwards_says_nothing(minutes):
    match = timed(*minutes)
    assert words(match) is None
    assert "of play" not in text(f"/matches/{match.pk}/review/")
    assert "of play" not in text("/nights/2026-11-21/")


def test_a_match_from_a_file_says_nothing_also_when_it_goes_on(club):
    match = timed(5, 5, 5, ended=False)
    imported = import_sheet(club, sheet_of(match))
    assert words(imported) is None
    Match.objects.filter(pk=imported.pk).update(started=timezone.now() - timedelta(hours=1))
    imported = reload(imported)
    recording.play(imported, make_hand(imported), entry(imported))
    assert words(reload(imported)) is None


def test_rounds_kept_by_a_phone_without_a_network_are_no_pause():
    assert words(timed(5, 5, 40, 0.01, 0.02, 5, 5, 5)) == "1 h 5 min of play · a hand every 8 minutes"


@pytest.mark.postgresql
def test_corrections_missed_rounds_and_redone_rounds_keep_the_times():
    match = make_match(4)
    played = words(timed(5, 5, 5, 5, match=match, ended=False))
    match = reload(match)
    recording.correct(match, 2, make_hand(match, number=2), entry(match))
    undone = recording.undo(match, match.entries.get(number=4), entry(match))
    recording.undo(match, undone, entry(match))
    assert words(reload(match)) == played == "20 min of play · a hand every 5 minutes"


def test_a_missed_round_counts_without_a_time_of_its_own():
    match = timed(5, 5, 5, match=six_rounds(3), ended=False)
    recording.insert(match, 2, match.round_facts[0], entry(match))
    assert words(reload(match)) == "15 min of play · a round every 4 minutes"


def test_the_review_and_the_night_show_when_a_match_ended():
    match = timed(5, 5, 45, 5, 5)
    other = timed(20, 20, 20)
    review, night = text(f"/matches/{match.pk}/review/"), text("/nights/2026-11-21/")
    assert "Sat, 21 Nov 2026, 20:00 to 21:05" in review
    assert "a pause of 40 min after hand 2" in review
    assert "20:00 to 21:05" in night
    assert "20:00 to 21:00" in night
    assert "1 h 25 min of play" in night
    Entry.objects.filter(match=other).update(at=START + timedelta(days=1))
    assert "of play" not in text("/nights/2026-11-21/")


def test_a_match_that_ends_on_another_day_says_which():
    match = timed(5, 5, 24 * 60, 5)
    assert "20:00 to Sun, 22 Nov, 20:15" in text(f"/matches/{match.pk}/review/")


def test_a_match_without_a_round_has_no_playing_time():
    assert words(make_match()) is None


def test_an_open_match_has_no_end_yet():
    match = timed(5, 5, 5, ended=False)
    review, night = text(f"/matches/{match.pk}/review/"), text("/nights/2026-11-21/")
    assert "20:00 to" not in review + night
    assert "15 min of play" in review
