from dataclasses import replace

from games import examples, scoresheet
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


def test_an_example_is_a_sheet_like_any_other():
    game = next(iter(games().values()))
    example = examples.Example(
        id="A", title="", rule="x", players=3, rounds=[{"a": 1}], first_dealer=2, house_rules={"b": 2}, ended=True
    )
    sheet = example.sheet(game)

    assert scoresheet.load(scoresheet.dump(sheet)) == sheet
    assert (sheet.game, sheet.players, sheet.first_dealer) == (game.key, ["Ada", "Ben", "Cleo"], 2)
    assert (sheet.house_rules, sheet.rounds) == ({"b": 2}, [{"a": 1}])
