import json

from hypothesis import given, settings

from games import scoresheet
from games.scoresheet import load, report
from games.ten_point_pitch.form import RoundForm
from games.ten_point_pitch.game import GAME
from tests.games.ten_point_pitch.any_match import matches
from tests.games.ten_point_pitch.hands import NAMES, counted, table


def load_ledger(ledger):
    return load(json.dumps(ledger.sheet()))


@settings(max_examples=400)
@given(matches())
def test_any_match_comes_out_as_in_a_ledger_kept_by_hand(ledger):
    told = report(load_ledger(ledger))

    assert [one["points"] for one in told["rounds"]] == ledger.points
    assert told["totals"] == ledger.totals
    assert told["finished"] == (ledger.winner is not None)
    assert told["winners"] == ([] if ledger.winner is None else [ledger.winner])
    assert told.get("next", {}).get("dealer") == (
        (ledger.first_dealer + len(ledger.facts)) % 4 if ledger.winner is None else None
    )


@given(matches())
def test_a_decided_winner_is_first_whatever_the_totals(ledger):
    told = report(load_ledger(ledger))

    if ledger.winner is not None:
        assert told["places"][ledger.winner] == 1
        assert told["places"][1 - ledger.winner] == 2
    elif ledger.totals[0] == ledger.totals[1]:
        assert told["places"] == [1, 1]


@given(matches())
def test_the_points_of_a_hand_never_exceed_ten_a_side_but_for_a_moon_or_the_floor(ledger):
    _, so_far, _ = scoresheet.play(load_ledger(ledger))

    for scored in so_far.rounds:
        if not scored.record.moon and not ledger.house.get("floor_at_zero"):
            assert all(-10 <= points <= 10 for points in scored.points)
            assert sum(scored.points) <= 10


@given(matches())
def test_with_a_floor_no_total_is_ever_below_zero(ledger):
    told = report(load_ledger(ledger))

    if ledger.house.get("floor_at_zero"):
        assert all(total >= 0 for one in told["rounds"] for total in one["totals"])


@given(matches(most=6))
def test_every_record_gives_the_answers_that_give_the_record(ledger):
    so_far = GAME.table(NAMES, ledger.first_dealer, ledger.house)
    for facts in ledger.facts:
        record = scoresheet.read(facts, GAME.record)
        asked = RoundForm(so_far, RoundForm.answers_of(record, so_far))
        assert asked.is_valid(), asked.errors
        assert asked.record == record
        assert RoundForm.answers_of(asked.record, so_far) == asked.given()
        so_far = GAME.play(so_far, record)


@given(matches(most=6))
def test_the_ledger_has_every_bid_and_all_that_was_taken(ledger):
    _, so_far, _ = scoresheet.play(load_ledger(ledger))

    for facts, made, scored in zip(ledger.facts, ledger.made, so_far.rounds, strict=True):
        taken = list(scored.record.tricks_taken())
        assert sum(one[1] for one in taken) == 10
        bids = list(scored.record.bids_made(scored.deal, so_far))
        assert [bid.seat for bid in bids] == ([0, 1, 2, 3] if "bids" in facts else [facts["bidder"]])
        played = [bid for bid in bids if bid.made is not None]
        assert len(played) == 1
        assert all(bid.made == made for bid in played)


def test_a_correction_long_ago_changes_who_has_won():
    hands = [counted(0, 5, 9), counted(1, 5, 0), counted(0, 5, 9), counted(0, 5, 9), counted(0, 5, 9), counted(0, 5, 9)]
    won = GAME.fold(table(target=45), hands)
    corrected = GAME.fold(table(target=45), [counted(0, 10, 9), *hands[1:]])

    assert GAME.finish(won) == (0,)
    assert GAME.finish(corrected) is None
    assert corrected.totals == (26, 15)
