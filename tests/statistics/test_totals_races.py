"""The books while many look and play, and on a full disk: never wrong, and there to be read."""

from datetime import timedelta

import pytest

from games.typed import read
from scorekeeper.club.models import Club
from scorekeeper.nights.books import (
    Selection,
    balance,
    make_anew,
    standings,
)
from scorekeeper.table.models import Match
from tests.concurrency import finish_all, start_thread
from tests.matches.factory import entry, six_rounds, suits
from tests.server.test_full_disk import every_trouble
from tests.statistics.totals import FIRST, books, on, tallied

pytestmark = pytest.mark.postgresql


@pytest.mark.django_db(transaction=True)
def test_eight_who_look_at_once_balance_the_books_once():
    for moment in (FIRST, FIRST + timedelta(days=3), FIRST - timedelta(days=40)):
        on(six_rounds(6), moment)
    club = Club.here()

    finish_all([start_thread(lambda: balance(club)) for _ in range(8)])

    at_once = books()
    make_anew(club)
    assert books() == at_once
    assert tallied(period=0, stat="won")["Ada"] == (3, 3)


@pytest.mark.django_db(transaction=True)
def test_what_is_played_while_others_look_is_counted_by_whoever_looks_next():
    matches, club = [six_rounds() for _ in range(3)], Club.here()

    def play(match):
        for number in range(6):
            match.play(read(suits(*[number % 3] * 5, (number + 1) % 3), match.game.record), entry(match))

    def look():
        for _ in range(10):
            balance(club)

    finish_all(
        [*[start_thread(lambda match=match: play(match)) for match in matches], start_thread(look), start_thread(look)]
    )
    balance(club)

    counted = books()
    assert tallied(period=0, stat="rounds")["Ada"] == (18, 18)
    make_anew(club)
    assert books() == counted


@every_trouble
@pytest.mark.django_db(transaction=True)
def test_without_room_the_books_stay_as_they_were_and_can_be_read(trouble):
    six_rounds(6)
    club = Club.here()
    balance(club)
    before = books()
    six_rounds(6)
    Match.objects.update(uncounted=True)

    with trouble():
        balance(club)
        assert books() == before
        assert standings(Selection(club))[0].won.n == 1

    balance(club)
    assert standings(Selection(club))[0].won.n == 2
