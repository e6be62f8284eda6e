"""Whatever was played and corrected: the totals say what the sheets say, and making them anew changes nothing."""

import pytest
from django.core.management import call_command
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Club
from scorekeeper.statistics.models import Rating
from scorekeeper.statistics.monthly_totals import recount, update_totals
from tests.matches.simulated import MADE_UP, do_something, rng_of, simulate_match
from tests.statistics import recount as by_hand
from tests.thoroughness import many

pytestmark = pytest.mark.postgresql


def ratings():
    columns = ("game_key", "player__name", "nth", "match", "night_date", "mean", "spread", "place", "won")
    return sorted(Rating.objects.values_list(*columns))


def everything():
    return by_hand.tallies(), by_hand.pairs(), by_hand.bests(), ratings()


def total(card, side):
    return card.totals[side] if card.finished else None


def gained(scored, side):
    return scored.points[side] if any(line.side == side for line in scored.lines) else None


@pytest.mark.django_db
@settings(max_examples=many(40 if connection.vendor == "sqlite" else 20))
@given(seed=st.integers(0, 2**32), games=st.lists(st.sampled_from(MADE_UP), min_size=1, max_size=max(3, many(5))))
def test_the_totals_say_what_the_sheets_say_after_any_edits(seed, games):
    rng, club = rng_of(seed), Club.here()
    club.matches.all().delete()
    recount(club)
    matches = [simulate_match(game, rng, rng.choice([0, 3, 6])) for game in games]
    for _ in range(12):
        do_something(rng.choice(matches), rng)
        if rng.random() < 0.4:
            update_totals(club)
    update_totals(club)

    incremental = everything()
    tallies, pairs = by_hand.counted_again()
    assert incremental[0] == tallies
    assert incremental[1] == pairs
    bests = [best[:4] + best[5:] for best in incremental[2] if best[4] == "highest-total"]
    assert sorted(bests) == by_hand.held_again(total)
    bests = [best[:4] + best[5:] for best in incremental[2] if best[4] == "biggest-round"]
    assert sorted(bests) == by_hand.held_again(gained, within="round")

    call_command("rebuild", verbosity=0)
    assert everything() == incremental
