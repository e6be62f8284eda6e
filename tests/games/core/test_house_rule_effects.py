"""One set of house rules drives scores, rulings and what can be entered: each option changes those that it has to."""

import json

from msgspec.structs import replace

from games.core import referee
from games.core.errors import Impossible
from games.core.round_form import form_class, open_form
from games.core.schema import read
from tests.cases import cases
from tests.games.every_game import GAMES, NAMES, example_outcome, other_values, samples, worked
from tests.thoroughness import share

# What each option changes is told by its game's test folder.
OPTIONS = [
    (game, option.name, samples(game).house_rules[option.name].effects)
    for game in GAMES
    for option in game.house_rules
    if option.name in samples(game).house_rules
]


@cases("game, name, effects", OPTIONS)
def test_a_house_rule_changes_scores_rulings_and_limits_as_declared(game, name, effects):
    """The worked examples are compared under the default and under every other value."""
    option = next(option for option in game.house_rules if option.name == name)
    inputs_of = {
        "score": [(score, example, example.house_rules) for example in worked(game).example],
        "rulings": [(ruling, one, one.question.get("house_rules", {})) for one in worked(game).ruling],
        "limits": [(limits, players, {}) for players in game.seats],
    }
    inputs_of["limits"] += [(keys, example, example.house_rules) for example in worked(game).example]

    values = other_values(game, option)
    for part, inputs in inputs_of.items():
        declared = part in effects
        changes = any(
            attempt(outcome, game, one, rules | {name: value}) != attempt(outcome, game, one, rules)
            for outcome, one, rules in (inputs if declared else share(inputs, 5))
            for rules in [{other: rules[other] for other in rules if other != name}]
            for value in values
        )
        assert changes == declared, part


def score(game, example, rules):
    return example_outcome(game, replace(example, house_rules=rules))


def ruling(game, asked, rules):
    return referee.answer(game, asked.question | {"house_rules": rules})


def limits(game, players, rules):
    table = game.table(NAMES[:players], 0, rules)
    return table.deal, game.length(players, table.rules)


def keys(game, example, rules):
    """The keys of the last round of an example, after every third of its answers and after all."""
    table = game.table(NAMES[: example.players], example.first_dealer, rules)
    *earlier, last = [read(facts, game.facts) for facts in example.rounds]
    before = game.fold(table, earlier)
    answers = list(form_class(game).answers_of(last, before).items())
    return [keys_of(open_form(before, dict(answers[:end]))) for end in {*range(0, len(answers), 3), len(answers)}]


def keys_of(form):
    asked = [(name, one.label, [(key.value, key.why_not) for key in one.keys]) for name, one in form.fields.items()]
    return asked, form.sentence(form.given())


known = {}
"""Outcomes by case and house rules: those under the defaults are compared with every option."""


def attempt(outcome, game, case, rules):
    place = outcome, game.key, getattr(case, "id", case), json.dumps(rules, sort_keys=True)
    if place not in known:
        try:
            known[place] = outcome(game, case, rules)
        except Impossible as error:
            known[place] = error.message
        except (LookupError, TypeError, ValueError):
            known[place] = "facts that no key could enter"
    return known[place]
