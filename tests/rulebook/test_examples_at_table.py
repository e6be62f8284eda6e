"""Examples and rulings at a table, worked out again from their facts under every value of every house rule."""

from functools import cache
from itertools import chain, combinations
from random import Random

from msgspec.structs import replace

from games.core import referee, scoresheet
from games.core.errors import Impossible
from games.core.examples import read_examples
from games.core.house_rules import HouseRules
from games.core.registry import find
from scorekeeper.rulebook.rules_page import render_rules, worked_examples
from tests.cases import cases
from tests.games.every_game import GAMES, fits, other_values
from tests.rulebook.rules_html import section, text
from tests.thoroughness import many, share


def tables():
    """Values of options, and pairs of values that go together: all with --thorough, else some, and one pair."""
    for game in GAMES:
        values = [{option.name: value} for option in game.house_rules for value in other_values(game, option)]
        yield from ((game, HouseRules(game.house_rules, house_rules)) for house_rules in share(values, 12))
        pairs = [first | second for first, second in combinations(values, 2) if first.keys() != second.keys()]
        pairs = [pair for pair in pairs if any(fits(game, players, pair) for players in game.seats)]
        pairs = Random(game.key).sample(pairs, many(len(pairs), 1) if pairs else 0)
        yield from ((game, HouseRules(game.house_rules, pair)) for pair in pairs)


TABLES = [*tables()]


def outcome(example, game, **house_rules):
    try:
        _, state, card = scoresheet.play(replace(example, house_rules=house_rules).sheet(game))
    except Impossible as error:
        return error.message
    return [scored.lines for scored in state.rounds], state.totals, card.winners


def answer(ruling, game, **house_rules):
    try:
        return referee.ask(game, ruling.question | {"house_rules": house_rules})
    except Impossible as error:
        return error.message


@cache
def shown_at(game, table):
    examples, rulings = worked_examples(game, table)
    by_id = {one.example.id: one for one in chain(*examples.values())}
    return by_id | {one.question.id: one for one in chain(*rulings.values())}


@cases("game, table", TABLES)
def test_what_comes_out_otherwise_at_a_table_stands_by_the_printed_rules_with_the_reason(game, table):
    shown, data = shown_at(game, table), read_examples(game)

    assert shown.keys() == {one.id for one in (*data.example, *data.ruling)}, "none is left out"
    for written, come_out in [*((one, outcome) for one in data.example), *((one, answer) for one in data.ruling)]:
        own = HouseRules(game.house_rules, written.house_rules).in_force
        printed, differences = come_out(written, game, **written.house_rules), shown[written.id].differences
        if not differences:
            assert own == own | {name: table.in_force[name] for name in written.house_rules}, written.id
            assert come_out(written, game, **table.in_force) == printed, written.id
            continue
        assert table.in_force != own, written.id
        for option in game.house_rules:
            is_named = f"{option.title}: {option.label(table.in_force[option.name])}" in differences
            alone = come_out(written, game, **own | {option.name: table.in_force[option.name]})
            assert is_named or alone == printed, (written.id, option.name)


@cases("game, table", TABLES)
def test_an_example_that_holds_at_a_table_is_worked_out_by_its_rules(game, table):
    for worked in shown_at(game, table).values():
        if hasattr(worked, "example") and not worked.differences and not worked.refused:
            _, state, _ = scoresheet.play(worked.example.sheet(game))
            assert worked.example.house_rules == table.differing
            assert [side.total for side in worked.sides] == [*state.totals]
            for place, side in enumerate(worked.sides):
                assert side.status == ", ".join(one.text for one in state.statuses if one.side == place)


def test_the_page_folds_them_apart_below_the_others():
    game = find("big-little")
    html = section(render_rules(game, HouseRules(game.house_rules, {"penalty_at": 99})), "sandbag-penalty")

    assert "At your table: " not in text(html.partition('<details class="examples printed">')[0])
    printed = text(html.partition('<details class="examples printed">')[2])
    assert "by the printed rules" in printed
    assert printed.count("At your table:") == printed.count("At your table: Bag penalty after: 99 sandbags")
