"""The contract every game keeps, and the house rules that files carry, as SCORESHEET.md writes them."""

import json
import re

import pytest
from msgspec.structs import replace

from games import examples, referee, scoresheet
from games.examples import Example, Question
from games.house_rules import HouseRules
from games.impossible import Impossible, ImpossibleRound
from games.registry import find, games
from games.typed import plain, read
from tests.games.scoresheet_table import ASKS, HOUSE_RULES

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


@pytest.mark.parametrize(("key", "expected"), HOUSE_RULES.items(), ids=list(HOUSE_RULES))
def test_files_name_the_house_rules_as_the_scoresheet_does(key, expected):
    game = find(key)

    assert {option.name: plain(option.default) for option in game.house_rules} == {
        name: default for name, (default, _, _) in expected.items()
    }
    for name, (_, others, refused) in expected.items():
        for value in others:
            assert HouseRules(game.house_rules, {name: value}).in_force[name] == value
        for value in refused:
            with pytest.raises(Impossible, match=name):
                HouseRules(game.house_rules, {name: value})


@pytest.mark.parametrize(("key", "asks"), ASKS.items(), ids=list(ASKS))
def test_the_referee_answers_every_ask_of_the_scoresheet(key, asks):
    assert set(referee.questions(find(key))) >= asks


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


# --- What holds of every scorecard ---


@every_possible_example
def test_points_are_the_sum_of_lines_and_totals_the_sum_of_points(game, example):
    totals = [0] * game.sides(example.players)
    for scored in match(game, example).rounds:
        by_side = [sum(line.points for line in scored.lines if line.side == side) for side in range(len(totals))]
        totals = [total + points for total, points in zip(totals, by_side, strict=True)]
        assert list(scored.points) == by_side
        assert list(scored.totals) == totals


@every_possible_example
def test_every_line_has_a_reason_that_outlives_a_change_of_names(game, example):
    for line in (line for scored in match(game, example).rounds for line in scored.lines):
        assert line.reason
        assert not re.search(r"-\d", line.reason), "a true minus sign is −"
        assert not [name for name in examples.NAMES if re.search(rf"\b{name}\b", line.reason)]


@every_possible_example
def test_facts_come_back_from_a_file_as_they_went_in(game, example):
    for scored in match(game, example).rounds:
        facts = json.loads(json.dumps(plain(scored.record)))
        assert facts == plain(scored.record)
        assert read(facts, game.record) == scored.record
        assert hash(read(facts, game.record)) == hash(scored.record), "it is scored once, by what it says"


@every_possible_example
def test_the_form_and_the_record_are_each_others_inverse(game, example):
    so_far = game.table(examples.NAMES[: example.players], example.first_dealer, example.house_rules)
    for record in [scored.record for scored in match(game, example).rounds if scored.record.is_complete]:
        form = game.form(so_far, game.form.answers_of(record, so_far))
        assert form.is_valid(), form.errors
        assert form.record == record
        so_far = game.play(so_far, record)


@every_possible_example
def test_a_round_after_the_last_is_impossible_and_the_next_is_announced(game, example):
    card = scoresheet.play(example.sheet(game))[2]
    if card.finished:
        assert card.next is None
        assert all(card.places[side] == 1 for side in card.winners)
    elif card.rounds[-1].record.is_complete:
        assert card.next.number == len(card.rounds) + 1
    if card.finished and not example.ended:
        once_more = replace(example.sheet(game), rounds=[*example.rounds, example.rounds[-1]])
        with pytest.raises(ImpossibleRound, match=f"^round {len(once_more.rounds)}: the game was over"):
            scoresheet.play(once_more)


@every_possible_example
def test_the_ledger_names_only_seats_and_sides_there_are(game, example):
    so_far = match(game, example)
    for scored in so_far.rounds:
        assert all(0 <= bid.seat < example.players for bid in scored.record.bids_made(scored.deal, so_far))
        taken = list(scored.record.tricks_taken())
        assert all(trick.side is None or 0 <= trick.side < example.players for trick in taken)
        assert all(trick.count >= 0 for trick in taken)


@every_possible_example
def test_what_is_at_stake_belongs_to_a_side_and_is_told_in_a_few_characters(game, example):
    so_far = game.table(examples.NAMES[: example.players], example.first_dealer, example.house_rules)
    for scored in match(game, example).rounds:
        for side, text, near in game.stakes(scored.record, so_far):
            assert side in range(len(so_far.totals))
            assert 0 < len(text) <= 40
            assert not re.search(r"-\d", text), "a true minus sign is −"
            assert isinstance(near, bool)
        so_far = game.play(so_far, scored.record)


@every_possible_example
def test_the_pad_has_a_note_for_every_side_whole_round_or_not(game, example):
    so_far = match(game, example)
    for scored in so_far.rounds:
        assert len(scored.record.notes(scored.deal, so_far)) == len(so_far.totals)
        assert isinstance(scored.record.heading(scored.deal, so_far), str)
    assert all(0 <= carried.side < len(so_far.totals) and carried.text for carried in game.carried(so_far))
