"""One set of house rules drives scores, rulings and what can be entered: each option changes those that it has to."""

from msgspec.structs import replace

from games.core import examples, referee
from games.core.errors import Impossible
from games.core.round_form import form_class, open_form
from games.core.schema import read
from tests.cases import cases
from tests.games.every_game import GAMES, NAMES, other_values, samples, worked
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
    parts = {
        "score": (score, worked(game).example),
        "rulings": (ruling, worked(game).ruling),
        "limits": (limits, [*worked(game).example, *game.seats]),
    }

    def follows(outcome, inputs):
        values = other_values(game, option)
        return any(
            attempt(outcome, game, one, {name: value}) != usual
            for one in inputs
            for usual in [attempt(outcome, game, one, {name: option.default})]
            for value in values
        )

    for part, (outcome, inputs) in parts.items():
        declared = part in effects
        assert follows(outcome, inputs if declared else share(inputs, 2)) == declared, part


def score(game, example, rules):
    return examples.example_outcome(game, replace(example, house_rules=example.house_rules | rules))


def ruling(game, asked, rules):
    return referee.answer(game, asked.question | {"house_rules": asked.question.get("house_rules", {}) | rules})


def limits(game, case, rules):
    """The cards dealt and the rounds there are for a number of players; or the keys of the last round of an example,
    after every third of its answers and after all."""
    if isinstance(case, int):
        table = game.table(NAMES[:case], 0, rules)
        return table.deal, game.length(case, table.rules)
    table = game.table(NAMES[: case.players], case.first_dealer, case.house_rules | rules)
    *earlier, last = [read(facts, game.facts) for facts in case.rounds]
    before = game.fold(table, earlier)
    answers = list(form_class(game).answers_of(last, before).items())
    return [keys(open_form(before, dict(answers[:end]))) for end in {*range(0, len(answers), 3), len(answers)}]


def keys(form):
    asked = [(name, one.label, [(key.value, key.why_not) for key in one.keys]) for name, one in form.fields.items()]
    return asked, form.sentence(form.given())


def attempt(outcome, game, case, rules):
    try:
        return outcome(game, case, rules)
    except Impossible as error:
        return error.message
    except (LookupError, TypeError, ValueError):
        return "facts that no key could enter"
