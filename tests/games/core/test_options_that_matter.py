"""Options are offered where they can change something, and only there."""

from random import Random

from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from tests.cases import cases
from tests.games.every_game import GAMES, NAMES, other_values
from tests.thoroughness import many


def tables(game):
    """House rules as most tables have them, and with each option at each of its other values."""
    return [{}, *({option.name: value} for option in game.house_rules for value in other_values(game, option))]


def hidden():
    """Each option at each table where it is not offered."""
    for game in GAMES:
        for players in game.seats:
            for chosen in tables(game):
                rules = HouseRules(game.house_rules, chosen)
                for option in game.house_rules:
                    if option.name not in chosen and not option.is_relevant(players, rules):
                        yield game, players, chosen, option


def made_up(game, players, rules, rng):
    """A match as people play it; None where this table cannot play by these house rules."""
    try:
        state = game.table(NAMES[:players], 0, rules)
    except Impossible:
        return None
    while game.finish(state) is None and len(state.rounds) < 2 * players:
        state = game.play(state, game.simulate(rng, state))
    return state


@cases("game, players, rules, option", hidden())
def test_an_option_that_is_hidden_changes_no_match(game, players, rules, option):
    for seed in range(many(10)):
        played = made_up(game, players, rules, Random(seed))
        for value in other_values(game, option) if played else ():
            table = game.table(played.names, 0, rules | {option.name: value})
            again = game.replay(table, [scored.facts for scored in played.rounds])
            assert [scored.totals for scored in again.rounds] == [scored.totals for scored in played.rounds]
            assert [scored.deal for scored in again.rounds] == [scored.deal for scored in played.rounds]
