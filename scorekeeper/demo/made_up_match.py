"""Made-up matches: game, house rules and simulated rounds."""

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.facts import RoundFacts
from games.core.house_rules import HouseRules
from games.core.simulation import happens, weighted_choice

# How often so many house rules are changed.
RULE_WEIGHTS = {0: 14, 1: 3, 2: 2, 3: 1}
# House rules drawn until they fit the players.
MAX_DRAWS = 100
# Rounds (least, most) after which a game without an end is ended.
OPEN_ROUNDS = (5, 12)
# Typical and largest number of rounds of a game that ends by points.
TYPICAL_ROUNDS, MAX_ROUNDS = 10, 100
# How likely a round is corrected, a match is broken off, and one that is broken off is ended in Scorekeeper.
SLIP_CHANCE, BREAK_CHANCE, END_CHANCE = 0.006, 0.03, 0.5


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
        if happens(rng, SLIP_CHANCE) and (slip := game.simulate(rng, state)) != facts:
            slips[state.number] = slip
        state = game.play(state, facts)
    return MadeUp(state, slips, ended_by_table and game.finish(state) is None)


def _in_some_order(rng: Random, games: list[Game], players: int, played: Collection[str]) -> Iterator[Game]:
    while games:
        new = [game for game in games if game.key not in played]
        lengths = {game: game.length(players, HouseRules(game.house_rules, {})) or TYPICAL_ROUNDS for game in games}
        game = rng.choice(new) if new else weighted_choice(rng, lengths)
        games.remove(game)
        yield game


def _tables(rng: Random, game: Game, names: Sequence[str], dealer: int) -> Iterator[MatchState]:
    changed = weighted_choice(rng, RULE_WEIGHTS)
    for _ in range(MAX_DRAWS):
        options = rng.sample(game.house_rules, min(changed, len(game.house_rules)))
        try:
            yield game.table(names, dealer, {option.name: option.random_value(rng) for option in options})
        except Impossible:
            changed = max(changed, 1)


def _last_round(rng: Random, state: MatchState) -> tuple[int, bool]:
    if state.game.open_ended(state.rules):
        return rng.randint(*OPEN_ROUNDS), True
    if happens(rng, BREAK_CHANCE):
        return rng.randint(1, OPEN_ROUNDS[0]), happens(rng, END_CHANCE)
    return MAX_ROUNDS, False
