"""A new version that counts something more, or otherwise, has it counted of all that was played, by itself."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.registry import find
from games.statistics import statistics_of
from scorekeeper.club.models import Club
from scorekeeper.nights.books import balance, declared
from scorekeeper.nights.models import Tally
from tests.cases import cases
from tests.matches.factory import six_rounds

pytestmark = pytest.mark.django_db

GAME = find("big-little")
BIDS = next(one for one in GAME.statistics if one.source == "bids")


@pytest.fixture
def counted_by(monkeypatch):
    """Have other statistics be declared, in all games."""

    def another(change):
        declared.declared.cache_clear()
        monkeypatch.setattr(declared, "statistics_of", lambda game: change(statistics_of(game)))
        monkeypatch.setattr("scorekeeper.nights.books.counted.statistics_of", lambda game: change(statistics_of(game)))
        return declared.declared()

    yield another
    declared.declared.cache_clear()


def counted():
    return set(Tally.objects.filter(period=0).values_list("stat", flat=True))


def test_what_was_not_counted_before_is_counted_when_somebody_looks(counted_by):
    counted_by(lambda statistics: statistics[:4])
    six_rounds(6)
    balance(Club.here())
    assert counted() == {"won", "place", "points", "rounds"}

    counted_by(lambda statistics: statistics)
    assert Client(headers={"host": "localhost"}).get("/club/").status_code == 200

    assert counted() > {"won", "place", "points", "rounds"}


def test_what_is_counted_no_longer_is_forgotten(counted_by):
    six_rounds(6)
    balance(Club.here())

    counted_by(lambda statistics: statistics[:4])
    balance(Club.here())

    assert counted() == {"won", "place", "points", "rounds"}


def test_another_club_is_counted_anew_when_its_own_people_look(counted_by):
    theirs = Club.objects.create(name="Theirs")
    for club in (Club.here(), theirs):
        balance(club)

    counted_by(lambda statistics: statistics[:4])
    balance(Club.here())

    assert Club.here().counted_by != Club.objects.get(pk=theirs.pk).counted_by


@cases("change", [{"key": "other"}, {"value": "taken"}, {"kinds": ("null",)}, {"worth": "above"}, {"by": ""}])
def test_each_thing_a_figure_is_counted_by_has_it_counted_anew(counted_by, change):
    before = declared.declared()

    assert before != counted_by(
        lambda statistics: [replace(one, **change) if one == BIDS else one for one in statistics]
    )


def test_other_words_for_a_figure_change_nothing(counted_by):
    before = declared.declared()

    assert before == counted_by(
        lambda statistics: [replace(one, title="Otherwise", definition="In other words.") for one in statistics]
    )


def test_a_page_asks_nothing_more_to_see_that_nothing_changed():
    six_rounds(6)
    client = Client(headers={"host": "localhost"})
    client.get("/club/")

    with CaptureQueriesContext(connection) as asked:
        client.get("/club/")

    assert not [one["sql"] for one in asked if "counted_by" in one["sql"] and "token_hash" not in one["sql"]]


def test_who_looks_at_once_has_it_counted_anew_only_once():
    six_rounds(6)
    first, second = Club.here(), Club.here()
    balance(first)
    before = set(Tally.objects.values_list("pk", flat=True))

    balance(second)

    assert set(Tally.objects.values_list("pk", flat=True)) == before
