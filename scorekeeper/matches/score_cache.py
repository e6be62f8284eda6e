"""Rounds are scored once: one that follows the same rounds at the same table always comes to the same.

A match so far is known by which one it is, not by what is in it: whoever seats the same table and plays the same
facts is given the very same one, as long as it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any

from games.core.errors import Impossible
from games.core.schema import read

if TYPE_CHECKING:
    from games.core.definition import Game, MatchState
    from games.core.facts import RoundFacts


def first_state(game: Game, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any]) -> MatchState:
    """Return the table before its first round."""
    return _first_state(game, tuple(names), first_dealer, json.dumps(house_rules, sort_keys=True))


@lru_cache(maxsize=2000)
def read_facts(facts: str, kind: type[RoundFacts]) -> RoundFacts:
    """Read the facts of a round, as they are kept."""
    return read(json.loads(facts), kind)


@lru_cache(maxsize=2000)
def add_round(state: MatchState, facts: RoundFacts) -> MatchState:
    """Add one round to the match; ImpossibleRound where its facts cannot be."""
    return state.game.play(state, facts)


def fold_rounds(table: MatchState, records: Sequence[RoundFacts]) -> MatchState:
    """Play all rounds, oldest first; ImpossibleRound names the round that cannot be."""
    try:
        return reduce(add_round, records, table)
    except Impossible:
        return table.game.fold(table, records)


@lru_cache(maxsize=200)
def _first_state(game: Game, names: tuple[str, ...], first_dealer: int, house_rules: str) -> MatchState:
    return game.table(names, first_dealer, json.loads(house_rules))
