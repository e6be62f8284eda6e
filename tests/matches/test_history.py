"""The history tells what each entry changed, as the form of that round asks for it."""

import random

import pytest

from games.impossible import Impossible
from games.registry import games
from tests.at_home import device_of
from tests.matches.factory import NAMES, a_match, again, entry

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def seated(game):
    """A match of as many as there are names for."""
    for count in (4, 3):
        try:
            return a_match(names=NAMES[:count], game=game)
        except Impossible:
            continue
    raise AssertionError(game)


@pytest.mark.parametrize("game", games())
def test_rounds_that_others_dealt_are_told_too(game):
    match, luck = seated(game), random.Random(5)
    for _ in range(4):
        match.play(match.game.plausible(luck, match.so_far), entry(match))
    for number in (2, 3):
        match.correct(number, match.game.plausible(luck, match.before(number)), entry(match))

    page = device_of().get(f"/matches/{again(match).pk}/history/")

    assert page.status_code == 200
    assert page.content.decode().count(" → ") >= 2
