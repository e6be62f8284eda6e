"""No refusal, ruling or rules page shows a word of the program: no identifier, no number of a seat, no type."""

import json
import re

import pytest
from django.utils.html import strip_tags
from msgspec.structs import replace

from games.core import referee
from games.core.errors import Impossible
from games.core.examples import read_examples
from games.core.keypad import MARKS
from games.core.referee import questions
from games.core.registry import games
from games.core.scoresheet import play
from scorekeeper.clubs.models import Club
from scorekeeper.rulebook.rules_page import worked_examples
from scorekeeper.transfer.club_import import preview_import
from scorekeeper.transfer.import_file import open_file
from tests.cases import cases
from tests.page_words import wrong_words_of_files
from tests.thoroughness import share
from tests.transfer.club_files import make_file, make_sheet

IN_A_FILE = re.compile(r" \(“[^”]*”.*\)$")
"""What follows a sentence for who edits a file: a key, and what can stand there."""

OF_A_TYPE = re.compile(r"Expected `|Object (contains|missing)|Invalid (enum )?value|\S+: enter (at least )?−?\d")
"""Beginnings of what msgspec says of a file with values of wrong types."""

PROGRAM = re.compile(
    r"\w_\w|\w\[|\bseats? \d|\bsides? \d|\bseats are\b|\b(array|dict|list|object|string|tuple|None|True|False)\b"
    r"|should be|is not known here|named facts|is missing"
)
WRONG = [None, True, -1, 0.5, 99, 10**6, "x", "", [], [0], [[]], {}, {"x": 1}]
GAMES = [game for game in games().values() if "tests" not in game.folder.parts]


def test_no_retired_word_and_no_identifier_is_read_anywhere():
    assert list(wrong_words_of_files()) == []


@cases("game", GAMES)
def test_facts_of_examples_and_rulings_are_called_as_on_the_form(game):
    examples, rulings = worked_examples(game)
    shown = [fact for of_rule in (*examples.values(), *rulings.values()) for one in of_rule for fact in one.facts]
    names = {
        *game.facts.__struct_fields__,
        *(name for kind in questions(game).values() for name in kind.__struct_fields__),
    }

    assert shown
    assert {fact.label for fact in shown} & names == set()
    assert program_words(f"{fact.label}: {fact.value}" for fact in shown) == []
    assert not any(({*MARKS} - {"♥"}) & {*fact.label, *fact.value} for fact in shown), "signs of the keys"


def mutated(facts):
    """Yield facts with each part replaced by what it cannot be, left out, or doubled."""
    yield from WRONG
    if isinstance(facts, dict):
        yield facts | {"colour": 1}
        for key, inner in facts.items():
            yield {name: value for name, value in facts.items() if name != key}
            yield from (facts | {key: wrong} for wrong in mutated(inner))
    if isinstance(facts, list) and facts:
        yield from (facts[:-1], [*facts, facts[-1]])
        yield from ([wrong, *facts[1:]] for wrong in mutated(facts[0]))


def refusals_of_rounds(game):
    for example in read_examples(game).example[:12]:
        for facts in mutated(json.loads(json.dumps(example.rounds[-1])) if example.rounds else {}):
            yield from refusal(play, replace(example.sheet(game), rounds=[*example.rounds[:-1], facts]))


def rulings_and_refusals(game):
    rulings = read_examples(game).ruling
    yield from (referee.answer(game, one.question)["why"] for one in rulings if not one.refused)
    for one in share(rulings):
        for facts in mutated(json.loads(json.dumps(one.question))):
            yield from refusal(referee.answer, game, facts)


def refusal(do, *given):
    try:
        do(*given)
    except Impossible as error:
        yield error.message


def program_words(sentences):
    ours = {one for one in sentences if not OF_A_TYPE.search(one)}
    return sorted(one for one in ours if PROGRAM.search(IN_A_FILE.sub("", one)))


@cases("game", GAMES)
def test_refusals_of_rounds_speak_as_players_do(game):
    assert program_words(refusals_of_rounds(game)) == []


@cases("game", GAMES)
def test_rulings_and_refusals_of_questions_speak_as_players_do(game):
    assert program_words(rulings_and_refusals(game)) == []


@pytest.mark.django_db
def test_refusals_of_a_club_file_speak_as_players_do():
    file = make_file(make_sheet(), players=[{"name": "Ada"}], nights=[{"evening": "2026-11-20", "note": "rain"}])

    def take_in(whole):
        preview_import(Club.here(), open_file(json.dumps(whole).encode()))

    refusals = [message for whole in mutated(file) for message in refusal(take_in, whole)]
    assert len(refusals) > 100
    assert program_words(refusals) == []


@cases("game", GAMES)
def test_rules_pages_name_nothing_of_the_program(client, game):
    page = strip_tags(client.get(f"/rules/{game.key}/").content.decode())
    page = re.sub(r"\S+\.html", "", page)  # addresses of sources

    assert re.findall(r".{0,20}\b(?:\w+_\w+|seat \d|side \d)\b.{0,20}", page) == []
