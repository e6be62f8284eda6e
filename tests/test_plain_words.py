"""No refusal, ruling or rules page shows a word of the program: no identifier, no number of a seat, no type."""

import json
import re

import pytest
from django.db import transaction
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
from scorekeeper.settings import ROOT
from scorekeeper.transfer.club_file import open_file
from scorekeeper.transfer.club_import import ClubImport
from tests.cases import cases
from tests.thoroughness import share
from tests.transfer.club_files import make_file, make_sheet

# Names of the program, and seats and sides by number.
IDENTIFIER = re.compile(r"\b\w+_\w+|\bseat \d|\bside \d")
# Also what somebody types at a terminal.
NOT_SHOWN = re.compile(r"<code>.*?</code>|{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
# The end of a sentence for people who edit a file: the key in brackets, and its possible values.
IN_A_FILE = re.compile(r" \(“[^”]*”.*\)$")
PROGRAM = re.compile(
    r"\w_\w|\w\[|\bseats? \d|\bsides? \d|\bseats are\b|\b(array|dict|list|object|string|tuple|None|True|False)\b"
    r"|should be|is not known here|named facts|is missing"
)
WRONG = [None, True, -1, 0.5, 99, 10**6, "x", "", [], [0], [[]], {}, {"x": 1}]
GAMES = [game for game in games().values() if "tests" not in game.folder.parts]


def test_no_template_shows_an_identifier():
    shown = {file: NOT_SHOWN.sub("\n", file.read_text()) for file in (ROOT / "templates").rglob("*.html")}

    assert {file.name: found for file, text in shown.items() if (found := IDENTIFIER.findall(text))} == {}


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


def refusal(do, *given):
    try:
        do(*given)
    except Impossible as error:
        yield error.message


def program_words(sentences):
    return sorted(one for one in {*sentences} if PROGRAM.search(IN_A_FILE.sub("", one)))


@cases("game", GAMES)
def test_refusals_of_rounds_speak_as_players_do(game):
    refusals = []
    for example in read_examples(game).example[:12]:
        for facts in mutated(json.loads(json.dumps(example.rounds[-1])) if example.rounds else {}):
            refusals += refusal(play, replace(example.sheet(game), rounds=[*example.rounds[:-1], facts]))

    assert program_words(refusals) == []


@cases("game", GAMES)
def test_rulings_and_refusals_of_questions_speak_as_players_do(game):
    rulings = read_examples(game).ruling
    sentences = [referee.answer(game, one.question)["why"] for one in rulings if not one.refused]
    for one in share(rulings):
        for facts in mutated(json.loads(json.dumps(one.question))):
            sentences += refusal(referee.answer, game, facts)

    assert program_words(sentences) == []


@pytest.mark.django_db
def test_refusals_of_a_club_file_speak_as_players_do():
    file = make_file(make_sheet(), players=[{"name": "Ada"}], nights=[{"evening": "2026-11-20", "note": "rain"}])

    def take_in(whole):
        with transaction.atomic():
            ClubImport(Club.get_default(), open_file(json.dumps(whole).encode())).write()
            transaction.set_rollback(True)

    refusals = [message for whole in share(mutated(file), 5) for message in refusal(take_in, whole)]
    assert len(refusals) > 50
    assert program_words(refusals) == []


@cases("game", GAMES)
def test_no_rules_page_shows_an_identifier(client, game):
    page = strip_tags(client.get(f"/rules/{game.key}/").content.decode())

    assert IDENTIFIER.findall(re.sub(r"\S+\.html", "", page)) == [], "but in addresses of sources"
