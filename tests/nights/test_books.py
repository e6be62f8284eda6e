"""The books: counted from the ledger when somebody looks; cheap, never wrong, and there on a full disk too."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openskill.models import PlackettLuce

from games.registry import find
from games.statistics import EVERY_GAME, IN_EVERY_GAME, ROUNDS, WON, feats_of, statistics_of
from games.typed import read
from scorekeeper.club.models import Club, Player
from scorekeeper.nights.books import (
    Selection,
    balance,
    behind,
    between,
    choices,
    form,
    history,
    make_anew,
    matrix,
    opponents,
    partners,
    parts,
    ratings,
    records,
    standings,
    told,
)
from scorekeeper.nights.models import Best, Pair, Rating, Tally
from scorekeeper.nights.periods import Period
from scorekeeper.table.models import Match
from tests.nights.made_up import MADE_UP, a_match_of, luck_of
from tests.table.tables import a_hand, a_match, again, entry, six_rounds, suits
from tests.table.test_no_room import every_trouble
from tests.writer import finish, in_thread

pytestmark = pytest.mark.django_db

FIRST = datetime(2025, 12, 30, 20, tzinfo=UTC)


def tallied(**which):
    """What the books say of each player, by name: cases and their sum."""
    return {tally.player.name: (tally.n, tally.total) for tally in Tally.objects.filter(**which)}


def books():
    """All that stands in the books, without ids."""
    return [
        sorted(
            tuple(getattr(row, field.attname) for field in kind._meta.fields if field.name != "id")
            for row in kind.objects.all()
        )
        for kind in (Tally, Pair, Best, Rating)
    ]


def on(match, moment):
    """The same match, begun at another moment."""
    evening = match.club.evening_of(moment)
    Match.objects.filter(pk=match.pk).update(started=moment, evening=evening, uncounted=True)
    return again(match)


def won_by(seat, moment):
    """A finished match of three that this seat wins alone: the others collect everything."""
    match = a_match(names=("Ada", "Ben", "Cleo"), game="good-little-tricks")
    others = [other for other in range(3) if other != seat]
    for _ in range(6):
        match.play(read(suits(*[others[0]] * 5, others[1]), match.game.record), entry(match))
    return on(match, moment)


def player(name):
    return Player.objects.get(name=name)


# --- Up to date ---


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


# --- At once, and without room ---


@pytest.mark.django_db(transaction=True)
def test_eight_who_look_at_once_balance_the_books_once():
    for moment in (FIRST, FIRST + timedelta(days=3), FIRST - timedelta(days=40)):
        on(six_rounds(6), moment)
    club = Club.here()

    finish([in_thread(lambda: balance(club)) for _ in range(8)])

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

    finish([*[in_thread(lambda match=match: play(match)) for match in matches], in_thread(look), in_thread(look)])
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


# --- Reading ---


def test_equal_players_share_a_place_and_the_next_one_is_skipped():
    for seat in (0, 1):
        won_by(seat, FIRST)
    balance(Club.here())

    assert [(one.rank, one.player.name) for one in standings(Selection(Club.here()))] == [
        (1, "Ada"),
        (1, "Ben"),
        (3, "Cleo"),
    ]


@pytest.mark.parametrize(
    ("asked", "n"),
    [("", 4), ("2025", 3), ("2026", 1), ("2025-12", 2), ("2025-03..2026-01", 4), ("2025-12..2026-01", 3)],
)
def test_a_period_is_made_of_whole_years_and_months(asked, n):
    for moment in (FIRST, FIRST + timedelta(days=1), FIRST + timedelta(days=4), FIRST - timedelta(days=200)):
        won_by(0, moment)
    balance(Club.here())

    [ada] = [one for one in standings(Selection(Club.here(), Period.read(asked))) if one.player.name == "Ada"]

    assert (ada.won.n, ada.won.total) == (n, n)


@pytest.mark.parametrize("game", MADE_UP, ids=[game.key for game in MADE_UP])
@pytest.mark.parametrize("period", ["", "2025", "2026-01"])
def test_every_figure_leads_back_to_the_rounds_that_made_it(game, period):
    luck, club = luck_of(7), Club.here()
    for _ in range(6):
        a_match_of(game, luck, 8)
    balance(club)
    seen = 0
    for selection in (
        Selection(club, Period.read(period), game.key),
        Selection(club, Period.read(period), game.key, 3),
    ):
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


@pytest.mark.parametrize("apart", [1, 10])
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


# --- Ratings ---


def rated(name="Ada"):
    return [(one.nth, one.mean, one.spread) for one in history(Club.here(), "good-little-tricks", player(name))]


def test_ratings_are_those_of_the_library_match_by_match_ties_and_all():
    matches = [won_by(0, FIRST), on(six_rounds(6), FIRST + timedelta(days=1)), won_by(2, FIRST + timedelta(days=2))]
    balance(Club.here())

    model = PlackettLuce()
    teams, expected = [[model.rating()] for _ in range(3)], []
    for match in matches:
        teams = model.rate(teams, ranks=[seat.place for seat in again(match).places])
        expected.append((len(expected) + 1, teams[0][0].mu, teams[0][0].sigma))
    assert rated() == expected
    [ada] = [one for one in ratings(Selection(Club.here(), game="good-little-tricks")) if one.player.name == "Ada"]
    assert ada.rating.points == round(1000 + 40 * (expected[-1][1] - 3 * expected[-1][2]))


def test_partners_are_rated_together_and_places_rank_them():
    game, luck = find("ten-point-pitch"), luck_of(3)
    match = a_match_of(game, luck, 200)
    assert match.finished
    balance(Club.here())

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
    balance(Club.here())
    was = rated()
    won_by(1, FIRST - timedelta(days=40))
    won_by(2, FIRST + timedelta(days=41))

    balance(Club.here())

    now = rated()
    assert [nth for nth, _, _ in now] == [1, 2, 3, 4, 5]
    assert now[1:4] != was
    make_anew(Club.here())
    assert rated() == now


def test_a_long_history_is_told_in_so_many_steps_and_ends_today():
    for days in range(9):
        won_by(0, FIRST + timedelta(days=days))
    balance(Club.here())

    assert [one.nth for one in history(Club.here(), "good-little-tricks", player("Ada"), most=3)] == [3, 6, 9]
    assert [one.nth for one in form(player("Ada"), most=2)] == [9, 8]
    assert [one.nth for one in form(player("Ada"), "good-little-tricks", most=2)] == [9, 8]


def test_ratings_can_be_asked_as_they_were():
    for days in (0, 10):
        won_by(0, FIRST + timedelta(days=days))
    balance(Club.here())

    before = ratings(Selection(Club.here(), Period.read("2025"), "good-little-tricks"))

    assert {one.rating.nth for one in before} == {1}
    assert before[0].player.name == "Ada"
