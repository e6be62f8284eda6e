"""The face of a game: its own drawing, or its initials."""

import re
from xml.etree import ElementTree

from games.core.definition import COLOURS_OF_NAMES
from games.core.emblem import emblem
from games.core.registry import find
from tests.cases import cases
from tests.games.every_game import GAMES

NAMED = [game.with_name(name) for game in GAMES for name in game.known_names or ()]


@cases("game", [*GAMES, *NAMED])
def test_every_emblem_is_a_small_drawing_that_runs_and_fetches_nothing(game):
    drawing = ElementTree.fromstring(emblem(game))

    assert drawing.attrib["viewBox"] == "0 0 48 48"
    assert not re.search(r"href|<script|\bon\w+=|style=", emblem(game))
    assert len(emblem(game)) < 2000


@cases("colour", sorted({*(game.colour for game in GAMES), *COLOURS_OF_NAMES}))
def test_cream_letters_can_be_read_on_the_colour_of_every_game(colour):
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels)

    # WCAG AA: 4.5 to one. Cream (#f8efd9) has a luminance of 0.87.
    assert 0.92 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5


@cases(
    "name, letters",
    [
        ("Elfer raus", "ER"),
        ("..", ""),
        ("31", "31"),
        ("Rummy 41", "R4"),
        ("skyjo", "Sk"),
        ("טאקי", "טא"),
        ("<b>&", "B"),
        ("♠", ""),
    ],
)
def test_a_game_without_an_emblem_shows_its_first_letters(name, letters):
    assert f">{letters}</text>" in emblem(find(f"any-game:{name}"))


def test_games_that_a_table_named_have_colours_by_their_names():
    named = [*NAMED, find("any-game:Elfer raus")]
    assert len({game.colour for game in named}) == len(COLOURS_OF_NAMES)
    assert all(f'fill="{game.colour}"' in emblem(game) for game in named)
    assert find("any-game:canasta").colour == find("any-game:Canasta").colour != find("any-game").colour


def test_every_known_name_has_a_drawing_and_every_drawing_a_name():
    drawings = {path.stem for game in GAMES for path in game.folder.glob("emblems/*.svg")}
    assert drawings == {game.name for game in NAMED}
    assert len({emblem(game) for game in [*GAMES, *NAMED]}) == len(GAMES) + len(NAMED)
