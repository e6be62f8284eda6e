"""Simulated rounds can be played by any house rules."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.schema import plain, read
from games.core.simulation import happens, strengths, temper, weighted_choice
from tests.games.every_game import GAMES, NAMES, any_table, played_on, seated
from tests.thoroughness import many

SIMULATED = [game for game in GAMES if game.simulate]

every_game = pytest.mark.parametrize("game", SIMULATED, ids=[game.key for game in SIMULATED])


@settings(max_examples=many(400))
@given(st.sampled_from(SIMULATED), st.data(), st.integers(0, 2**32))
def test_every_simulated_round_can_be_played_and_read_back(game, data, seed):
    start = data.draw(any_table(game))
    played = played_on(start, Random(seed))

    records = [scored.facts for scored in played.rounds]
    assert all(facts.is_complete for facts in records)
    assert [read(plain(facts), game.facts) for facts in records] == records
    assert game.fold(start, records).totals == played.totals


@every_game
def test_the_same_seed_makes_the_same_rounds(game):
    first, second, other = (played_on(seated(game), Random(seed)) for seed in (1, 1, 2))

    assert first.rounds == second.rounds
    assert first.rounds != other.rounds


def test_a_name_has_one_temper_and_others_have_others():
    tempers = [temper(name) for name in NAMES]

    assert tempers == [temper(name) for name in NAMES]
    assert len(set(tempers)) == len(NAMES)
    assert all(-1 <= one.bold <= 1 and 0 <= one.skill <= 1 for one in tempers)


def test_skill_makes_more_of_the_same_cards():
    good, bad = max(NAMES, key=lambda name: temper(name).skill), min(NAMES, key=lambda name: temper(name).skill)
    rng, match = Random(5), replace(seated(GAMES[0], most=2), names=(good, bad))
    made = [strengths(rng, match) for _ in range(300)]

    assert sum(seats[0] for seats in made) > sum(seats[1] for seats in made)


def test_weights_are_shares():
    rng = Random(6)

    assert 400 < sum(happens(rng, 0.5) for _ in range(1000)) < 600
    assert {weighted_choice(rng, {"often": 1, "never": 0}) for _ in range(50)} == {"often"}
