"""The totals of each month: counted from the ledger when somebody looks; cheap, and never wrong, whoever else plays."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.definition import Game
from games.core.registry import find
from games.core.schema import read
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.statistics import monthly_totals, ratings, views
from scorekeeper.statistics.figures import leaderboard
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal, Rating, StaleRatings
from scorekeeper.statistics.monthly_totals import recount, update_totals
from scorekeeper.statistics.selection import Selection
from tests.concurrency import finish_all, start_thread
from tests.devices import member
from tests.matches.factory import entry, make_hand, make_match, six_rounds, suits
from tests.server.test_full_disk import every_trouble
from tests.statistics.totals import FIRST, all_totals, on, tallied

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_a_finished_match_is_counted_when_somebody_looks():
    match = six_rounds(6)
    assert not PlayerTotal.objects.exists()

    update_totals(Club.here())

    for period in (0, match.night_date.year, match.night_date.year * 100 + match.night_date.month):
        assert tallied(period=period, figure__stat="won") == {"Ada": (1, 1), "Ben": (1, 1), "Cleo": (1, 1)}
        assert tallied(period=period, figure__stat="rounds") == {"Ada": (6, 6), "Ben": (6, 6), "Cleo": (6, 6)}
    assert not Match.objects.filter(needs_recount=True).exists()


def test_rebuild_mends_spoilt_totals():
    six_rounds(6)
    update_totals(Club.here())
    before = all_totals()
    PlayerTotal.objects.filter(figure__stat="won").delete()
    PairTotal.objects.update(total=99)
    Rating.objects.update(mean=1)
    PlayerBest.objects.update(value=3)

    call_command("rebuild", stdout=StringIO())

    assert all_totals() == before


# --- Cost ---


def test_one_indexed_query_finds_that_nothing_changed(django_assert_num_queries):
    six_rounds(6)
    update_totals(Club.here())
    club = Club.here()

    with django_assert_num_queries(1), CaptureQueriesContext(connection) as queries:
        update_totals(club)

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
            assert "match_uncounted" in str(cursor.fetchall())


def test_saving_a_round_asks_nothing_of_the_totals():
    match = make_match(2)
    with CaptureQueriesContext(connection) as queries:
        recording.play(match, make_hand(match), entry(match))

    tables = [kind._meta.db_table for kind in (PlayerTotal, PairTotal, PlayerBest, Rating)]
    assert not [query for query in queries if any(table in query["sql"] for table in tables)]


def test_counting_takes_as_many_statements_however_much_was_played():
    def statements(rounds):
        six_rounds(rounds)
        with CaptureQueriesContext(connection) as queries:
            update_totals(Club.here())
        return len(queries)

    statements(6)  # the first count of all finds no totals
    first = statements(6)
    for _ in range(5):
        six_rounds(6)

    assert statements(6) == first


# --- In slices ---


def test_a_page_counts_for_a_moment_and_says_when_there_is_more_to_count(monkeypatch):
    for months in range(4):
        on(six_rounds(6), FIRST - timedelta(days=40 * months))
    monkeypatch.setattr(views, "A_PAGE", 0)
    monkeypatch.setattr(monthly_totals, "A_SLICE", 1)
    reader, answers = member(), []
    while not answers or "Refresh" in answers[-1].headers:
        answers.append(reader.get("/leaderboard/"))

    assert 3 <= len(answers) <= 6
    assert all("still being counted" in answer.content.decode() for answer in answers[:-1])
    assert "still being counted" not in answers[-1].content.decode()
    assert tallied(period=0, figure__stat="won")["Ada"] == (4, 4)


def test_a_round_saved_while_its_match_is_counted_is_counted_too(monkeypatch):
    match, counting = six_rounds(3), monthly_totals.count
    late = iter([read(suits(*[0] * 5, 1), match.game.facts)])

    def slow_count(*given):
        counted = counting(*given)
        for facts in late:
            recording.play(match, facts, entry(match))
        return counted

    monkeypatch.setattr(monthly_totals, "count", slow_count)
    update_totals(Club.here())

    assert tallied(period=0, figure__stat="rounds")["Ada"] == (4, 4)


def test_a_long_row_of_ratings_is_worked_out_in_slices(monkeypatch):
    matches = [on(six_rounds(6), FIRST + timedelta(days=number // 2)) for number in range(7)]
    update_totals(Club.here())
    before = all_totals()
    Rating.objects.all().delete()
    StaleRatings.objects.create(club=Club.here(), game_key="good-little-tricks", since=matches[0].night_date)
    monkeypatch.setattr(ratings, "A_SLICE", 1)

    assert len(list(monthly_totals.slices(Club.here()))) == 4
    assert all_totals() == before


# --- Other definitions of the statistics in a new version ---


@pytest.fixture
def define(monkeypatch):
    """Change the declared statistics of all games; return their new hash."""
    declared = Game.all_statistics.fget

    def change_all(change):
        monthly_totals.definitions_hash.cache_clear()
        monkeypatch.setattr(Game, "all_statistics", property(lambda game: change(declared(game))))
        return monthly_totals.definitions_hash()

    yield change_all
    monthly_totals.definitions_hash.cache_clear()


def counted():
    return set(PlayerTotal.objects.filter(period=0).values_list("figure__stat", flat=True))


def test_a_change_of_definitions_recounts_each_club_when_somebody_looks(define):
    few, theirs = {"won", "place", "points", "rounds"}, Club.objects.create(name="Theirs")
    six_rounds(6)
    for club in (Club.here(), theirs):
        update_totals(club)
    assert counted() > few

    define(lambda statistics: statistics[:4])
    assert counted() > few, "what was counted stays until it is counted anew"
    update_totals(Club.here())
    assert counted() == few
    assert Club.here().counted_by != Club.objects.get(pk=theirs.pk).counted_by

    define(lambda statistics: statistics)
    assert member().get("/leaderboard/").status_code == 200
    assert counted() > few


def test_all_clubs_are_counted_before_the_first_page_and_how_far_it_is_can_be_told(define):
    six_rounds(6)
    define(lambda statistics: statistics[:4])
    told = []
    monthly_totals.count_everything(lambda *done: told.append(done))

    assert counted() == {"won", "place", "points", "rounds"}
    assert told[-1][0] == told[-1][1]


def test_what_is_counted_changes_the_hash_and_its_words_do_not(define):
    bids, before = (
        next(one for one in find("big-little").statistics if one.source == "bids"),
        monthly_totals.definitions_hash(),
    )

    for change in ({"key": "other"}, {"value": "taken"}, {"kinds": ("null",)}, {"worth": "above"}, {"by": ""}):
        assert before != define(lambda all_, c=change: [replace(o, **c) if o == bids else o for o in all_]), change
    words = {"title": "Another", "definition": "In other words."}
    assert before == define(lambda statistics: [replace(one, **words) for one in statistics])


def test_a_club_object_read_before_a_recount_recounts_nothing():
    six_rounds(6)
    first, second = Club.here(), Club.here()
    update_totals(first)
    before = set(PlayerTotal.objects.values_list("pk", flat=True))

    update_totals(second)

    assert set(PlayerTotal.objects.values_list("pk", flat=True)) == before


# --- Many at once, and a full disk ---


@pytest.mark.django_db(transaction=True)
def test_eight_who_look_at_once_count_once():
    for moment in (FIRST, FIRST + timedelta(days=3), FIRST - timedelta(days=40)):
        on(six_rounds(6), moment)
    club = Club.here()

    finish_all([start_thread(lambda: update_totals(club)) for _ in range(8)])

    at_once = all_totals()
    recount(club)
    assert all_totals() == at_once
    assert tallied(period=0, figure__stat="won")["Ada"] == (3, 3)


@pytest.mark.django_db(transaction=True)
def test_rounds_played_while_others_count_are_counted_next():
    matches, club = [six_rounds() for _ in range(3)], Club.here()

    def play(match):
        for number in range(6):
            recording.play(match, read(suits(*[number % 3] * 5, (number + 1) % 3), match.game.facts), entry(match))

    def look():
        for _ in range(10):
            update_totals(club)

    finish_all([*[start_thread(lambda match=match: play(match)) for match in matches], *map(start_thread, [look] * 2)])
    update_totals(club)

    counted_at_once = all_totals()
    assert tallied(period=0, figure__stat="rounds")["Ada"] == (18, 18)
    recount(club)
    assert all_totals() == counted_at_once


@every_trouble
@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_the_totals_stay_and_can_be_read(trouble):
    six_rounds(6)
    club = Club.here()
    update_totals(club)
    before = all_totals()
    for months in range(6):  # rows of other months, for which the pages there are have no room
        on(six_rounds(6), FIRST - timedelta(days=31 * months))

    with trouble():
        update_totals(club)
        assert all_totals() == before
        assert leaderboard(Selection(club))[0].won.n == 1

    update_totals(club)
    assert leaderboard(Selection(club))[0].won.n == 7
