"""Examples and rulings at a table, worked out again from their facts under every value of every house rule."""

import re

from games.core import referee, scoresheet
from games.core.errors import Impossible
from games.core.examples import read_examples
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import plain
from scorekeeper.rulebook.rules_page import worked_examples
from tests.cases import cases
from tests.games.every_game import GAMES, other_values

TABLES = [
    (game, option.name, value) for game in GAMES for option in game.house_rules for value in other_values(game, option)
]


def outcome(game, example):
    """What a scoresheet with these facts comes to, or the number of the refused round (else of the last), and why."""
    try:
        _, state, card = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return getattr(error, "number", None) or len(example.rounds), re.sub(r"^\w+ \d+: ", "", error.message)
    lines, sides = state.rounds[-1].lines, range(len(state.totals))
    return {
        "points": list(state.rounds[-1].points),
        "totals": list(state.totals),
        "winners": [state.side_names[side] for side in card.winners],
        "status": [", ".join(status.text for status in state.statuses if status.side == side) for side in sides],
        "lines": [[line for line in lines if line.side == side] for side in sides],
    }


def shown_outcome(worked):
    if worked.refused:
        return len(worked.example.rounds), re.sub(r"^\w+ \d+: ", "", worked.refused)
    return {
        "points": [side.points for side in worked.sides],
        "totals": [side.total for side in worked.sides],
        "winners": worked.winners,
        "status": [side.status for side in worked.sides],
        "lines": [[*side.lines] for side in worked.sides],
    }


@cases("game, name, value", TABLES)
def test_each_example_comes_out_at_a_table_as_shown(game, name, value):
    table = HouseRules(game.house_rules, {name: value})
    written = {example.id: example for example in read_examples(game).example}
    about_option = table.options[name].rule

    for worked in (worked for of_rule in worked_examples(game, table)[0].values() for worked in of_rule):
        example, own = worked.example, written[worked.example.id]
        result, by_own_rules = outcome(game, example), outcome(game, own)
        assert example.house_rules == table.differing
        assert result == shown_outcome(worked), example.id
        if not worked.is_as_written:
            assert (example.why, example.title == own.title) == ("", False), example.id
        elif worked.refused or own.rule == about_option:
            assert result == by_own_rules, example.id
        else:
            assert result | {"status": None} == by_own_rules | {"status": None}, example.id


@cases("game, name, value", TABLES)
def test_each_ruling_at_a_table_is_the_answer_of_the_referee(game, name, value):
    table = HouseRules(game.house_rules, {name: value})
    written = {ruling.id: ruling for ruling in read_examples(game).ruling}

    for ruled in (ruled for of_rule in worked_examples(game, table)[1].values() for ruled in of_rule):
        own = written[ruled.question.id]
        try:
            ruling = referee.ask(game, own.question | {"house_rules": table.differing})
        except Impossible:
            assert ruled.refused
            assert not re.search("“[A-Z]{2}”", ruled.refused), "a card is called by its name, not by its code"
            continue
        assert not ruled.refused
        if ruled.question.title == own.title:
            assert plain(ruling.answer) == plain(referee.ask(game, own.question).answer)


def test_words_about_a_limit_do_not_stand_where_the_limit_is_another():
    game = find("big-little")

    shown = worked_examples(game, HouseRules(game.house_rules, {"penalty_at": 99}))[0]["sandbag-penalty"]

    ten = next(worked for worked in shown if worked.example.id == "BL-10")
    assert not ten.is_as_written
    assert ten.sides[0].status == "bags 10 of 99"
