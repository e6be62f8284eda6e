"""Whatever was played and corrected: figures, records and ratings say what the sheets say."""

from collections import defaultdict
from dataclasses import replace

import msgspec
import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.registry import find
from games.core.statistics import RECORDS_OF_EVERY_GAME
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.statistics.figures import figures_by_game, player_statistics
from scorekeeper.statistics.head_to_head import opponents, partners
from scorekeeper.statistics.ratings import rate_matches
from scorekeeper.statistics.records import records
from scorekeeper.statistics.selection import Period, Selection, played_games, played_nights, played_scales
from scorekeeper.statistics.standings import player_results
from scorekeeper.transfer import scoresheets
from tests.matches.factory import import_sheet
from tests.matches.simulated import MADE_UP, do_something, rng_of, simulate_match
from tests.statistics import recount
from tests.thoroughness import many

HIGHEST_TOTAL, _, BIGGEST_ROUND = RECORDS_OF_EVERY_GAME


def total(card, side):
    return card.totals[side] if card.finished else None


def gained(scored, side):
    return scored.points[side] if any(line.side == side for line in scored.lines) else None


def made_bid(scored, side):
    """The points of a bid that was made, by the line that says what was bid and taken; None if there is none."""
    facts = scored.facts
    if not facts.makes(facts.final_bids[side], facts.tricks[side]):
        return None
    [line] = [line for line in scored.lines if line.side == side and " took " in line.reason and "bid " in line.reason]
    return line.points


def exact_bids(card, side):
    rounds = [scored.facts for scored in card.rounds if scored.facts.is_complete]
    return sum(facts.final_bids[side] == facts.tricks[side] for facts in rounds) or None


def selections(club):
    """Each game as a whole, of one number of players, and in a year and a month."""
    for game, seats in played_games(Selection(club)).items():
        night = club.matches.filter(game_key=game).latest("night_date").night_date
        for _, scale in played_scales(Selection(club, game=game)):
            yield Selection(club, game=game, scale=scale)
            yield Selection(club, Period.year(night.year), game, seats[0], scale)
            yield Selection(club, Period.month(night), game, scale=scale)


def change_copies(club, rng):
    """Import a copy of a match, or delete or restore one."""
    copies = Match.everything.filter(club=club, night="copy")
    if deleted := copies.exclude(deleted=None).first():
        recording.restore_match(deleted)
    elif (copy := copies.first()) and rng.random() < 0.7:
        recording.delete_match(copy, copy.token)
    else:
        sheet = scoresheets.sheet_of(rng.choice(club.matches.all()))
        import_sheet(club, msgspec.structs.replace(sheet, night="copy"))


def kept(club):
    """Figures that are kept from visit to visit: ratings, results, pairs, records, and those of each player."""
    selection = Selection(club)
    kept = [played_nights(selection), player_results(selection)]
    for player in Player.objects.all():
        kept += [figures_by_game(selection, player), opponents(selection, player), partners(selection, player)]
    for game in played_games(selection):
        for _, scale in played_scales(replace(selection, game=game)):
            of_game = replace(selection, game=game, scale=scale)
            kept += [rate_matches(of_game), records(of_game, of_game.record_kinds)]
    return kept


@pytest.mark.postgresql
@pytest.mark.django_db
@settings(max_examples=many(40 if connection.vendor == "sqlite" else 20))
@given(seed=st.integers(0, 2**32), games=st.lists(st.sampled_from(MADE_UP), min_size=1, max_size=max(3, many(5))))
def test_figures_say_what_the_sheets_say_after_any_edits(seed, games):
    rng, club = rng_of(seed), Club.get_default()
    club.matches.all().delete()
    caches["figures"].clear()
    # One of the games is played twice, perhaps on two scales.
    matches = [simulate_match(game, rng, rng.choice([0, 3, 6])) for game in (*games, games[0])]
    for _ in range(12):
        do_something(rng.choice(matches), rng)
        if rng.random() < 0.2:
            kept(club)
            change_copies(club, rng)

    for selection in selections(club):
        assert recount.figures(selection) == recount.recount_figures(selection)
        assert recount.meetings(selection) == recount.recount_meetings(selection)
        for kind, worth in ((HIGHEST_TOTAL, total), (BIGGEST_ROUND, gained)):
            held = [
                (holder.value, holder.match.pk, holder.number, sorted(player.name for player in holder.players))
                for _, holders in records(selection, [kind])
                for holder in holders
            ]
            assert held == recount.recount_record(selection, worth, kind.within)

    before = kept(club)
    caches["figures"].clear()
    call_command("rebuild", verbosity=0)
    assert kept(club) == before


def results_by_scale(player):
    """How many matches a player finished, how many won, and their points: by game and by rules that change points."""
    sums = defaultdict(lambda: [0, 0, 0])
    for match in Match.objects.filter(finished=True, seats__player=player):
        seat, rules = match.seats.get(player=player), find(match.game_key).house_rules
        scale = [match.house_rules.get(rule.name, rule.default) for rule in rules if rule.changes_scale]
        row = sums[match.game_key, str(scale)]
        row[:] = row[0] + 1, row[1] + seat.won, *([row[2] + seat.total] if match.game.has_points else [])
    return dict(sums)


@pytest.mark.postgresql
@pytest.mark.django_db
@settings(max_examples=many(12))
@given(seed=st.integers(0, 2**32))
def test_a_players_games_are_counted_for_each_scale(seed):
    rng, club = rng_of(seed), Club.get_default()
    club.matches.all().delete()
    scaled = [game for game in MADE_UP if any(rule.changes_scale for rule in game.house_rules)]
    for game in rng.sample(scaled, 2) * 4:
        match = simulate_match(game, rng, 2)
        for seat in match.seats.all():
            match.seats.filter(pk=seat.pk).update(won=rng.random() < 0.5)
    club.matches.update(finished=True)

    for player in Player.objects.all():
        shown = {}
        for row in figures_by_game(Selection(club), player):
            figures = {
                of_player.statistic.key: of_player.figure for of_player in player_statistics(row.selection, player)
            }
            assert row.figures["won"] == figures["won"]
            scale = str([value for _, value in row.selection.scale])
            of_points = [figures["points"].total] if row.selection.has_points else []
            shown[row.game.key, scale] = [figures["won"].n, figures["won"].total, *of_points]
        assert shown == results_by_scale(player)


@pytest.mark.django_db
def test_records_of_bids_count_every_bid_that_was_made_by_whatever_rule_it_scores():
    rng, club = rng_of(32), Club.get_default()
    games = [game for game in MADE_UP if any(kind.key == "best-bid" for kind in game.all_record_kinds)]
    assert len(games) > 3
    for game in games * many(20, 3):
        simulate_match(game, rng, rng.choice([3, 12]), any_rules=True)
    held_by_rule = set()
    for selection in selections(club):
        for kind in find(selection.game).all_record_kinds:
            if worth := {"best-bid": made_bid, "exact-bids": exact_bids}.get(kind.key):
                holders = [holder for _, held in records(selection, [kind]) for holder in held]
                held = [(holder.value, holder.match.pk, holder.number, [holder.players[0].name]) for holder in holders]
                assert held == recount.recount_record(selection, worth, kind.within), kind
                held_by_rule |= {
                    line.rule
                    for holder in holders
                    for line in (Match.objects.get(pk=holder.match.pk).state.rounds[holder.number - 1].lines)
                    if holder.number and line.points == holder.value
                }
    assert {"exact-bid", "bid-met", "zero-bid"} <= held_by_rule
