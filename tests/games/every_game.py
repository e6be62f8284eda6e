"""What tests over every game share: the games, their worked examples, and the samples a game's test folder may hold.

tests/games/<game>/samples.py holds SAMPLES, which says more of its game than its own folder does. Tests over every
game use it where it is there; a game without a test folder is tested by its examples, its simulation and its forms.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from games.core import examples, scoresheet
from games.core.errors import Impossible
from games.core.house_rules import NumberOption
from games.core.registry import games
from games.core.round_form import form_class, open_form
from games.core.schema import read

GAMES = tuple(games().values())
NAMES = examples.EXAMPLE_NAMES


class HouseRuleSample(NamedTuple):
    """A house rule as files carry it; `effects`: which of score, rulings and limits it changes in the examples."""

    default: object
    others: list
    refused: list
    effects: set[str]


class Rate(NamedTuple):
    """How often a rule brings a line, or a bid (kind, made) is made, for each simulated round: between low and high."""

    what: object
    low: float
    high: float
    rules: dict = {}


def sample(effects, default, others, refused):
    return HouseRuleSample(default, others, refused, set(effects.split()))


def example_outcome(game, example):
    _, state, card = scoresheet.play(example.sheet(game))
    return {
        "points": list(state.rounds[-1].points),
        "totals": list(card.totals),
        "winners": list(card.winners),
        "status": [one.text for one in state.statuses],
    }


def searches(**anchors):
    """Questions people type, listed by the anchor that has to come first (written with _ for -)."""
    return tuple((question, anchor.replace("_", "-")) for anchor, listed in anchors.items() for question in listed)


def number(effects, default, low, high):
    return sample(effects, default, [low, high], [low - 1, high + 1, True, float(low), str(low), None])


def choice(effects, default, *others):
    return sample(effects, default, [default, *others], ["", "Carry", None, True, 0, [], {}])


def yes_or_no(effects, default):
    return sample(effects, default, [True, False], [0, 1, "true", None])


class Samples(NamedTuple):
    """What tests over every game may know of one game; each part may be missing.

    `house_rules`: as the scoresheet's format fixes them, by name. `asks`: what its referee can be asked.
    `searches`: questions as people type them, a bar where enough is typed, each with the anchor that has to come first.
    `figures(scored, match, seat)`: the game's own statistics of a round, counted from its facts: key, bucket, value.
    `sheets()`: a hypothesis strategy of any of its scoresheets, as plain values.
    """

    house_rules: dict[str, HouseRuleSample] = {}
    asks: frozenset[str] = frozenset()
    searches: tuple[tuple[str, str], ...] = ()
    rates: tuple[Rate, ...] = ()
    figures: Callable | None = None
    sheets: Callable | None = None


@cache
def samples(game):
    """The samples of a game; empty ones where its test folder has none."""
    name = f"tests.games.{game.folder.name}"
    there = find_spec(name) and find_spec(f"{name}.samples")
    return import_module(f"{name}.samples").SAMPLES if there else Samples()


worked = cache(examples.read_examples)


def possible_examples(game):
    """The worked examples that are not there to be refused."""
    return [one for one in worked(game).example if not one.refused]


def other_values(game, option):
    """Values of a house rule besides its default: those of the samples, else what the option offers and its limits."""
    known = samples(game).house_rules.get(option.name)
    values = list(known.others if known else option.presets())
    if not known and isinstance(option, NumberOption):
        values += [option.low, option.high, *([None] if option.none else [])]
    others = [value for value in values if option.normal(value) != option.normal(option.default)]
    return [value for value in others if any(fits(game, players, {option.name: value}) for players in game.seats)]


def fits(game, players, rules):
    try:
        game.table(NAMES[:players], 0, rules)
    except Impossible:
        return False
    return True


def refusal(act, *given, **named):
    """What is said about something that cannot be, and the fact it is about."""
    with pytest.raises(Impossible) as refused:
        act(*given, **named)
    return refused.value.message, refused.value.field


def plain_sheet(table, rounds):
    """The scoresheet of a table and its rounds, all in plain values."""
    rules, players = table.rules.differing, [*table.names]
    return {"scoresheet": 1, "game": table.game.key, "players": players, "house_rules": rules, "rounds": rounds}


def seated(game, most=4, **rules):
    """A match before its first round, of the most players up to `most` that fit (else the fewest there are)."""
    counts = [players for players in game.seats if players <= most] or [game.seats[0]]
    others = [{option.name: value, **rules} for option in game.house_rules for value in option.presets()]
    for players in reversed(counts):
        for chosen in (rules, *others):
            if fits(game, players, chosen):
                return game.table(NAMES[:players], 0, chosen)
    raise AssertionError(game.key)


def next_round(match, rng):
    """A round that may come next: simulated, else from the worked examples, else from keys tapped by chance."""
    if match.game.simulate:
        return match.game.simulate(rng, match)
    rounds = [facts for example in possible_examples(match.game) for facts in example.rounds]
    known = (read(facts, match.game.facts) for facts in rng.sample(rounds, len(rounds)))
    return next((record for record in known if is_possible(match, record)), None) or tapped(match, rng)


def is_possible(match, facts):
    try:
        match.game.play(match, facts)
    except Impossible:
        return False
    return facts.is_complete


def tapped(match, rng, most=200):
    """A round of which every question was answered with some key that can be tapped; None where no luck helps."""
    answers = {}
    for _ in range(most):
        form = open_form(match, answers)
        if form.is_valid():
            return form.round_facts
        keys = [key.value for key in form.fields[form.missing].keys if not key.why_not] if form.missing else []
        answers = answers | {form.missing: rng.choice(keys)} if keys else {}
    return None


def unfinished(match, facts):
    """The facts of a round entered in part, where the game keeps such: its bids, without its tricks; else None."""
    answers = list(form_class(match.game).answers_of(facts, match).items())
    forms = (open_form(match, dict(answers[:end])) for end in range(len(answers)))
    partial = (form.unfinished() for form in forms)
    return next((one for one in partial if one is not None and not one.is_complete), None)


@st.composite
def any_table(draw, game):
    """Any table that can play a game, by any house rules."""
    rules = {option.name: draw(any_value(option)) for option in game.house_rules if draw(st.booleans())}
    players = draw(st.sampled_from(game.seats))
    try:
        return game.table(NAMES[:players], draw(st.integers(0, players - 1)), rules)
    except Impossible:
        assume(False)


def any_value(option):
    if isinstance(option, NumberOption):
        return st.one_of(st.integers(option.low, option.high), *([st.none()] if option.none else []))
    return st.sampled_from(option.presets())


@st.composite
def any_match(draw, game, most=6):
    """Any match: the table before its first round, and the match after some; from the samples where they draw any."""
    strategy = samples(game).sheets
    if strategy and draw(st.booleans()):
        sheet = scoresheet.load(json.dumps(draw(strategy())))
        match = scoresheet.play(sheet)[1]
        return game.table(sheet.players, sheet.first_dealer, sheet.house_rules), match
    table = draw(any_table(game))
    return table, played_on(table, Random(draw(st.integers(0, 2**32))), most)


def played_on(match, rng, most=20):
    """The match after more rounds: to its end, or to so many in all."""
    while match.game.finish(match) is None and len(match.rounds) < most and (facts := next_round(match, rng)):
        match = match.game.play(match, facts)
    return match
