"""Whatever a file says of a round, a house rule or a card: it is scored, or it is refused in words."""

import copy
import json

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core import referee, scoresheet
from games.core.errors import Impossible
from tests.games.every_game import GAMES, worked
from tests.thoroughness import many

SHEETS = {game.key: [one.sheet(game) for one in worked(game).example if len(one.rounds) <= 6] for game in GAMES}
DEAL = {game.key: {"ask": "deal", "players": game.seats[0], "round": 1} for game in GAMES}
QUESTIONS = {game.key: [DEAL[game.key], *(one.question for one in worked(game).ruling)] for game in GAMES}

any_game = settings(max_examples=many(450))

NOTHING, NUMBERS = [None, True, False, [], {}], [0, -1, 1, 2, 3, 99, 10**14, -(10**14), 1.5]
NAMES = st.sampled_from(["seat", "side", "cards", "bid", "kind", "target", "A"])
junk = st.one_of(
    st.sampled_from([*NOTHING, *NUMBERS, "", " ", "♥", "H", "BJ", "10H"]),
    st.text(max_size=4),
    st.lists(st.integers(-2, 60), max_size=5),
    st.dictionaries(NAMES, st.integers(-2, 60), max_size=2),
)


def places(value, path=()):
    """Yield the path of everything inside plain JSON values."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


@st.composite
def broken(draw, value):
    """Plain JSON values with up to three of their places replaced, taken out or doubled."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        found = list(places(value))
        if not found:
            return value
        *path, key = draw(st.sampled_from(found))
        around = value
        for step in path:
            around = around[step]
        harm = draw(st.sampled_from(["replace", "replace", "take out", "double"]))
        if harm == "replace":
            around[key] = draw(junk)
        elif harm == "take out":
            del around[key]
        elif isinstance(around, list):
            around.insert(key, around[key])
        else:
            around[f"{key}2"] = around[key]
    return value


def in_words(error, beginning=""):
    assert error.message
    assert error.message.startswith(beginning)
    assert error.message == str(error)
    assert len(error.message.splitlines()) == 1


@any_game
@given(st.sampled_from(GAMES), st.data())
def test_a_broken_round_is_scored_or_refused_by_its_number(game, data):
    sheet = data.draw(st.sampled_from(SHEETS[game.key]))
    number = data.draw(st.integers(0, len(sheet.rounds) - 1))
    rounds = [*sheet.rounds]
    rounds[number] = data.draw(broken(rounds[number]))
    try:
        report = scoresheet.report(replace(sheet, rounds=rounds))
    except Impossible as error:
        in_words(error, f"{game.round_name} ")
    else:
        json.dumps(report, allow_nan=False)


@any_game
@given(st.sampled_from(GAMES), st.data())
def test_a_broken_sheet_is_scored_or_refused(game, data):
    sheet = data.draw(st.sampled_from(SHEETS[game.key]))
    facts = data.draw(broken(json.loads(scoresheet.dump(sheet))))
    try:
        json.dumps(scoresheet.report(scoresheet.load(json.dumps(facts))), allow_nan=False)
    except Impossible as error:
        in_words(error)


@any_game
@given(st.sampled_from(GAMES), st.data())
def test_a_broken_house_rule_is_in_force_or_refused(game, data):
    sheet = data.draw(st.sampled_from(SHEETS[game.key]))
    names = st.sampled_from([*(option.name for option in game.house_rules), "x"])
    rules = data.draw(st.dictionaries(names, st.one_of(junk, st.integers(-5, 250)), max_size=3))
    try:
        scoresheet.report(replace(sheet, house_rules=rules))
    except Impossible as error:
        in_words(error)


@any_game
@given(st.sampled_from(GAMES), st.data())
def test_a_broken_question_is_answered_or_refused(game, data):
    question = data.draw(broken(data.draw(st.sampled_from(QUESTIONS[game.key]))))
    try:
        answer = referee.answer(game, question)
    except Impossible as error:
        in_words(error)
    else:
        assert list(answer) == ["answer", "why", "rule"]
        json.dumps(answer, allow_nan=False)
