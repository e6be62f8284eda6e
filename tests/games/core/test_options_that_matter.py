"""Options are offered where they can change something, and only there."""

from random import Random

from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.registry import find
from tests.cases import cases
from tests.games.every_game import GAMES, NAMES, other_values
from tests.thoroughness import many

BIG_LITTLE = find("big-little")


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
                    if option.name not in chosen and not option.matters(players, rules):
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
            again = game.fold(table, [scored.facts for scored in played.rounds])
            assert [scored.totals for scored in again.rounds] == [scored.totals for scored in played.rounds]
            assert [scored.deal for scored in again.rounds] == [scored.deal for scored in played.rounds]


@cases("players, value", [(players, value) for players in BIG_LITTLE.seats for value in ("leave-three", "deal-all")])
def test_a_value_is_offered_where_it_changes_the_hands(players, value):
    option = next(option for option in BIG_LITTLE.house_rules if option.name == "largest_hand")
    usual, other = (BIG_LITTLE.table(NAMES[:players], 0, {option.name: one}).length for one in ("leave-one", value))

    assert (usual != other) == (players in option.only_with[value])


@cases("players, bags_after", [(players, after) for players in BIG_LITTLE.seats for after in ("carry", "reset")])
def test_hundreds_in_one_hand_matter_where_a_hand_can_bring_two(players, bags_after):
    """Ada never bids and takes every trick: no match brings more sandbags in a hand."""
    totals = []
    for repeats in (True, False):
        state = BIG_LITTLE.table(NAMES[:players], 0, {"bags_after": bags_after, "penalty_repeats": repeats})
        while BIG_LITTLE.finish(state) is None:
            nothing = [0] * (players - 1)
            facts = BIG_LITTLE.facts(bids=(0, *nothing), tricks=(state.deal.cards[0], *nothing))
            state = BIG_LITTLE.play(state, facts)
            totals.append(state.totals)
    option = next(option for option in BIG_LITTLE.house_rules if option.name == "penalty_repeats")

    half = len(totals) // 2
    assert (totals[:half] != totals[half:]) == option.matters(players, state.rules)
