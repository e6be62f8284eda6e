"""What the books tell: standings, periods, comparisons, records, and what can be chosen."""

from datetime import timedelta

import pytest

from games.statistics import EVERY_GAME, IN_EVERY_GAME, ROUNDS, WON, feats_of, statistics_of
from scorekeeper.club.models import Club
from scorekeeper.nights.books import (
    Selection,
    balance,
    behind,
    between,
    choices,
    matrix,
    opponents,
    partners,
    records,
    standings,
)
from scorekeeper.nights.periods import Period
from tests.cases import cases
from tests.matches.factory import a_match, six_rounds
from tests.statistics.totals import FIRST, player, won_by

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_equal_players_share_a_place_and_the_next_one_is_skipped():
    for seat in (0, 1):
        won_by(seat, FIRST)
    balance(Club.here())

    assert [(one.rank, one.player.name) for one in standings(Selection(Club.here()))] == [
        (1, "Ada"),
        (1, "Ben"),
        (3, "Cleo"),
    ]


@cases(
    "asked, n", [("", 4), ("2025", 3), ("2026", 1), ("2025-12", 2), ("2025-03..2026-01", 4), ("2025-12..2026-01", 3)]
)
def test_a_period_is_made_of_whole_years_and_months(asked, n):
    for moment in (FIRST, FIRST + timedelta(days=1), FIRST + timedelta(days=4), FIRST - timedelta(days=200)):
        won_by(0, moment)
    balance(Club.here())

    [ada] = [one for one in standings(Selection(Club.here(), Period.read(asked))) if one.player.name == "Ada"]

    assert (ada.won.n, ada.won.total) == (n, n)


def test_a_round_behind_a_figure_says_why():
    won_by(0, FIRST)
    balance(Club.here())
    selection = Selection(Club.here(), game="good-little-tricks")
    [clean] = [one for one in selection.told if one.key == "clean"]

    rounds = list(behind(selection, clean, player("Ada")))

    assert [(case.nr, case.why) for case in rounds] == [
        (nr, "no suit collected, no points") for nr in (6, 5, 4, 3, 2, 1)
    ]


def test_two_are_compared_and_the_matches_between_them_are_listed():
    for number, seat in enumerate((0, 0, 1)):
        won_by(seat, FIRST + timedelta(days=number))
    balance(Club.here())
    selection = Selection(Club.here())

    [against_ben] = [one for one in opponents(selection, player("Ada")) if one.other.name == "Ben"]

    assert (against_ben.n, against_ben.ahead, against_ben.behind, against_ben.level) == (3, 2, 1, 0)
    assert matrix(selection)[1][player("Ben").pk, player("Ada").pk].ahead == 1
    assert between(selection, player("Ada"), player("Ben"), together=False).count() == 3
    assert not between(selection, player("Ada"), player("Ben"), together=True)
    assert partners(selection, player("Ada")) == []


def test_records_share_a_place_and_the_earlier_one_stands_first():
    later, earlier = won_by(0, FIRST + timedelta(days=1)), won_by(0, FIRST)
    balance(Club.here())

    held = records(Selection(Club.here()), IN_EVERY_GAME[0], most=3)

    assert [(one.rank, one.best.player.name, one.best.match_id) for one in held] == [
        (1, "Ben", earlier.pk),
        (1, "Ben", later.pk),
        (3, "Cleo", earlier.pk),
    ]


@cases("apart", [1, 10])
def test_of_more_equal_bests_than_are_kept_the_earliest_stay(apart):
    matches = [won_by(0, FIRST - timedelta(days=apart * number)) for number in range(7)]
    balance(Club.here())

    held = records(Selection(Club.here()), IN_EVERY_GAME[0], player("Ben"))

    assert [one.best.match_id for one in held] == [match.pk for match in reversed(matches[2:])]


def test_what_can_be_chosen_is_what_was_played():
    six_rounds(1)
    a_match(1)
    a_match(1, names=("Ada", "Ben"))
    balance(Club.here())

    assert [(one.game.key, one.seats) for one in choices(Club.here())] == [
        ("big-little", [2, 4]),
        ("good-little-tricks", [3]),
    ]


def test_a_game_that_declares_nothing_has_what_every_game_has():
    class Silent:
        statistics, feats = (), ()

    assert statistics_of(Silent) == statistics_of(None) == EVERY_GAME
    assert feats_of(Silent) == feats_of(None) == IN_EVERY_GAME
    assert {WON, ROUNDS} <= set(EVERY_GAME)
