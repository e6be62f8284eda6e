"""Options are offered where they can change something, and only there."""

from dataclasses import replace
from itertools import permutations
from random import Random

from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from tests.cases import cases
from tests.games.every_game import GAMES, NAMES, next_round, other_values
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
    """Make up a match; None if this table cannot play by these house rules."""
    try:
        state = game.table(NAMES[:players], 0, rules)
    except Impossible:
        return None
    while game.finish(state) is None and len(state.rounds) < 2 * players:
        state = game.play(state, next_round(state, rng))
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


def played(game, option, value, players):
    """A few matches at a table that plays by one value of a house rule."""
    matches = (made_up(game, players, {option.name: value}, Random(seed)) for seed in range(many(20, few=4)))
    return [match for match in matches if match]


@cases("game", [game for game in GAMES if game.simulate])
def test_two_ways_to_enter_the_same_are_a_house_rule_about_entry(game):
    """Each of two values leaves aside a fact that the other asks for: what happened is entered otherwise."""
    traded, players = set(), max(count for count in game.seats if count <= 4)
    for option in game.house_rules:
        values = [option.default, *other_values(game, option)]
        left_aside = set()
        for ours, other in permutations(range(len(values)), 2):
            rules = HouseRules(game.house_rules, {option.name: values[other]})
            for match in played(game, option, values[ours], players):
                there = replace(game.table(match.names, 0, {option.name: values[ours]}), rules=rules)
                if any(one.facts.without_unasked(there) != one.facts for one in match.rounds):
                    left_aside.add((ours, other))
        traded |= {option.name for pair in left_aside if pair[::-1] in left_aside}

    assert traded <= {option.name for option in game.house_rules if option.is_about_entry}


ABOUT_ENTRY = [(game, option) for game in GAMES for option in game.house_rules if option.is_about_entry]


@cases("game, option", ABOUT_ENTRY)
def test_a_house_rule_about_entry_changes_no_line_of_a_round(game, option):
    for value, other in permutations([option.default, *other_values(game, option)], 2):
        rules = HouseRules(game.house_rules, {option.name: other})
        for match in played(game, option, value, max(count for count in game.seats if count <= 4)):
            before = game.table(match.names, 0, {option.name: value})
            for scored in match.rounds:
                there = replace(before, rules=rules)
                assert tuple(game.score(scored.facts, there)) == scored.lines
                assert there.deal == scored.deal
                before = game.play(before, scored.facts)
                assert game.finish(before) == game.finish(replace(before, rules=rules))
