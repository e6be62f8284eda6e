"""Every folder here that has a game.py is a game. There is no list of names anywhere."""

from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path

import games as package
from games.core.definition import NAME_MARK, Game
from games.core.errors import Impossible, quoted
from games.core.text import listed


@cache
def games() -> dict[str, Game]:
    """Return all games by key, in the order in which pages list them; a broken one fails loudly here."""
    folders = sorted({path.parent.name for place in package.__path__ for path in Path(place).glob("*/game.py")})
    found = [import_module(f"games.{folder}.game").GAME for folder in folders]
    return {game.key: game for game in sorted(found, key=lambda game: game.order)}


def style_sheets() -> list[Path]:
    return sorted(path for place in package.__path__ for path in Path(place).glob("*/style.css"))


@lru_cache(maxsize=1000)
def find(key: str) -> Game:
    """Return the game of that key; Impossible, naming those there are, for any other."""
    known, mark, name = key.partition(NAME_MARK)
    game = games().get(known)
    if game is None or (mark and game.known_names is None):
        there = [quoted(one) for one in games()]
        raise Impossible(f"there is no game {quoted(key)}; there are {listed(there)}", "game")
    return game.with_name(name) if mark else game
