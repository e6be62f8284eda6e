"""Rounds are scored once: one that follows the same rounds at the same table always comes to the same.

A match so far is known by which one it is, not by what is in it: whoever seats the same table and plays the same
facts is given the very same one, as long as it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any

from games.impossible import Impossible
from games.typed import read

if TYPE_CHECKING:
    from games.game import Game
    from games.record import Record
    from games.so_far import SoFar


def seated(game: Game, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any]) -> SoFar:
    """Return the table before its first round."""
    return _seated(game, tuple(names), first_dealer, json.dumps(house_rules, sort_keys=True))


@lru_cache(maxsize=2000)
def record(facts: str, kind: type[Record]) -> Record:
    """Read the facts of a round, as they are kept."""
    return read(json.loads(facts), kind)


@lru_cache(maxsize=2000)
def play(so_far: SoFar, record: Record) -> SoFar:
    """Add one round to the match; ImpossibleRound where its facts cannot be."""
    return so_far.game.play(so_far, record)


def played(table: SoFar, records: Sequence[Record]) -> SoFar:
    """Play all rounds, oldest first; ImpossibleRound names the round that cannot be."""
    try:
        return reduce(play, records, table)
    except Impossible:
        return table.game.fold(table, records)


@lru_cache(maxsize=200)
def _seated(game: Game, names: tuple[str, ...], first_dealer: int, house_rules: str) -> SoFar:
    return game.table(names, first_dealer, json.loads(house_rules))
