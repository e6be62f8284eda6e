import pytest

from games.impossible import Impossible
from games.registry import find, games


def test_every_folder_with_a_game_is_a_game_by_its_own_key():
    assert all(game.key == key and game.folder.name == key.replace("-", "_") for key, game in games().items())
    assert list(games()) == sorted(games())


def test_an_unknown_game_is_told_with_those_there_are():
    with pytest.raises(Impossible, match=f"^there is no game “snap”; there are {', '.join(games())}$") as refused:
        find("snap")
    assert refused.value.field == "game"
