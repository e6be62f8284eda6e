"""What games declare about their players: in words everybody understands, and about what is really in the ledger."""

from collections import defaultdict

import pytest

from games import examples, scoresheet
from games.registry import games
from games.statistics import feats_of, statistics_of

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


def left_in_the_ledger(game):
    """The kinds of rows that the worked examples leave in the ledger, by their source."""
    kinds = defaultdict(set)
    for example in examples.examples(game).example:
        if not example.refused:
            so_far = scoresheet.play(example.sheet(game))[1]
            for scored in so_far.rounds:
                kinds["bids"] |= {bid.kind for bid in scored.record.bids_made(scored.deal, so_far)}
                kinds["tricks"] |= {trick.kind for trick in scored.record.tricks_taken()}
                kinds["lines"] |= {line.rule for line in scored.lines}
    return kinds


@every_game
def test_everything_told_has_a_name_of_its_own_and_a_definition_in_a_sentence(game):
    for declared in (statistics_of(game), feats_of(game)):
        keys = [one.key for one in declared]
        assert len(keys) == len(set(keys))
        for one in declared:
            assert len(one.key) <= 40
            assert one.title
            assert one.definition.endswith(".")
            assert one.source == "lines" or not one.worth


@every_game
def test_everything_counted_is_left_in_the_ledger_by_some_worked_example(game):
    there = left_in_the_ledger(game)

    for one in (*game.statistics, *game.feats):
        assert there[one.source]
        assert set(one.kinds) <= there[one.source]


@every_game
def test_what_is_split_has_a_heading_and_a_table(game):
    for statistic in statistics_of(game):
        assert bool(statistic.by) == bool(statistic.heading) == bool(statistic.group)
        assert set(statistic.labels) <= set(statistic.kinds) or not statistic.kinds


@every_game
def test_statistics_in_one_table_are_split_alike(game):
    tables = defaultdict(set)
    for statistic in statistics_of(game):
        tables[statistic.group].add((statistic.by, statistic.heading))

    assert all(len(ways) == 1 for ways in tables.values())
