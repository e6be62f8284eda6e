"""The face of a game: its own drawing, or its initials."""

import re
from xml.etree import ElementTree

from games.core.emblem import emblem
from games.core.registry import find
from tests.cases import cases
from tests.games.every_game import GAMES


@cases("game", GAMES)
def test_every_emblem_is_a_small_drawing_that_runs_and_fetches_nothing(game):
    drawing = ElementTree.fromstring(emblem(game))

    assert drawing.attrib["viewBox"] == "0 0 48 48"
    assert not re.search(r"href|<script|\bon\w+=|style=", emblem(game))
    assert len(emblem(game)) < 2000


def test_a_game_without_an_emblem_shows_its_initials():
    assert ">LH</text>" in emblem(find("lone-hand"))
