"""The books: counted from the ledger when somebody looks; cheap and never wrong."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.typed import read
from scorekeeper.club.models import Club
from scorekeeper.nights.books import (
    balance,
    make_anew,
)
from scorekeeper.nights.models import Best, Pair, Rating, Tally
from scorekeeper.table.models import Match
from tests.matches.factory import a_hand, a_match, entry, six_rounds, suits
from tests.statistics.totals import FIRST, books, on, tallied

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_a_finished_match_is_counted_when_somebody_looks():
    match = six_rounds(6)
    assert not Tally.objects.exists()

    balance(Club.here())

    year, month = match.evening.year, match.evening.year * 100 + match.evening.month
    for period in (0, year, month):
        assert tallied(period=period, stat="won") == {"Ada": (1, 1), "Ben": (1, 1), "Cleo": (1, 1)}
        assert tallied(period=period, stat="rounds") == {"Ada": (6, 6), "Ben": (6, 6), "Cleo": (6, 6)}
    assert not Match.objects.filter(uncounted=True).exists()


def test_a_match_that_goes_on_tells_of_its_rounds_and_of_no_winner():
    six_rounds(4)

    balance(Club.here())

    assert tallied(period=0, stat="rounds")["Ada"] == (4, 4)
    assert not Tally.objects.filter(stat__in=["won", "place", "points"]).exists()
    assert not Pair.objects.exists()
    assert not Rating.objects.exists()


def test_a_correction_of_an_old_match_brings_every_figure_along():
    match = on(six_rounds(6), FIRST - timedelta(days=400))
    on(six_rounds(6), FIRST)
    balance(Club.here())
    before = books()

    match.correct(1, read(suits(2, 2, 2, 2, 2, 2), match.game.record), entry(match))
    balance(Club.here())

    assert tallied(period=0, stat="sweeps") == {"Cleo": (1, 1)}
    assert books() != before
    after = books()
    make_anew(Club.here())
    assert books() == after


def test_nothing_stays_of_what_was_deleted():
    match = a_match(1)
    balance(Club.here())
    assert Tally.objects.exists()

    match.delete_round(1, entry(match))
    balance(Club.here())

    assert books() == [[], [], [], []]


def test_nothing_is_asked_but_one_indexed_query_where_nothing_changed(django_assert_num_queries):
    six_rounds(6)
    balance(Club.here())
    club = Club.here()

    with django_assert_num_queries(1), CaptureQueriesContext(connection) as asked:
        balance(club)

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
            assert "match_uncounted" in str(cursor.fetchall())


def test_saving_a_round_asks_nothing_of_the_books():
    match = a_match(2)
    with CaptureQueriesContext(connection) as asked:
        match.play(a_hand(match), entry(match))

    assert not [query for query in asked if "nights_" in query["sql"]]


def test_balancing_takes_as_many_statements_however_much_was_played():
    def statements(rounds):
        six_rounds(rounds)
        with CaptureQueriesContext(connection) as asked:
            balance(Club.here())
        return len(asked)

    statements(1)  # the first look of all finds books nobody wrote
    first = statements(6)
    for _ in range(5):
        six_rounds(6)

    assert statements(6) == first


def test_the_rebuild_mends_books_that_were_spoilt():
    six_rounds(6)
    balance(Club.here())
    before = books()
    Tally.objects.filter(stat="won").delete()
    Pair.objects.update(total=99)
    Rating.objects.update(mean=1)
    Best.objects.update(value=3)

    call_command("rebuild", stdout=StringIO())

    assert books() == before
