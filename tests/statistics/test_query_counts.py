"""How many queries each kind of page takes: as many for a club of ten games and 500 matches as for one of few."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match
from scorekeeper.transfer.scoresheets import MatchRows, write_matches
from tests.devices import member
from tests.matches.simulated import MADE_UP, fitting, rng_of

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LAST_NIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
# The device, the months with changes, and names; lists of matches are asked anew.
MAX_QUERIES_FROM_CACHE = 10


def finished(game, rng):
    state = game.table(NAMES, 0, fitting(game, len(NAMES)))
    while not state.scorecard(ended=len(state.rounds) > 9).finished:
        state = game.play(state, game.simulate(rng, state))
    return state


def play(states, count):
    """Write so many matches, one every third night: copies of these in turn."""
    club, rows = Club.get_default(), []
    for number in range(count):
        state = states[number % len(states)]
        started = LAST_NIGHT - timedelta(days=3 * number)
        match = Match(
            club=club, game_key=state.game.key, first_dealer=0, house_rules=state.rules.differing, started=started,
            night_date=started.date(), ended=started, finished=True, version=len(state.rounds),
            ended_by_table=not state.scorecard().finished,
        )  # fmt: skip
        rows.append(MatchRows.of(match, state))
    write_matches(club, rows)


def counts(game):
    """The numbers of queries of each page, at the first visit and at the next one."""
    ada, ben = (Player.objects.get(name=name).pk for name in ("Ada", "Ben"))
    pages = ["/players/", f"/players/{ada}/cases/?stat=won&period=2026-11", f"/players/{ada}/matches/?other={ben}"]
    for chosen in ("", f"&game={game}"):
        pages += [f"/leaderboard/?part={part}{chosen}" for part in ("", "ratings", "records", "pairs")]
        pages += [f"/players/{ada}/?part={part}{chosen}" for part in ("", "figures", "pairs")]
    client, by_page = member(), {}
    client.get(pages[0])
    for page in pages:
        caches["figures"].clear()
        by_page[page] = []
        for _ in range(2):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200, page
            by_page[page].append(len(queries))
    return by_page


def test_a_page_takes_as_many_queries_with_more_games_and_matches():
    rng = rng_of(4)
    states = [finished(game, rng) for game in MADE_UP if len(NAMES) in game.seats]
    # A game with partners, whose house rules change points, takes more queries than others.
    scaled = next(state for state in states if state.rules.scale and len(state.teams) < len(NAMES))
    play([scaled], 50)
    few = counts(scaled.game.key)
    play([scaled, *states], 450)

    assert len(states) >= 10
    assert counts(scaled.game.key) == few
    assert max(again for _, again in few.values()) <= MAX_QUERIES_FROM_CACHE
