from dataclasses import replace

from games import examples
from games.registry import games


def test_pass_stands_for_null_anywhere_in_a_file_of_examples(tmp_path, monkeypatch):
    game = replace(next(iter(games().values())))
    (tmp_path / "examples.toml").write_text("""
        [[example]]
        id = "A"
        title = "pass on"
        rule = "x"
        players = 2
        rounds = [{ bids = ["pass", 5], trump = "pass", seat = [{ card = "pass" }] }]
        [[ruling]]
        id = "B"
        title = "y"
        question = { bids = ["pass", "PASS"] }
        answer = "pass"
    """)
    monkeypatch.setattr(type(game), "folder", tmp_path)
    read = examples.examples(game)

    assert read.example[0].title == "pass on"
    assert read.example[0].rounds == [{"bids": [None, 5], "trump": None, "seat": [{"card": None}]}]
    assert (read.ruling[0].question, read.ruling[0].answer) == ({"bids": [None, "PASS"]}, None)
