"""From every figure of the books to the rounds that made it."""

from itertools import product

import pytest

from scorekeeper.club.models import Club, Player
from scorekeeper.nights.books import (
    Selection,
    balance,
    behind,
    parts,
    told,
)
from scorekeeper.nights.periods import Period
from tests.matches.simulated import MADE_UP, a_match_of, luck_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture(scope="module", params=MADE_UP, ids=[game.key for game in MADE_UP])
def game(request, lasting):
    """Of each game a few matches, in the books."""
    luck = luck_of(7)
    for _ in range(4):
        a_match_of(request.param, luck, 4)
    balance(Club.here())
    return request.param


def test_every_figure_leads_back_to_the_rounds_that_made_it(game):
    club, seen = Club.here(), 0
    for period, seats in product(("", "2025", "2026-01"), (0, 3)):
        selection = Selection(club, Period.read(period), game.key, seats)
        for somebody in Player.objects.all():
            for one in told(selection, somebody):
                for figure in (one.whole, *one.parts):
                    rounds = list(behind(selection, one.statistic, somebody, figure.part))
                    made_of = parts(selection, one.statistic, somebody, figure.part)
                    assert (len(rounds), sum(case.value for case in rounds)) == (figure.n, figure.total)
                    assert sum(part.figure.n for part in made_of) == figure.n
                    assert sum(part.figure.total for part in made_of) == figure.total
                    assert sum(part.figure.sample for part in made_of) <= figure.sample
                    seen += 1
    assert seen
