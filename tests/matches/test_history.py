"""The history tells what each entry changed, as the form of that round asks for it."""

import random

import pytest

from tests.at_home import device_of
from tests.games.every_game import GAMES, next_round, seated
from tests.matches.factory import a_match, again, entry

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_rounds_that_others_dealt_are_told_too():
    for game in GAMES:
        table, luck = seated(game), random.Random(5)
        match = a_match(names=table.names, game=game.key, **table.rules.differing)
        for _ in range(3):
            match.play(next_round(match.so_far, luck), entry(match))
        corrected = [number for number in (2, 3) if correct(match, number, luck)]

        page = device_of().get(f"/matches/{again(match).pk}/history/")

        assert page.status_code == 200, game.key
        assert page.content.decode().count(" → ") >= len(corrected), game.key


def correct(match, number, luck):
    """Say that something else happened in a round, where something else can."""
    was = match.records[number - 1]
    other = next((one for _ in range(9) if (one := next_round(match.before(number), luck)) != was), None)
    if other:
        match.correct(number, other, entry(match))
    return other
