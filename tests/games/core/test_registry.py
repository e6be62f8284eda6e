"""Every folder of games/ that has a game.py is a game."""

from games.core.registry import find, games, style_sheets
from tests.games.every_game import refusal


def test_games_are_found_in_the_order_of_their_folders():
    assert games.__wrapped__() == games()
    assert [game.folder.name for game in games().values()] == sorted(game.folder.name for game in games().values())
    assert all(find(key) is game and key == game.key for key, game in games().items())


def test_each_style_sheet_of_a_game_is_found():
    sheets = [game.folder / "style.css" for game in games().values()]

    assert style_sheets() == sorted(sheet for sheet in sheets if sheet.exists())


def test_any_other_game_is_refused_with_those_there_are():
    message, field = refusal(find, "bridge")

    assert message.startswith(f"there is no game “bridge”; there are “{next(iter(games()))}”, “")
    assert field == "game"
