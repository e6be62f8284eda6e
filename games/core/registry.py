"""Finds the games: every folder with a game.py is one."""

from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path

import games as package
from games.core.definition import NAME_MARK, Game
from games.core.errors import Impossible, quoted
from games.core.text import letters, listed


@cache
def games() -> dict[str, Game]:
    """Return all games by key, in the order of the pages. An import error in a game is not caught."""
    return {game.key: game for game in sorted(map(_game_in, _folders()), key=lambda game: game.order)}


def _folders() -> list[str]:
    return sorted({path.parent.name for place in package.__path__ for path in Path(place).glob("*/game.py")})


def _game_in(folder: str) -> Game:
    game: Game = import_module(f"games.{folder}.game").GAME
    return game


def style_sheets() -> list[Path]:
    return sorted(path for place in package.__path__ for path in Path(place).glob("*/style.css"))


# A game with a name is the same object each time: see _changed in definition.py.
@lru_cache(maxsize=1000)
def find(key: str) -> Game:
    """Return the game with this key; Impossible, with the keys of all games, if there is none."""
    game_key, mark, name = key.partition(NAME_MARK)
    # A game is imported alone: `manage.py score` needs no other, and all of them take half of its time.
    folder = game_key.replace("-", "_")
    game = _game_in(folder) if folder in _folders() else None
    if game is None or game.key != game_key or (mark and game.known_names is None):
        all_games = listed([quoted(name) for name in games()])
        raise Impossible(f"there is no game {quoted(key)}; there are {all_games}", "game")
    return game.with_name(name) if mark else game


@lru_cache(maxsize=1000)
def totals_of(game: Game) -> Game | None:
    """Return the game whose name a table gave to a sheet, which has its totals and nothing else; None for any other."""
    if not game.is_named:
        return None
    name = letters(game.name)
    known = (known for known in games().values() if name in map(letters, (known.name, *known.other_names)))
    return next(known, None)
