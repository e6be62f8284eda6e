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


@cases("game", GAMES)
def test_cream_letters_can_be_read_on_the_colour_of_every_game(game):
    channels = [int(game.colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels)

    # WCAG AA: 4.5 to one. Cream (#f8efd9) has a luminance of 0.87.
    assert 0.92 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5


def test_a_game_without_an_emblem_shows_its_initials():
    assert ">LH</text>" in emblem(find("lone-hand"))
