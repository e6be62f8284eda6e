"""Simulated rounds can be played by any house rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.schema import plain, read
from tests.games.every_game import GAMES, any_table, played_on, seated
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
