"""Helpers for tests over every game: the games, their worked examples, and the samples a game's test folder may hold.

tests/games/<game>/samples.py holds SAMPLES, an independent count of the game by plain code. Tests over every
game use it if it exists; a game without a test folder is tested by its examples, its simulation and its forms.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from games.core import examples, prompts, referee, scoresheet
from games.core.errors import Impossible
from games.core.house_rules import HouseRules, NumberOption
from games.core.prompts import QuestionContext
from games.core.registry import games
from games.core.round_form import form_class, open_form
from games.core.schema import plain, read
from tests.thoroughness import is_thorough

GAMES = tuple(games().values())
# Without the toy games of the tests.
REAL_GAMES = tuple(game for game in GAMES if game.folder.parent.name == "games")
NAMES = examples.EXAMPLE_NAMES


def example_outcome(game, example):
    _, state, scorecard = scoresheet.play(example.sheet(game))
    return {
        "points": list(state.rounds[-1].points),
        "totals": list(scorecard.totals),
        "winners": list(scorecard.winners),
        "status": [one.text for one in state.statuses],
    }


def asked_with_keys(game, question):
    """A question that a file asks, as its page asks it: the table there, and what is tapped."""
    kind = referee.questions(game)[question["ask"]]
    facts = plain(read(question, kind))
    players = len(facts["bids"]) if isinstance(facts.get("bids"), list) else facts.get("players", 4)
    rules = HouseRules(game.house_rules, question.get("house_rules", {}))
    table = QuestionContext(game, rules, NAMES[: max(players, 1)])
    return table, prompts.answers_of(kind, table, facts)


class Samples(NamedTuple):
    """A game worked out a second time, for tests over every game; each part may be missing.

    `figures(scored, match, seat)`: the game's own statistics of a round, counted from its facts: key, bucket, value.
    `play(rng, table)`: plays card by card to the end; yields the facts of each round, and the points as people count.
    `deeds(match)`: the highlights of the game's own, worked out from the facts: number of the round, seat, words.
    """

    figures: Callable | None = None
    play: Callable | None = None
    deeds: Callable | None = None


def deeds_of_exact_bids(number, facts):
    """The highlights of a round in which each player bid and took tricks, as (number, seat, words)."""
    changes = facts.get("bid_changes", [0] * len(facts["bids"]))
    cards = sum(facts["tricks"]) + facts.get("tricks_of_nobody", 0) + facts.get("ghost", 0)
    for seat, (first, change, took) in enumerate(zip(facts["bids"], changes, facts["tricks"], strict=True)):
        bid = first + change
        if bid == took == 0 and cards >= 9:
            yield number, seat, f" made a bid of zero with {cards} cards"
        if bid == took >= 4 and took > cards - took:
            yield number, seat, f" made a bid of {bid} with {cards} cards"


@cache
def samples(game):
    """The samples of a game; empty ones where its test folder has none."""
    name = f"tests.games.{game.folder.name}"
    there = find_spec(name) and find_spec(f"{name}.samples")
    return import_module(f"{name}.samples").SAMPLES if there else Samples()


worked = examples.read_examples


def possible_examples(game):
    """The worked examples that are not there to be refused."""
    return [one for one in worked(game).example if not one.refused]


def other_values(game, option):
    """Values of a house rule besides its default: what the option offers, and the limits of a number."""
    values = [*option.presets()]
    if isinstance(option, NumberOption):
        values += [option.low, option.high, *([None] if option.none else [])]
    others = [value for value in values if option.normalize(value) != option.normalize(option.default)]
    return [value for value in others if any(fits(game, players, {option.name: value}) for players in game.seats)]


def fits(game, players, rules):
    try:
        game.table(NAMES[:players], 0, rules)
    except Impossible:
        return False
    return True


def refusal(act, *given, **named):
    """Return the message of a refusal, and the fact it is about."""
    with pytest.raises(Impossible) as refused:
        act(*given, **named)
    return refused.value.message, refused.value.field


def plain_sheet(table, rounds):
    """The scoresheet of a table and its rounds, all in plain values."""
    rules, players, dealer = plain(table.rules.differing), [*table.names], table.first_dealer
    head = {"scoresheet": 1, "game": table.game.key, "players": players, "first_dealer": dealer, "house_rules": rules}
    return head | {"rounds": rounds}


def seated(game, most=4, **rules):
    """A match before its first round, of the most players up to `most` that fit (else the fewest there are)."""
    counts = [players for players in game.seats if players <= most] or [game.seats[0]]
    others = [{option.name: value, **rules} for option in game.house_rules for value in option.presets()]
    for players in reversed(counts):
        for chosen in (rules, *others):
            if fits(game, players, chosen):
                return game.table(NAMES[:players], 0, chosen)
    raise AssertionError(game.key)


@cache
def games_of_every_field():
    """Few games, in whose forms there is every kind of field; with --thorough all games."""
    if is_thorough():
        return REAL_GAMES
    kinds = {game: kinds_of_fields(game) for game in REAL_GAMES}
    chosen, left = [], set().union(*kinds.values())
    while left:
        chosen.append(max(kinds, key=lambda game: len(kinds[game] & left)))
        left -= kinds[chosen[-1]]
    return tuple(chosen)


def kinds_of_fields(game):
    """Return the names of all attributes that the fields of a form set, and the fields' classes."""
    fields = open_form(seated(game), {}).fields.values()
    said = {name for field in fields for name, value in vars(field).items() if value}
    return said | {type(field) for field in fields}


def next_round(match, rng):
    """A round that may come next: simulated, else from the worked examples, else from keys tapped by chance."""
    if match.game.simulate:
        return match.game.simulate(rng, match)
    rounds = [facts for example in possible_examples(match.game) for facts in example.rounds]
    known = (read(facts, match.game.facts) for facts in rng.sample(rounds, len(rounds)))
    return next((record for record in known if is_possible(match, record)), None) or tapped(match, rng)


def refused_by_its_last_answer(table):
    """All answers but one, the question that is left, and an answer to it that completes an impossible round."""
    form = form_class(table.game)
    for seed in range(12):
        complete = form.answers_of(next_round(table, Random(seed)), table)
        for name, question in reversed(form(table, complete).fields.items()):
            answers = {other: answer for other, answer in complete.items() if other != name}
            opened = form(table, answers)
            if opened.is_valid() or opened.missing_question != name:
                continue
            on_the_table = " ".join(answers.values()).split() if question.deck else ()
            keys = [key.value for key in question.keys if key.value not in on_the_table]
            for answer in ["99"] if question.no_spaces else keys:
                closed = form(table, answers | {name: answer})
                if not closed.is_valid() and not closed.missing_question:
                    return answers, name, question, answer
    return None


def is_possible(match, facts):
    try:
        match.game.play(match, facts)
    except Impossible:
        return False
    return facts.is_complete


def tapped(match, rng, most=200):
    """A round of which every question was answered with some key that can be tapped; None after `most` random tries."""
    answers = {}
    for _ in range(most):
        form = open_form(match, answers)
        if form.is_valid():
            return form.round_facts
        keys = [key.value for key in form.fields[form.missing_question].keys] if form.missing_question else []
        answers = answers | {form.missing_question: rng.choice(keys)} if keys else {}
    return None


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
    """Any match: the table before its first round, and the match after some, simulated or played card by card."""
    table, rng = draw(any_table(game)), Random(draw(st.integers(0, 2**32)))
    if samples(game).play and draw(st.booleans()):
        rounds = [read(facts, game.facts) for facts, _ in islice(samples(game).play(rng, table), most)]
        return table, game.replay(table, rounds)
    return table, played_on(table, rng, most)


def any_sheet(game, most=3):
    """Any scoresheet of a game, as plain values."""
    return any_match(game, most).map(
        lambda match: plain_sheet(match[0], [plain(scored.facts) for scored in match[1].rounds])
    )


def played_on(match, rng, most=20):
    """The match after more rounds: to its end, or to so many in all."""
    while match.game.finish(match) is None and len(match.rounds) < most and (facts := next_round(match, rng)):
        match = match.game.play(match, facts)
    return match
