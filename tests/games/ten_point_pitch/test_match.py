import json

from hypothesis import given, settings

from games.core.scoresheet import load, report
from games.ten_point_pitch.game import GAME
from tests.cases import cases
from tests.games.ten_point_pitch.any_match import matches
from tests.games.ten_point_pitch.rounds import counted, hand, standing
from tests.thoroughness import many


@settings(max_examples=many(400))
@given(matches())
def test_any_match_agrees_with_a_second_scorer(ledger):
    facts = report(load(json.dumps(ledger.sheet())))

    assert [one["points"] for one in facts["rounds"]] == ledger.points
    assert facts["totals"] == ledger.totals
    if ledger.winner is None:
        assert (facts["finished"], facts["winners"]) == (False, [])
        assert facts["next"]["dealer"] == (ledger.first_dealer + len(ledger.facts)) % 4
        assert facts["places"] == [1 + (ledger.totals[side] < ledger.totals[1 - side]) for side in (0, 1)]
    else:
        assert (facts["finished"], facts["winners"]) == (True, [ledger.winner])
        assert "next" not in facts
        assert facts["places"] == [1 + (side != ledger.winner) for side in (0, 1)]


def test_a_hand_still_being_played_ends_nothing():
    state = GAME.play(standing(51, 51), hand(bidder=0, bid=4))

    assert GAME.finish(state) is None
    assert GAME.scorecard(state).next.number == state.rounds[-1].number


def test_the_score_page_says_how_far_it_is_and_who_still_has_to_bid():
    waiting = GAME.play(standing(30, 50, must_bid_to_win=True), counted(0, 5, 5))

    assert [tuple(one) for one in GAME.status(waiting)] == [
        (0, "17 to go", False),
        (1, "has to make a bid to win", True),
    ]
    assert [tuple(one) for one in GAME.status(standing(42, 41))] == [(0, "10 to go", True), (1, "11 to go", False)]
    assert list(GAME.status(GAME.play(standing(46, 50), counted(0, 6, 6)))) == []


@cases(
    "totals, bid, winners",
    [
        ((60, 30), (0, 5, 4), None),  # set, and still over the target
        ((60, 30), (0, 5, 5), (0,)),
        ((60, 30), (1, 5, 6), None),
        ((60, 30), (1, 5, 4), None),
        ((60, 47), (1, 5, 5), (1,)),
    ],
)
def test_where_a_bid_has_to_be_made_only_the_side_that_made_one_wins(totals, bid, winners):
    assert GAME.finish(GAME.play(standing(*totals, must_bid_to_win=True), counted(*bid))) == winners


@cases(
    "totals, moon, taken, told",
    [
        ((46, 50), "off", 6, "both sides have 52 or more: the side that made its bid wins"),
        ((46, 40), "off", 6, ""),
        ((12, 40), "game", 10, "Ada & Cleo shot the moon"),
        ((12, 40), "game", 9, "Ada & Cleo missed the moon"),
    ],
)
def test_who_wins_with_fewer_points_is_told_why(totals, moon, taken, told):
    facts = counted(0, 6, taken) if moon == "off" else counted(0, 10, taken, moon=True)

    assert GAME.why_won(GAME.play(standing(*totals, moon=moon), facts)) == told
