"""Made-up matches: game, house rules and simulated rounds."""

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.facts import RoundFacts
from games.core.house_rules import HouseRules
from games.core.simulation import happens, weighted_choice

RULES_CHANGED = {0: 14, 1: 3, 2: 2, 3: 1}
"""Changed house rules of a table: weight."""

TABLES_TRIED = 100
LONG_ENOUGH = (5, 12)
"""Rounds (least, most) after which a game without an end is ended."""

BROKEN_OFF, ENDED_BY_TABLE = 0.03, 0.5
"""How likely a match is broken off; and how likely it is then ended in Scorekeeper, too."""

A_SLIP = 0.006
POINTS_DECIDE, MOST = 10, 100
"""Typical and largest number of rounds of a game that ends by points."""


class MadeUp(NamedTuple):
    """`slips`: wrong facts by round, entered first and then corrected."""

    state: MatchState
    slips: dict[int, RoundFacts]
    ended_by_table: bool

    @property
    def entries(self) -> int:
        return len(self.state.rounds) + len(self.slips) + self.ended_by_table


def seat(rng: Random, games: Sequence[Game], names: Sequence[str], dealer: int, played: Collection[str]) -> MatchState:
    """Choose a game not played yet, or else a long one by preference; Impossible where no game fits the players."""
    for game in _in_some_order(rng, [game for game in games if len(names) in game.seats], len(names), played):
        for table in _tables(rng, game, names, dealer):
            return table
    raise Impossible(f"there is no game for {len(names)} to make a match of", "players")


def play(rng: Random, state: MatchState) -> MadeUp:
    game, slips = state.game, {}
    last, ended_by_table = _last_round(rng, state)
    while game.simulate and game.finish(state) is None and state.number <= last:
        facts = game.simulate(rng, state)
        if happens(rng, A_SLIP) and (slip := game.simulate(rng, state)) != facts:
            slips[state.number] = slip
        state = game.play(state, facts)
    return MadeUp(state, slips, ended_by_table and game.finish(state) is None)


def _in_some_order(rng: Random, games: list[Game], players: int, played: Collection[str]) -> Iterator[Game]:
    while games:
        new = [game for game in games if game.key not in played]
        game = rng.choice(new) if new else weighted_choice(rng, {game: _length(game, players) for game in games})
        games.remove(game)
        yield game


def _length(game: Game, players: int) -> int:
    return game.length(players, HouseRules(game.house_rules, {})) or POINTS_DECIDE


def _tables(rng: Random, game: Game, names: Sequence[str], dealer: int) -> Iterator[MatchState]:
    changed = weighted_choice(rng, RULES_CHANGED)
    for _ in range(TABLES_TRIED):
        options = rng.sample(game.house_rules, min(changed, len(game.house_rules)))
        try:
            yield game.table(names, dealer, {option.name: option.random_value(rng) for option in options})
        except Impossible:
            changed = max(changed, 1)


def _last_round(rng: Random, state: MatchState) -> tuple[int, bool]:
    if state.game.open_ended(state.rules):
        return rng.randint(*LONG_ENOUGH), True
    if happens(rng, BROKEN_OFF):
        return rng.randint(1, LONG_ENOUGH[0]), happens(rng, ENDED_BY_TABLE)
    return MOST, False
