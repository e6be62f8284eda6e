"""Every folder of games/ that has a game.py is a game."""

from games.core.registry import find, games
from games.core.text import listed
from tests.games.every_game import refusal


def test_games_are_found_in_the_order_of_their_folders():
    assert games.__wrapped__() == games()
    assert list(games()) == sorted(games())
    for key, game in games().items():
        assert find(key) is game
        assert key == game.key == game.folder.name.replace("_", "-")


def test_any_other_game_is_refused_with_those_there_are():
    known = listed([f"“{key}”" for key in games()])
    assert refusal(find, "snap") == (f"there is no game “snap”; there are {known}", "game")
