"""The books: counted from the ledger when somebody looks, and always what the ledger says."""

import pytest

from scorekeeper.club.models import Club
from scorekeeper.nights.books import balance
from scorekeeper.nights.models import Tally
from scorekeeper.table.models import Match
from tests.table.tables import six_rounds

pytestmark = pytest.mark.django_db


def tallied(**which):
    """What the books say of each player, by name: cases and their sum."""
    return {tally.player.name: (tally.n, tally.total) for tally in Tally.objects.filter(**which)}


def test_a_finished_match_is_counted_when_somebody_looks():
    match = six_rounds(6)
    assert not Tally.objects.exists()

    balance(Club.here())

    year, month = match.evening.year, match.evening.year * 100 + match.evening.month
    for period in (0, year, month):
        assert tallied(period=period, stat="won") == {"Ada": (1, 1), "Ben": (1, 1), "Cleo": (1, 1)}
        assert tallied(period=period, stat="rounds") == {"Ada": (6, 6), "Ben": (6, 6), "Cleo": (6, 6)}
    assert not Match.objects.filter(uncounted=True).exists()
