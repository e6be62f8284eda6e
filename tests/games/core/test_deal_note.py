"""What a referee says beside a deal where the sources of a game's rules differ."""

from dataclasses import replace

from games import referee
from games.registry import games

DEAL = {"ask": "deal", "players": 4, "round": 1}


def a_game_with_a_note(note):
    return replace(next(iter(games().values())), deal_note=lambda _players, _rules: note)


def test_a_note_stands_beside_the_deal():
    assert referee.ask(a_game_with_a_note("others deal seven"), DEAL).why.endswith("; others deal seven")


def test_a_game_without_a_note_has_nothing_to_add():
    assert not referee.ask(a_game_with_a_note(""), DEAL).why.endswith("; ")
