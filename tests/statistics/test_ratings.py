"""Ratings: those of the library, match by match, and as they were."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from openskill.models import PlackettLuce

from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.history.game_nights import change_zone
from scorekeeper.matches import recording
from scorekeeper.statistics.ratings import rate_matches, ratings, thin_history
from scorekeeper.statistics.selection import Period, Selection
from scorekeeper.transfer.scoresheets import sheet_of
from tests.matches.factory import entry, import_sheet, make_match, reload, six_rounds
from tests.matches.simulated import rng_of, simulate_match
from tests.statistics.played import FIRST, on, player, won_by

pytestmark = pytest.mark.django_db


GAME = "good-little-tricks"


def rated(name="Ada"):
    return list(rate_matches(Selection(Club.get_default(), game=GAME))[player(name).pk].points)


def first_night():
    return rate_matches(Selection(Club.get_default(), game=GAME))[player("Ada").pk].rating(1).night


def points_of(rating):
    return round(1000 + 40 * (rating.mu - 3 * rating.sigma))


def test_ratings_are_those_of_the_library_match_by_match_ties_and_all():
    matches = [won_by(0, FIRST), on(six_rounds(6), FIRST + timedelta(days=1)), won_by(2, FIRST + timedelta(days=2))]

    model = PlackettLuce()
    teams, expected = [[model.rating()] for _ in range(3)], []
    for match in matches:
        teams = model.rate(teams, ranks=[seat.place for seat in reload(match).seat_list])
        expected.append(points_of(teams[0][0]))
    assert rated() == expected
    [ada] = [ranked for ranked in ratings(Selection(Club.get_default(), game=GAME)) if ranked.player.name == "Ada"]
    assert (ada.rating.nth, ada.rating.points) == (3, expected[-1])


def test_partners_are_rated_together_and_places_rank_them():
    game, rng = find("ten-point-pitch"), rng_of(3)
    match = simulate_match(game, rng, 200)
    assert match.finished
    by_side = {}
    for pk, history in rate_matches(Selection(Club.get_default(), game=game.key)).items():
        by_side.setdefault(match.seats.get(player=pk).won, []).append(history.rating(1).points)
    assert [len(points) for points in by_side.values()] == [2, 2]
    assert [len(set(points)) for points in by_side.values()] == [1, 1]
    assert by_side[True] > by_side[False]


def test_a_match_of_somebody_alone_rates_nobody():
    match = make_match(names=("Ada",), game="any-game:Patience", ends={"rounds": 1})
    recording.play(match, match.game.facts(points=(40,)), entry(match))

    assert reload(match).finished
    assert rate_matches(Selection(match.club, game=match.game_key)) == {}


def test_a_match_put_in_long_ago_moves_every_later_one_on():
    for days in (0, 40, 80):
        won_by(0, FIRST + timedelta(days=days))
    before = rated()
    won_by(1, FIRST - timedelta(days=40))
    won_by(2, FIRST + timedelta(days=41))

    after = rated()
    assert len(after) == 5
    assert after[1:4] != before
    caches["figures"].clear()
    assert rated() == after


def test_ratings_follow_whatever_changes_an_outcome():
    matches = [won_by(0, FIRST + timedelta(days=days)) for days in (0, 10, 20)]
    before = rated()

    recording.delete_match(matches[1], matches[1].token)
    assert len(rated()) == 2
    recording.restore_match(matches[1])
    assert rated() == before
    import_sheet(matches[0].club, sheet_of(matches[0]))
    assert len(rated()) == 4


@pytest.mark.postgresql
def test_only_what_changed_and_what_follows_is_rated_again(django_assert_num_queries):
    first, *_, last = [won_by(0, FIRST + timedelta(days=days)) for days in (0, 400, 780, 800)]
    club = Club.get_default()
    with django_assert_num_queries(1 + 2):  # which months changed; the matches before the last month, and its own
        before = rate_matches(Selection(club, game=GAME))
    with django_assert_num_queries(1):
        assert rate_matches(Selection(club, game=GAME)) == before

    recording.delete_match(last, last.token)

    with django_assert_num_queries(1 + 1):
        after = rate_matches(Selection(club, game=GAME))
    assert {pk: history.points[:3] for pk, history in before.items()} == {
        pk: history.points for pk, history in after.items()
    }
    recording.delete_match(first, first.token)
    with django_assert_num_queries(1 + 2):
        assert {len(history) for history in rate_matches(Selection(club, game=GAME)).values()} == {2}


def test_pages_that_are_cached_throw_no_figures_out(django_assert_num_queries):
    won_by(0, FIRST)
    club = Club.get_default()
    rate_matches(Selection(club, game=GAME))

    for number in range(500):
        caches["default"].set(f"page-{number}", "")

    with django_assert_num_queries(1):
        rate_matches(Selection(club, game=GAME))


def test_a_change_of_the_time_zone_moves_ratings_to_other_nights():
    won_by(0, FIRST)
    assert first_night() == FIRST.date()

    change_zone(Club.get_default(), "Pacific/Kiritimati")

    assert first_night() == FIRST.date() + timedelta(days=1)


def test_a_long_history_is_thinned_and_ends_today():
    for days in range(9):
        won_by(0, FIRST + timedelta(days=days))

    history = rate_matches(Selection(Club.get_default(), game=GAME))[player("Ada").pk]
    assert [rating.nth for rating in thin_history(history, most=3)] == [3, 6, 9]


def test_ratings_can_be_asked_as_they_were():
    for days in (0, 10):
        won_by(0, FIRST + timedelta(days=days))

    before = ratings(Selection(Club.get_default(), Period.read("2025"), GAME))

    assert {ranked.rating.nth for ranked in before} == {1}
    assert before[0].player.name == "Ada"
