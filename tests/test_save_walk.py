"""A save scores its round once. `manage.py test tests/test_save_walk.py -s` prints the files and functions it takes."""

import inspect
import os
import sys
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.core.round_form import form_class
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.matches.starting import start_match
from tests.games.every_game import REAL_GAMES, next_round, seated
from tests.matches.factory import match_form

ROOT = Path(__file__).parents[1]
# Players of no other test: the rounds of others may be scored and cached already.
UNSCORED = ("Una", "Vic", "Wim", "Xia")
PRODUCT = tuple(f"{ROOT / folder}{os.sep}" for folder in ("games", "scorekeeper"))


class Walk:
    """The calls of product code during a request, as (file, function) in order, and the watched ones among them."""

    def __init__(self, *watched):
        self.watched, self.calls, self.first_arguments = {function.__code__ for function in watched}, [], {}

    def __enter__(self):
        sys.setprofile(self.note)
        return self

    def __exit__(self, *_):
        sys.setprofile(None)

    def note(self, frame, event, _):
        code = frame.f_code
        # Count functions only: module code that an import runs is no part of a save.
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(PRODUCT):
            self.calls.append((str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname))
            if code in self.watched:  # a generator is called again for each of its lines, in the same frame
                self.first_arguments.setdefault(frame, frame.f_locals[code.co_varnames[0]])

    def count(self, function, first):
        """Return how often a function was called with this as its first argument."""
        return sum(frame.f_code is function.__code__ and said == first for frame, said in self.first_arguments.items())

    def __str__(self):
        functions = {}
        for file, function in self.calls:
            functions.setdefault(file, {})[function] = None
        return "\n".join(f"{file}: {', '.join(names)}" for file, names in functions.items())


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.key)
def test_a_save_scores_the_round_once(db, game):
    table = seated(game)
    played_as = game.with_name("Yams") if game.requires_name else game
    match = start_match(Club.get_default(), played_as, UNSCORED[: table.players], 0, table.rules.differing)
    phone = Client(headers={"host": "localhost"})
    assert phone.get(reverse("match", args=[match.pk])).status_code == 200
    answers = form_class(game).answers_of(next_round(table, Random(1)), match.state)

    with Walk(game.score, game.facts.check) as walk:
        answer = phone.post(reverse("rounds", args=[match.pk]), match_form(match, answers))
    assert answer.status_code == 302, answer.text
    facts = Match.objects.get(pk=match.pk).round_facts[-1]
    assert (walk.count(game.facts.check, facts), walk.count(game.score, facts)) == (1, 1)
    print(f"\n{game.name}\n{walk}")  # noqa: T201 -- what -s shows
