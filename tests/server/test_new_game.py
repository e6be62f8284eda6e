"""`manage.py new-game KEY`: what it writes keeps the contract of every game, and is played at once."""

import sys
from importlib import import_module
from inspect import signature

import pytest
from django.core.management import CommandError, call_command

import games
from games.core import registry
from scorekeeper.clubs.models import Club
from scorekeeper.matches import starting
from tests.architecture import GAME_FILES
from tests.cases import cases
from tests.games.core import test_contract as contract
from tests.matches.factory import match_form

new_game = import_module("scorekeeper.management.commands.new-game")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the command writes; the games there are found like all others."""
    monkeypatch.setattr(new_game, "GAMES", tmp_path)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    yield tmp_path
    monkeypatch.undo()
    registry.games.cache_clear()
    for module in [name for name in sys.modules if name.startswith("games.old_maid")]:
        del sys.modules[module]


def test_a_new_game_keeps_the_contract_and_is_played(client, db, folder, capsys):
    call_command("new-game", "old-maid", "The", "Old", "Maid")
    registry.games.cache_clear()
    game = registry.games()["old-maid"]

    told = capsys.readouterr().out
    assert "games/README.md" in told
    assert "-k old-maid" in told
    assert {path.name for path in (folder / "old_maid").iterdir() if path.is_file()} == GAME_FILES
    assert (game.name, game.folder) == ("The Old Maid", folder / "old_maid")
    tests = [test for name, test in vars(contract).items() if name.startswith("test_")]
    of_a_game = [test for test in tests if [*signature(test).parameters] == ["game"]]
    assert len(of_a_game) > 10
    for test in of_a_game:
        test(game)

    match = starting.start_match(Club.get_default(), game, ["Ada", "Ben"], 0, {})
    page = client.get(f"/matches/{match.pk}/")
    assert "The Old Maid" in page.content.decode()
    client.post(f"/matches/{match.pk}/rounds/", match_form(match, {"taken-0": "61", "taken-1": "59"}))
    match.refresh_from_db()
    assert match.state.totals == (61, 59)
    for address in ("/", f"/matches/{match.pk}/", "/rules/old-maid/", "/games/old-maid/matches/new/"):
        assert client.get(address).status_code == 200, address


@cases(
    "key, name, message",
    [
        ("Old Maid", "", "“Old Maid” cannot be a key"), ("class", "", "“class” cannot be a key"),
        ("search", "", "“search” cannot be a key"), ("using-the-app", "", "“using-the-app” cannot be a key"),
        ("hearts", "", "games/hearts is there already"), ("core", "", "games/core is there already"),
        ("old-maid", "Old/Maid", "“Old/Maid” cannot be a name"), ("old-maid", "Hearts", "a game called Hearts already"),
    ],
)  # fmt: skip
def test_a_bad_or_taken_key_is_refused_and_nothing_written(monkeypatch, tmp_path, key, name, message):
    (tmp_path / "core").mkdir(exist_ok=True)
    monkeypatch.setattr(new_game, "GAMES", tmp_path)

    with pytest.raises(CommandError, match=message) as refused:
        call_command("new-game", key, *filter(None, [name]))

    assert str(refused.value).endswith("Nothing was written.")
    assert [path.name for path in tmp_path.rglob("*")] == ["core"]


def test_what_is_there_is_not_overwritten(folder):
    call_command("new-game", "old-maid")
    (folder / "old_maid" / "rules.md").write_text("my own")

    with pytest.raises(CommandError, match="take another key"):
        call_command("new-game", "old-maid")

    assert (folder / "old_maid" / "rules.md").read_text() == "my own"
    assert (folder / "old_maid" / "game.py").read_text().count("Old Maid") == 2
