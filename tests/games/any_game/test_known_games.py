"""The sheets of games that many people know: each can be played, and counts as its source says."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from games.core.registry import find
from games.core.schema import read
from games.core.score_columns import read_columns
from tests.games.every_game import next_round

PAD = find("any-game")
SOURCE = (PAD.folder / "known_games.toml").read_text(encoding="utf-8")
EXAMPLES = tomllib.loads((Path(__file__).parent / "known_games.toml").read_text(encoding="utf-8"))["example"]
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
# More rounds than any of them takes to its end, but for those that a table ends itself.
MAX_ROUNDS = 400


def table(name, sides):
    rules = PAD.known_names[name]
    players = NAMES[: sides * rules.get("side_size", 1)]
    return PAD.with_name(name).table(players, 0, rules)


def test_forty_games_are_known_each_with_its_source():
    headings = [line for line in SOURCE.splitlines() if line.startswith("[")]
    assert len(headings) == len(PAD.known_names) >= 40
    assert [line for line in headings if len(line.partition("#")[2].split()) < 3] == []


@pytest.mark.parametrize("name", PAD.known_names)
def test_a_made_up_match_of_a_known_game_is_played_to_its_end(name):
    state, rng = table(name, sides=2), Random(name)
    columns = read_columns(state.rules.columns)
    while state.game.finish(state) is None and len(state.rounds) < MAX_ROUNDS:
        state = state.game.play(state, next_round(state, rng))
        for line in state.rounds[-1].lines:
            assert line.reason, name
            words = ["ahead with", *(column.name.split()[0].lower() for column in columns)]
            assert line.points == 0 or not columns or any(word in line.reason for word in words)
    assert (state.game.finish(state) is None) == state.game.open_ended(state.rules)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['game']}: {example['title']}")
def test_a_known_game_counts_as_its_source_says(example):
    field = "columns" if "columns" in example else "points"
    rounds = [read({field: one}, PAD.facts) for one in example[field]]
    state = table(example["game"], len(example["totals"]))

    state = state.game.replay(state, rounds)

    assert list(state.totals) == example["totals"]
    assert list(state.game.finish(state) or ()) == example.get("winners", [])
