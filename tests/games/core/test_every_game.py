"""The contract every game keeps, and the house rules that files carry, as SCORESHEET.md writes them."""

import json
import re

import pytest

from games import examples, referee, scoresheet
from games.examples import Example, Question
from games.house_rules import HouseRules
from games.impossible import Impossible
from games.registry import find, games
from games.typed import plain
from tests.games.every_game import samples

PARTS = {"__init__.py", "game.py", "record.py", "scoring.py", "referee.py", "form.py", "rules.md", "examples.toml"}
GAMES = list(games().values())
EXAMPLES = [pytest.param(game, one, id=one.id) for game in GAMES for one in examples.examples(game).example]
RULINGS = [pytest.param(game, one, id=one.id) for game in GAMES for one in examples.examples(game).ruling]
POSSIBLE = [param for param in EXAMPLES if not param.values[1].refused]

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
every_example = pytest.mark.parametrize(("game", "example"), EXAMPLES)
every_possible_example = pytest.mark.parametrize(("game", "example"), POSSIBLE)
every_ruling = pytest.mark.parametrize(("game", "ruling"), RULINGS)


def anchors(game):
    return re.findall(r"^#+ .+ \{#([a-z0-9-]+)\}$", (game.folder / "rules.md").read_text(), re.MULTILINE)


def match(game, example):
    return scoresheet.play(example.sheet(game))[1]


# --- The folder and the identity card ---


@every_game
def test_a_game_is_one_folder_with_the_same_parts_as_every_other(game):
    assert {path.name for path in game.folder.iterdir()} >= PARTS


@every_game
def test_the_identity_card_says_all_a_page_needs(game):
    assert re.fullmatch("[a-z]+(-[a-z]+)*", game.key)
    assert game.name
    assert game.summary.endswith(".")
    assert game.seats[0] >= 2
    assert find(game.key) is game


@every_game
def test_every_house_rule_is_explained_and_its_default_is_offered(game):
    for option in game.house_rules:
        assert option.title
        assert option.why
        assert option.accepts(option.default)
        assert option.default in option.presets()
        assert all(option.accepts(value) and option.label(value) for value in option.presets())
        assert option.expected()


@every_game
def test_files_name_the_house_rules_as_the_scoresheet_does(game):
    expected = samples(game).house_rules
    if not expected:
        return
    assert {option.name: plain(option.default) for option in game.house_rules} == {
        name: sample.default for name, sample in expected.items()
    }
    for name, (_, others, refused, _) in expected.items():
        for value in others:
            assert HouseRules(game.house_rules, {name: value}).in_force[name] == value
        for value in refused:
            with pytest.raises(Impossible, match=name):
                HouseRules(game.house_rules, {name: value})


@every_game
def test_the_referee_answers_every_ask_of_the_scoresheet(game):
    assert set(referee.questions(game)) >= samples(game).asks


@every_game
def test_every_question_to_the_referee_has_a_title_for_people(game):
    assert all(kind.title.endswith("?") for kind in referee.questions(game).values())


# --- The rules page ---


@every_game
def test_the_rules_page_has_each_anchor_once_and_those_everybody_looks_for(game):
    found = anchors(game)

    assert sorted(found) == sorted(set(found))
    assert {"short", "open-questions", "sources"} <= set(found)
    assert (game.folder / "rules.md").read_text().startswith(f"# {game.name}\n")


@every_game
def test_the_rules_page_has_a_paragraph_for_every_rule_there_is(game):
    spoken = {"deal"}
    spoken |= {option.rule for option in game.house_rules}
    spoken |= {one.rule for one in examples.examples(game).example}
    spoken |= {one.rule for one in examples.examples(game).ruling if not one.refused}
    for param in POSSIBLE:
        if param.values[0] is game:
            spoken |= {line.rule for scored in match(*param.values).rounds for line in scored.lines}

    assert spoken - set(anchors(game)) == set()


@every_game
def test_the_rules_page_names_every_house_rule_under_its_open_question(game):
    _, _, open_questions = (game.folder / "rules.md").read_text().partition("{#open-questions}")

    assert [option.name for option in game.house_rules if f"`{option.name}`" not in open_questions] == []


# --- The examples ---


@every_game
def test_examples_can_be_told_apart(game):
    all_of_them = examples.examples(game)
    ids = [one.id for one in (*all_of_them.example, *all_of_them.ruling)]

    assert len(ids) == len(set(ids)) > 0


@every_example
def test_a_worked_example_comes_out_as_written(game, example: Example):
    if example.refused:
        with pytest.raises(Impossible) as refused:
            examples.outcome(game, example)
        assert example.refused in refused.value.message
        return
    outcome = examples.outcome(game, example)
    expected = {name: getattr(example, name) for name in outcome if getattr(example, name) is not None}
    assert expected
    assert {name: outcome[name] for name in expected} == expected


@every_ruling
def test_a_ruling_comes_out_as_written(game, ruling: Question):
    if ruling.refused:
        with pytest.raises(Impossible) as refused:
            referee.answer(game, ruling.question)
        assert ruling.refused in refused.value.message
        return
    answer = referee.answer(game, ruling.question)
    assert (answer["answer"], answer["rule"]) == (ruling.answer, ruling.rule)
    assert answer["why"]
    assert json.loads(json.dumps(answer)) == answer
