"""Ratings: those of the library, match by match, and as they were."""

from datetime import timedelta

import pytest
from openskill.models import PlackettLuce

from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.statistics.models import Rating
from scorekeeper.statistics.ratings import rating_history, ratings, update_ratings
from scorekeeper.statistics.selection import Period, Selection
from tests.matches.factory import reload, six_rounds
from tests.matches.simulated import rng_of, simulate_match
from tests.server.test_full_disk import read_only
from tests.statistics.played import FIRST, on, player, won_by

pytestmark = pytest.mark.django_db


def rated(name="Ada"):
    return [(one.nth, one.mean, one.spread) for one in rating_history(Club.here(), "good-little-tricks", player(name))]


def test_ratings_are_those_of_the_library_match_by_match_ties_and_all():
    matches = [won_by(0, FIRST), on(six_rounds(6), FIRST + timedelta(days=1)), won_by(2, FIRST + timedelta(days=2))]
    update_ratings(Club.here(), "good-little-tricks")

    model = PlackettLuce()
    teams, expected = [[model.rating()] for _ in range(3)], []
    for match in matches:
        teams = model.rate(teams, ranks=[seat.place for seat in reload(match).seat_list])
        expected.append((len(expected) + 1, teams[0][0].mu, teams[0][0].sigma))
    assert rated() == expected
    [ada] = [one for one in ratings(Selection(Club.here(), game="good-little-tricks")) if one.player.name == "Ada"]
    assert ada.rating.points == round(1000 + 40 * (expected[-1][1] - 3 * expected[-1][2]))


def test_partners_are_rated_together_and_places_rank_them():
    game, rng = find("ten-point-pitch"), rng_of(3)
    match = simulate_match(game, rng, 200)
    assert match.finished
    update_ratings(Club.here(), game.key)

    by_side = {}
    for one in Rating.objects.all():
        seat = match.seats.get(player=one.player)
        by_side.setdefault((seat.side, seat.won), set()).add((one.mean, one.spread))
    assert [len(values) for values in by_side.values()] == [1, 1]
    means = {won: next(iter(values))[0] for (_, won), values in by_side.items()}
    assert means[True] > 25 > means[False]


def test_a_match_put_in_long_ago_moves_every_later_one_on():
    for days in (0, 40, 80):
        won_by(0, FIRST + timedelta(days=days))
    update_ratings(Club.here(), "good-little-tricks")
    was = rated()
    won_by(1, FIRST - timedelta(days=40))
    won_by(2, FIRST + timedelta(days=41))

    update_ratings(Club.here(), "good-little-tricks")

    now = rated()
    assert [nth for nth, _, _ in now] == [1, 2, 3, 4, 5]
    assert now[1:4] != was
    Rating.objects.all().delete()
    update_ratings(Club.here(), "good-little-tricks")
    assert rated() == now


def test_ratings_follow_whatever_changes_an_outcome():
    matches = [won_by(0, FIRST + timedelta(days=days)) for days in (0, 10, 20)]
    update_ratings(Club.here(), "good-little-tricks")
    was = rated()

    recording.delete_match(matches[1], matches[1].version)
    update_ratings(Club.here(), "good-little-tricks")
    assert [nth for nth, _, _ in rated()] == [1, 2]
    recording.restore_match(matches[1])
    update_ratings(Club.here(), "good-little-tricks")
    assert rated() == was


@pytest.mark.postgresql
def test_nothing_is_rated_where_nothing_changed(django_assert_num_queries):
    won_by(0, FIRST)
    update_ratings(Club.here(), "good-little-tricks")

    club = Club.here()
    with django_assert_num_queries(2):
        update_ratings(club, "good-little-tricks")


@pytest.mark.django_db(transaction=True)
def test_where_nothing_can_be_written_the_ratings_stay_and_can_be_read():
    won_by(0, FIRST)
    update_ratings(Club.here(), "good-little-tricks")
    before = rated()
    won_by(1, FIRST)

    with read_only():
        update_ratings(Club.here(), "good-little-tricks")
        assert rated() == before

    update_ratings(Club.here(), "good-little-tricks")
    assert len(rated()) == 2


def test_a_long_history_is_told_in_so_many_steps_and_ends_today():
    for days in range(9):
        won_by(0, FIRST + timedelta(days=days))
    update_ratings(Club.here(), "good-little-tricks")

    assert [one.nth for one in rating_history(Club.here(), "good-little-tricks", player("Ada"), most=3)] == [3, 6, 9]


def test_ratings_can_be_asked_as_they_were():
    for days in (0, 10):
        won_by(0, FIRST + timedelta(days=days))
    update_ratings(Club.here(), "good-little-tricks")

    before = ratings(Selection(Club.here(), Period.read("2025"), "good-little-tricks"))

    assert {one.rating.nth for one in before} == {1}
    assert before[0].player.name == "Ada"
