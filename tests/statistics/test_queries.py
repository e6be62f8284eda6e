"""Queries on the ledger: standings, periods, head to head, records, and the rounds behind a figure."""

from datetime import timedelta
from itertools import product

import pytest
from django.db import connection

from games.core.statistics import RECORDS_OF_EVERY_GAME
from scorekeeper.clubs.models import Club, Player
from scorekeeper.statistics.figure_cases import cases_of, period_figures
from scorekeeper.statistics.figures import player_statistics
from scorekeeper.statistics.head_to_head import SharedMatches, matrix, opponents, partners
from scorekeeper.statistics.records import records
from scorekeeper.statistics.selection import ChosenSelection, Period, Selection, played_games
from scorekeeper.statistics.standings import leaderboard
from tests.matches.factory import make_match, six_rounds
from tests.matches.simulated import MADE_UP, rng_of, simulate_match
from tests.statistics.played import FIRST, player, won_by
from tests.thoroughness import share

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_a_period_is_periods_whole_years_and_months():
    for moment in (FIRST, FIRST + timedelta(days=1), FIRST + timedelta(days=4), FIRST - timedelta(days=200)):
        won_by(0, moment)
    periods = {"": 4, "2025": 3, "2026": 1, "2025-12": 2, "2025-03..2026-01": 4, "2025-12..2026-01": 3}
    for period, n in periods.items():
        [ada] = [
            row for row in leaderboard(Selection(Club.get_default(), Period.read(period))) if row.player.name == "Ada"
        ]
        assert (ada.won.n, ada.won.total) == (n, n), period


def test_a_round_behind_a_figure_gives_its_reason():
    won_by(0, FIRST)
    selection = Selection(Club.get_default(), game="good-little-tricks")
    [clean] = [statistic for statistic in selection.statistics if statistic.key == "clean"]

    rounds = list(cases_of(selection, clean, player("Ada")))

    assert [(case.round_number, case.line_reason) for case in rounds] == [
        (nr, "no suit collected, no points") for nr in (6, 5, 4, 3, 2, 1)
    ]


def test_two_players_are_compared_with_their_matches():
    for number, seat in enumerate((0, 0, 1)):
        won_by(seat, FIRST + timedelta(days=number))
    selection = Selection(Club.get_default())

    [against_ben] = [opponent for opponent in opponents(selection, player("Ada")) if opponent.other.name == "Ben"]

    assert (against_ben.n, against_ben.ahead, against_ben.behind, against_ben.level) == (3, 2, 1, 0)
    rows = matrix(selection, most=3)
    assert [cells.count(None) for _, cells in rows] == [1, 1, 1]
    against_ada = dict(rows)[player("Ben")][[row.name for row, _ in rows].index("Ada")]
    assert against_ada.ahead == 1
    shared = SharedMatches(player("Ada"), player("Ben"), ChosenSelection(selection), together=False)
    assert len(shared.results) == len(shared.matches) == 3
    assert (shared.ahead, shared.behind, shared.level) == (against_ben.ahead, against_ben.behind, against_ben.level)
    assert [series.values[-1] for series in shared.chart.series] == [shared.ahead, shared.behind]
    assert not shared.toggled.results
    assert partners(selection, player("Ada")) == []


def test_equal_records_share_a_place_the_earlier_first():
    later, earlier = won_by(0, FIRST + timedelta(days=1)), won_by(0, FIRST)
    [(_, held)] = records(Selection(Club.get_default()), RECORDS_OF_EVERY_GAME[:1], most=3)

    assert [(holder.rank, holder.players[0].name, holder.match.pk) for holder in held] == [
        (1, "Ben", earlier.pk),
        (1, "Ben", later.pk),
        (3, "Cleo", earlier.pk),
    ]


def test_only_what_was_played_can_be_chosen():
    six_rounds(1)
    make_match(1)
    make_match(1, names=("Ada", "Ben"))
    assert played_games(Selection(Club.get_default())) == {"big-little": [2, 4], "good-little-tricks": [3]}


# --- From every figure to the rounds that made it ---


@pytest.fixture(
    scope="module", params=share(MADE_UP) if connection.vendor == "sqlite" else MADE_UP[:1], ids=lambda game: game.key
)
def game(request, lasting):
    rng = rng_of(7)
    for _ in range(4):
        simulate_match(request.param, rng, 4)
    return request.param


def test_every_figure_leads_to_the_rounds_that_made_it(game):
    club, seen = Club.get_default(), 0
    for period, seats in share(product(("", "2025", "2026-01"), (0, 3))):
        selection = Selection(club, Period.read(period), game.key, seats)
        for somebody in Player.objects.all():
            for of_player in player_statistics(selection, somebody):
                for figure in (of_player.figure, *of_player.parts):
                    rounds = list(cases_of(selection, of_player.statistic, somebody, figure.part))
                    periods = period_figures(selection, of_player.statistic, somebody, figure.part)
                    assert (len(rounds), sum(case.value for case in rounds)) == (figure.n, figure.total)
                    assert sum(part.n for _, part in periods) == figure.n
                    assert sum(part.total for _, part in periods) == figure.total
                    assert sum(part.sample for _, part in periods) <= figure.sample
                    seen += 1
    assert seen
