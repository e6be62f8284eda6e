"""A tap and a save are short walks: few files on the way, and the round is checked and scored once."""

import inspect
import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve, reverse

from scorekeeper.matches.models import Match
from tests.matches.factory import hand_form, make_match, match_form

ROOT = Path(__file__).parents[1]
UNSCORED = ("Una", "Vic", "Wim", "Xia")
"""Players of no other test: what these have scored before may be cached."""
PRODUCT = tuple(f"{ROOT / folder}{os.sep}" for folder in ("games", "scorekeeper"))
MAX_FILES, MAX_MOVES = 16, 80


class Walk:
    """The calls of product code during a request: (file, function) in order, also those `in_view` alone."""

    def __init__(self, view, *watched):
        self.view, self.watched = inspect.unwrap(view).__code__, {function.__code__ for function in watched}
        self.calls, self.in_view, self.first_arguments, self.is_in_view = [], [], {}, False

    def __enter__(self):
        sys.setprofile(self.note)
        return self

    def __exit__(self, *_):
        sys.setprofile(None)

    def note(self, frame, event, _):
        code = frame.f_code
        if code is self.view and event in ("call", "return"):
            self.is_in_view = event == "call"
        # Of functions: what an import runs is no part of a save.
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(PRODUCT):
            call = str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname
            self.calls.append(call)
            self.in_view += [call] if self.is_in_view else []
            if code in self.watched:  # a generator is called again for each of its lines, in the same frame
                self.first_arguments.setdefault(frame, frame.f_locals[code.co_varnames[0]])

    def count(self, function, first):
        """How often a function was called with this as its first argument."""
        return sum(frame.f_code is function.__code__ and said == first for frame, said in self.first_arguments.items())


def files_of(calls):
    return list(dict.fromkeys(file for file, _ in calls))


def moves_of(calls):
    """How often calls go from one file to another."""
    return sum(one != other for (one, _), (other, _) in pairwise(calls))


def walk(phone, match, name, form, headers=None):
    """Post a form to a page of a match; return the walk through it."""
    path, game = reverse(name, args=[match.pk]), match.game
    with Walk(resolve(path).func, game.score, game.facts.check) as walked:
        answer = phone.post(path, form, headers=headers)
    assert answer.status_code in (200, 302), answer.text
    return walked


@pytest.fixture
def match(db):
    return make_match(2, names=UNSCORED)


@pytest.fixture
def phone(match):
    phone = Client(headers={"host": "localhost"})
    assert phone.get(reverse("match", args=[match.pk])).status_code == 200
    return phone


def test_a_save_visits_few_files_and_scores_the_round_once(match, phone):
    saved = walk(phone, match, "rounds", match_form(match, hand_form(match)))
    facts, game = Match.objects.get(pk=match.pk).round_facts[-1], match.game

    assert len(files_of(saved.calls)) <= MAX_FILES, "\n".join(files_of(saved.calls))
    assert moves_of(saved.calls) <= MAX_MOVES
    assert saved.count(game.score, facts) == saved.count(game.facts.check, facts) == 1


def test_a_tap_visits_few_files(match, phone):
    htmx = {"hx-request": "true", "hx-target": "entry-rows"}
    form = {"number": 3, "seen": match.version, "bids-0": "1"}
    walk(phone, match, "draft", form, htmx)  # loads the templates
    tap = walk(phone, match, "draft", form | {"bids-1": "0"}, htmx)

    assert len(files_of(tap.calls)) <= MAX_FILES, "\n".join(files_of(tap.calls))
    assert moves_of(tap.calls) <= MAX_MOVES
