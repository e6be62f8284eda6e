"""Examples and rulings at a table, worked out again from their facts under every value of every house rule."""

import re
from itertools import chain, combinations
from random import Random

from games.core import referee, scoresheet
from games.core.errors import Impossible
from games.core.examples import read_examples
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import plain
from scorekeeper.rulebook.rules_page import worked_examples
from tests.cases import cases
from tests.games.every_game import GAMES, fits, other_values
from tests.thoroughness import many, share

NUMERAL = re.compile(r"\d+")


def tables():
    """Values of options, and pairs of values that go together: all with --thorough, else every sixth, and one pair."""
    for game in GAMES:
        values = [{option.name: value} for option in game.house_rules for value in other_values(game, option)]
        yield from ((game, house_rules) for house_rules in share(values, 6))
        pairs = [first | second for first, second in combinations(values, 2) if first.keys() != second.keys()]
        pairs = [pair for pair in pairs if any(fits(game, players, pair) for players in game.seats)]
        yield from ((game, pair) for pair in Random(game.key).sample(pairs, many(len(pairs), 1) if pairs else 0))


TABLES = [*tables()]


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


SHOWN = {}


def at_table(game, house_rules):
    """The table with these values of options, and the examples and rulings shown there."""
    key = game.key, str(house_rules)
    if key not in SHOWN:
        table = HouseRules(game.house_rules, house_rules)
        examples, rulings = worked_examples(game, table)
        SHOWN[key] = table, [*chain(*examples.values())], [*chain(*rulings.values())]
    return SHOWN[key]


@cases("game, house_rules", TABLES)
def test_each_example_comes_out_at_a_table_as_shown(game, house_rules):
    table, examples, _ = at_table(game, house_rules)
    written = {example.id: example for example in read_examples(game).example}

    for worked in examples:
        example, own = worked.example, written[worked.example.id]
        result, by_own_rules = outcome(game, example), outcome(game, own)
        about_option = any(table.options[name].rule == own.rule for name in house_rules)
        assert example.house_rules == table.differing
        if worked.refused == f"by your house rules there is no such {game.round_name}":
            # Its refusal would be about something else.
            assert (worked.facts, isinstance(result, tuple)) == ([], True)
            assert not (own.refused and own.refused in result[1])
            continue
        assert result == shown_outcome(worked), example.id
        if not worked.is_as_written:
            # A title made of the outcome may come to the author's words.
            is_own_refusal = (own.refused and own.refused in worked.refused) or own.title.casefold() in str(
                result
            ).casefold()
            assert (example.why, example.title == own.title and not is_own_refusal) == ("", False), example.id
        elif worked.refused or about_option:
            assert result == by_own_rules, example.id
        else:
            assert result | {"status": None} == by_own_rules | {"status": None}, example.id


@cases("game, house_rules", TABLES)
def test_three_of_four_examples_are_scored_at_a_table(game, house_rules):
    """Of those that differ there, an example that comes to the facts of another one being shown once.

    One about a house rule that the table does not play may say that there is no such round.
    """
    table, examples, _ = at_table(game, house_rules)
    written = {example.id: example for example in read_examples(game).example}

    def is_played(worked):
        own = written[worked.example.id]
        return not own.refused and (not worked.refused or table.in_force | own.house_rules == table.in_force)

    possible = [*filter(is_played, examples)]
    refused = [worked.example.id for worked in possible if worked.refused]
    assert 4 * len(refused) <= len(possible), refused


@cases("game, house_rules", TABLES)
def test_numerals_of_a_title_are_in_the_facts_or_the_outcome(game, house_rules):
    _, examples, _ = at_table(game, house_rules)

    for worked in examples:
        if not worked.is_as_written:
            told = [str(worked.facts), worked.refused, str(outcome(game, worked.example))]
            numerals = set(NUMERAL.findall(worked.example.title))
            assert numerals <= set(NUMERAL.findall(" ".join(told))), worked.example.title


@cases("game, house_rules", TABLES)
def test_nothing_is_shown_twice_in_a_section(game, house_rules):
    _, examples, rulings = at_table(game, house_rules)

    titles = [(worked.example.rule, worked.example.title) for worked in examples]
    refusals = [(worked.example.rule, worked.refused) for worked in examples if not worked.is_as_written]
    answers = [
        (ruled.rule, ruled.title, ruled.facts, ruled.answer, ruled.refused)
        for ruled in rulings
        if not ruled.has_own_title
    ]
    refused = [refusal for refusal in refusals if refusal[1]]
    assert len(refused) == len(set(refused))
    assert len(titles) == len(set(titles))
    assert all(answers.count(answer) == 1 for answer in answers)


@cases("game, house_rules", TABLES)
def test_each_ruling_at_a_table_is_the_answer_of_the_referee(game, house_rules):
    table, _, rulings = at_table(game, house_rules)
    written = {ruling.id: ruling for ruling in read_examples(game).ruling}

    for ruled in rulings:
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


@cases("game, house_rules", TABLES)
def test_a_ruling_is_left_out_only_where_its_section_answers_the_question(game, house_rules):
    table, _, rulings = at_table(game, house_rules)
    questions = {(ruled.rule, ruled.title) for ruled in rulings}

    for printed in chain(*worked_examples(game)[1].values()):
        try:
            rule = referee.ask(game, printed.question.question | {"house_rules": table.differing}).rule
        except Impossible:
            rule = printed.rule
        assert (rule, printed.title) in questions, printed.question.id


def test_the_facts_of_an_example_move_to_the_hand_with_their_number_of_cards():
    game = find("oh-hell")

    (worked,) = worked_examples(game, HouseRules(game.house_rules, {"hands": "down"}))[0]["exact-bid"]

    assert worked.example.rounds[-1]["tricks"] == [2, 0, 1]
    assert len(worked.example.rounds) == 8, "ten cards in the first hand, three in the eighth"
    assert (worked.example.title, worked.sides[0].points) == ("Bid 2, took 2", 12)


def test_a_round_that_is_refused_is_changed_as_little_as_possible():
    game = find("big-little")

    examples = worked_examples(game, HouseRules(game.house_rules, {"hook": True}))[0]["bid-missed"]

    short = next(worked for worked in examples if worked.example.id == "BL-03")
    assert (short.example.rounds[-1]["bids"], short.example.rounds[-1]["tricks"]) == ([4, 1], [3, 1])


def test_what_a_table_does_not_ask_for_is_refused_for_that_reason():
    game = find("oh-hell")

    examples = worked_examples(game, HouseRules(game.house_rules, {"hands": "down"}))[0]["bonus"]

    bonus = next(worked for worked in examples if worked.example.id == "OH-13")
    assert bonus.refused == "bonus points count only in matches by Skull King’s scoring: leave them out"


def test_words_about_a_limit_do_not_stand_where_the_limit_is_another():
    game = find("big-little")

    shown = worked_examples(game, HouseRules(game.house_rules, {"penalty_at": 99}))[0]["sandbag-penalty"]

    ten = next(worked for worked in shown if worked.example.id == "BL-10")
    assert not ten.is_as_written
    assert ten.sides[0].status == "bags 10 of 99"
