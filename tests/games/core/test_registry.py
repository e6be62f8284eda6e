"""Every folder of games/ that has a game.py is a game."""

from games.core.registry import find, games
from games.core.text import listed
from tests.games.every_game import refusal


def test_games_are_found_by_their_folders_and_listed_in_their_order():
    assert games.__wrapped__() == games()
    assert list(games()) == sorted(games(), key=lambda key: (find(key).order, key))
    for key, game in games().items():
        assert find(key) is game
        assert key == game.key == game.folder.name.replace("_", "-")


def test_an_unknown_game_is_refused_with_the_list_of_games():
    known = listed([f"“{key}”" for key in games()])
    assert refusal(find, "snap") == (f"there is no game “snap”; there are {known}", "game")


def test_a_game_that_a_table_names_is_kept_apart_by_its_name():
    named = find("any-game:Rummy 500")

    assert (named.key, named.name) == ("any-game:Rummy 500", "Rummy 500")
    assert named.requires_name is False
    assert find("any-game").requires_name is True
    assert named.suggested_rules == {"ends": {"target": 500}}


def test_a_game_of_a_fixed_name_cannot_be_renamed_nor_a_name_be_unreadable():
    assert refusal(find, "big-little:Small")[1] == "game"
    for name in ("", " ", "a/b", "x" * 41, "\x00"):
        assert refusal(find, f"any-game:{name}")[0] == "the name of a game has 1 to 40 characters and no slash"
