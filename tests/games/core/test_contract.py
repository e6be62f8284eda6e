"""The contract every game keeps: its folder, its rules page, its examples, its score lines, its ledger, its figures."""

import dataclasses
import json
import re
from collections import defaultdict
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core import prompts, referee, scoresheet
from games.core.errors import Impossible
from games.core.facts import MAX_KIND_LENGTH
from games.core.house_rules import HouseRules
from games.core.prompts import QuestionContext
from games.core.round_form import form_class, open_form
from games.core.schema import plain, read
from games.core.statistics import Statistic, read_statistics
from tests.architecture import GAME_FILES
from tests.games.every_game import (
    GAMES,
    NAMES,
    any_match,
    any_table,
    asked_with_keys,
    example_outcome,
    fits,
    other_values,
    played_on,
    possible_examples,
    refusal,
    samples,
    seated,
    worked,
)
from tests.thoroughness import many

# A negative number with a hyphen; pages use the minus sign (U+2212).
MINUS = re.compile(r"-\d")

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


def rules_page(game):
    return (game.folder / "rules.md").read_text()


@cache
def anchors(game):
    return re.findall(r"^#+ .+ \{#([a-z0-9-]+)\}$", rules_page(game), re.MULTILINE)


@cache
def matches(game):
    """The worked examples that can be, each with its match, its scorecard and its table before the first round."""
    found = []
    for example in possible_examples(game):
        _, match, scorecard = scoresheet.play(example.sheet(game))
        table = game.table(NAMES[: example.players], example.first_dealer, example.house_rules)
        found.append((example, match, scorecard, table))
    return found


def rounds(game):
    """Every round of the worked examples: the example's id, the match before the round, the whole match, the round."""
    for example, match, _, table in matches(game):
        before = table
        for scored in match.rounds:
            yield example.id, before, match, scored
            before = game.play(before, scored.facts)


# --- The folder and the identity card ---


@every_game
def test_a_game_is_a_folder_with_an_identity_card(game):
    assert {path.name for path in game.folder.iterdir()} >= GAME_FILES
    assert re.fullmatch("[a-z]+(-[a-z]+)*", game.key)
    assert game.name
    assert game.summary.endswith(".")
    assert game.seats[0] >= 1
    assert all(kind.title.endswith("?") for kind in referee.questions(game).values())
    for option in game.house_rules:
        assert option.title, option.name
        assert option.why, option.name
        assert option.expected(), option.name
        assert option.accepts(option.default), option.name
        assert option.default in option.presets(), option.name
        assert all(option.accepts(value) and option.label(value) for value in option.presets()), option.name


@every_game
def test_the_referee_can_be_asked_under_every_house_rule(game):
    rules = [{}, *({option.name: value} for option in game.house_rules for value in other_values(game, option))]
    for chosen in rules:
        players = next(players for players in game.seats if fits(game, players, chosen))
        context = QuestionContext(game, HouseRules(game.house_rules, chosen), NAMES[:players])
        rows = game.deck(context.rules).rows
        keys = [key.value for row in rows for key in row]
        assert len(keys) == len(set(keys)), f"every card has one key: {chosen}"
        assert all(len(row) <= 7 for row in rows), chosen
        for kind in referee.questions(game).values():
            assert prompts.form_fields(kind, context), chosen


# Facts that a question of this name takes in each game that has it.
GIVEN = {
    "winner": {"cards"}, "legal": {"hand", "led"}, "beats": {"on", "play"}, "auction": {"bids", "dealer"},
    "deal": {"players", "round", "first_dealer"},
}  # fmt: skip


@every_game
def test_every_question_takes_what_is_given_with_it(game):
    asked = {name: {*kind.__struct_fields__} for name, kind in referee.questions(game).items()}
    for name, fields in asked.items():
        assert GIVEN.get(name, set()) <= fields, name
    # A question about the winner of a trick names the trump; the one about legal cards takes the same facts.
    assert "legal" not in asked or asked["winner"] - {"cards"} <= asked["legal"], "legal"


def outcomes(game, rules):
    """Yield the outcomes of the worked examples, rulings and deals under these house rules."""
    examples = ((example_outcome, replace(one, house_rules=one.house_rules | rules)) for one in worked(game).example)
    asked = (one.question | {"house_rules": one.question.get("house_rules", {}) | rules} for one in worked(game).ruling)
    for act, what in (*examples, *((referee.answer, question) for question in asked)):
        try:
            yield act(game, what)
        except Impossible as error:
            yield error.message
    for players in game.seats:
        yield (
            game.deal_of(players, 1, 0, game.table(NAMES[:players], 0, rules).rules)
            if fits(game, players, rules)
            else ""
        )


@every_game
def test_every_house_rule_changes_a_score_a_ruling_or_a_deal(game):
    for option in game.house_rules:
        usual, *others = ({option.name: plain(value)} for value in (option.default, *other_values(game, option)))
        # Only up to the first that differs.
        pairs = (zip(outcomes(game, usual), outcomes(game, other), strict=True) for other in others)
        assert any(before != after for pair in pairs for before, after in pair), option.name


# --- The rules page ---


@every_game
def test_the_rules_page_has_a_paragraph_for_every_rule(game):
    assert rules_page(game).startswith(f"# {game.name}\n")
    assert sorted(anchors(game)) == sorted(set(anchors(game)))
    named = {"short", "open-questions", "sources", *(["deal"] if game.deals_cards else [])}
    named |= {option.rule for option in game.house_rules}
    named |= {one.rule for one in worked(game).example}
    named |= {one.rule for one in worked(game).ruling if not one.refused}
    named |= {line.rule for *_, scored in rounds(game) for line in scored.lines}
    assert named - set(anchors(game)) == set()
    _, _, open_questions = rules_page(game).partition("{#open-questions}")
    assert [option.name for option in game.house_rules if f"`{option.name}`" not in open_questions] == []


# --- The examples ---


@every_game
def test_worked_examples_come_out_as_written(game):
    ids = [one.id for one in (*worked(game).example, *worked(game).ruling)]
    assert len(ids) == len(set(ids)) > 0
    for example in worked(game).example:
        if example.refused:
            assert example.refused in refusal(example_outcome, game, example)[0], example.id
        else:
            outcome = example_outcome(game, example)
            expected = {name: getattr(example, name) for name in outcome if getattr(example, name) is not None}
            assert expected, example.id
            assert {name: outcome[name] for name in expected} == expected, example.id


@every_game
def test_rulings_come_out_as_written(game):
    for ruling in worked(game).ruling:
        if ruling.refused:
            assert ruling.refused in refusal(referee.answer, game, ruling.question)[0], ruling.id
        else:
            answer = referee.answer(game, ruling.question)
            assert (answer["answer"], answer["rule"]) == (ruling.answer, ruling.rule), ruling.id
            assert answer["why"], ruling.id
            assert json.loads(json.dumps(answer)) == answer, ruling.id


@every_game
def test_rulings_come_out_the_same_with_keys(game):
    for ruling in worked(game).ruling:
        if not ruling.refused:
            table, tapped = asked_with_keys(game, ruling.question)
            facts = prompts.read_facts(referee.questions(game)[ruling.question["ask"]], table, tapped)
            asked = {"ask": ruling.question["ask"], "house_rules": table.rules.differing, **facts}
            assert referee.answer(game, asked)["answer"] == ruling.answer, ruling.id


# --- Rounds and their score lines ---


def assert_lines_add_up(before, scored):
    sides = range(len(before.totals))
    assert scored.points == tuple(sum(line.points for line in scored.lines if line.side == side) for side in sides)
    assert scored.totals == tuple(before.totals[side] + scored.points[side] for side in sides)


def assert_lines_say_why(game, before, scored):
    """A reason outlives a change of names."""
    for line in scored.lines:
        assert line.rule in anchors(game)
        assert line.reason
        assert not MINUS.search(line.reason), line.reason
        assert not [name for name in before.names if re.search(rf"\b{name}\b", line.reason)], line.reason


def assert_facts_come_back(game, before, record):
    """They do from a file, and as the answers of a form."""
    facts = plain(record)
    assert json.loads(json.dumps(facts)) == facts
    assert read(facts, game.facts) == record
    assert hash(read(facts, game.facts)) == hash(record)
    answers = form_class(game).answers_of(record, before)
    form = open_form(before, answers)
    if record.is_complete:
        assert form.is_valid(), form.errors
        assert form.round_facts == record
        assert form_class(game).answers_of(form.round_facts, before) == form.given()
    else:
        assert form.partial_facts() == record


def assert_seats_and_sides_are_there(game, before, match, scored):
    facts, sides = scored.facts, range(len(match.totals))
    for bid in facts.bids_made(scored.deal, match):
        assert 0 <= bid.seat < match.players
        assert bid.level is not None or bid.kind, "a bid has a level or a kind"
    for trick in facts.tricks_taken():
        assert trick.side is None or 0 <= trick.side < match.players
        assert trick.count >= 0
    assert len(facts.notes(scored.deal, match)) == len(sides)
    assert isinstance(facts.heading(scored.deal, match), str)
    for side, text, near in game.stakes(facts, before):
        assert side in sides
        assert 0 < len(text) <= 48, text
        assert not MINUS.search(text), text
        assert isinstance(near, bool)
    assert all(one.side in sides and one.text for one in game.status(match))


def assert_round(game, before, match, scored):
    assert_lines_add_up(before, scored)
    assert_lines_say_why(game, before, scored)
    assert_facts_come_back(game, before, scored.facts)
    assert_seats_and_sides_are_there(game, before, match, scored)


@every_game
def test_every_round_of_the_examples_keeps_the_contract(game):
    for id_, before, match, scored in rounds(game):
        try:
            assert_round(game, before, match, scored)
        except AssertionError as error:
            error.add_note(f"in {id_}, round {scored.number}")
            raise


@settings(max_examples=many(600))
@given(st.sampled_from(GAMES), st.data())
def test_every_round_of_any_match_keeps_the_contract(game, data):
    before, match = data.draw(any_match(game))
    for scored in match.rounds:
        assert_round(game, before, match, scored)
        before = game.play(before, scored.facts)


@every_game
@settings(max_examples=many(200))
@given(st.data())
def test_independent_rounds_are_the_same_without_those_before_them(game, data):
    table, match = data.draw(any_match(game, most=25))
    before = table
    for scored in match.rounds if game.rounds_are_independent(table.rules) else ():
        alone = dataclasses.replace(table, rounds_ahead=scored.number - 1)
        assert alone.deal == scored.deal
        assert tuple(game.score(scored.facts, alone)) == scored.lines
        assert [*game.irregularities(scored.facts, alone)] == [*game.irregularities(scored.facts, before)]
        before = game.play(before, scored.facts)


@settings(max_examples=many(1500))
@given(st.sampled_from([game for game in GAMES if samples(game).play]), st.data())
def test_matches_played_card_by_card_are_taken_and_counted_alike(game, data):
    state, rng = data.draw(any_table(game)), Random(data.draw(st.integers(0, 2**32)))
    playing = samples(game).play(rng, state)
    for facts, points in islice(playing, data.draw(st.integers(1, 12))):
        assert game.finish(state) is None
        state = game.play(state, read(facts, game.facts))
        assert list(state.rounds[-1].points) == points
        assert not state.rounds[-1].irregular
    assert (next(playing, None) is None) == (game.finish(state) is not None)


@settings(max_examples=many(600))
@given(st.sampled_from(GAMES), st.data())
def test_any_draft_can_be_shown(game, data):
    """Whatever a request says of a round, its form has words for it."""
    before, match = data.draw(any_match(game))
    facts = match.rounds[-1].facts if match.rounds else None
    before = game.replay(before, [scored.facts for scored in match.rounds[:-1]])
    names = st.sampled_from([*open_form(before, {}).fields, "derived", "x"])
    answers = form_class(game).answers_of(facts, before) if facts else {}
    keys = [key.value for field in open_form(before, {}).fields.values() for key in field.keys]
    some = st.dictionaries(names, st.text(max_size=9) | st.sampled_from([*keys, *answers.values(), "-1"]), max_size=9)
    draft = open_form(before, {**(answers if data.draw(st.booleans()) else {}), **data.draw(some)})
    assert draft.is_valid() != bool(draft.errors)
    assert (draft.round_facts is None) == bool(draft.errors)
    draft.partial_facts()
    given_ = {name: answer for name, answer in draft.given().items() if name not in draft.errors}
    draft.sentence(given_)
    draft.notes(given_)
    draft.shortcuts(given_)
    draft.referee_facts(given_)


@every_game
def test_the_next_deal_is_announced_and_none_follows_the_last(game):
    for example, _, card, _ in matches(game):
        if card.finished:
            assert card.next is None, example.id
            assert all(card.places[side] == 1 for side in card.winners), example.id
        elif card.rounds[-1].facts.is_complete:
            assert card.next.number == len(card.rounds) + 1, example.id
        if card.finished and not example.ended:
            once_more = replace(example.sheet(game), rounds=[*example.rounds, example.rounds[-1]])
            over = f"{game.round_name} {len(once_more.rounds)}: the game was over"
            assert refusal(scoresheet.play, once_more)[0].startswith(over), example.id


@every_game
def test_the_same_seed_makes_the_same_rounds(game):
    if game.simulate:
        first, second, other = (played_on(seated(game), Random(seed)) for seed in (1, 1, 2))
        assert first.rounds == second.rounds != other.rounds


# --- Statistics ---


@every_game
def test_statistics_and_records_are_named_and_defined(game):
    for declared in (game.all_statistics, game.all_record_kinds):
        keys = [one.key for one in declared]
        assert len(keys) == len(set(keys))
        for one in declared:
            assert len(one.key) <= 40, one.key
            assert one.title, one.key
            assert one.definition.endswith("."), one.key
            assert one.source == "lines" or not one.worth, one.key
    tables = defaultdict(set)
    for statistic in game.all_statistics:
        tables[statistic.group].add((statistic.by, statistic.heading))
        assert set(statistic.labels) <= set(statistic.kinds) or not statistic.kinds, statistic.key
    assert all(len(ways) == 1 for ways in tables.values()), "statistics in one table are split alike"


@pytest.mark.parametrize("missing", ["by", "heading", "group"])
def test_a_statistic_that_is_split_names_its_column_and_its_table(missing):
    split = {"by": "hand", "heading": "cards", "group": "Bids", missing: ""}
    with pytest.raises(ValueError, match="statistic made: `by`"):
        Statistic(key="made", title="Made", definition="Bids made.", source="bids", value="made", **split)


@every_game
def test_whatever_is_counted_is_in_the_ledger_of_some_example(game):
    kinds = defaultdict(set)
    for _, _, match, scored in rounds(game):
        kinds["bids"] |= {bid.kind for bid in scored.facts.bids_made(scored.deal, match)}
        kinds["tricks"] |= {trick.kind for trick in scored.facts.tricks_taken()}
        kinds["lines"] |= {line.rule for line in scored.lines}
    assert all(len(kind) <= MAX_KIND_LENGTH for kind in kinds["bids"] | kinds["tricks"])
    assert all(len(rule) <= 40 for rule in kinds["lines"])
    assert all(len(kind) <= MAX_KIND_LENGTH for one in game.all_statistics if one.by == "kind" for kind in one.kinds)
    own = read_statistics(game.folder)
    for one in (*own.statistic, *own.record):
        assert kinds[one.source], one.key
        assert set(one.kinds) <= kinds[one.source], one.key
