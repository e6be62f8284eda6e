"""What holds of every scorecard of every game."""

import json
import re

import pytest
from msgspec.structs import replace

from games import examples, scoresheet
from games.impossible import ImpossibleRound
from games.typed import plain, read
from tests.games.core.test_every_game import every_possible_example, match


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
