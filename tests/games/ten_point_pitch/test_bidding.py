from hypothesis import given
from hypothesis import strategies as st

from games.ten_point_pitch.facts import auction
from games.ten_point_pitch.game import GAME
from tests.cases import cases
from tests.games import every_game
from tests.games.ten_point_pitch.any_match import bids, house_rules, rngs, who_plays
from tests.games.ten_point_pitch.rounds import after, hand, refusal, table


def plays(dealer, made, **rules):
    return auction(made, dealer, table(**rules).rules)


def test_the_dealer_may_match_by_house_rule_but_nobody_else_and_nothing_lower():
    for first, last in ((5, 5), (5, 6), (10, 10)):
        assert plays(3, [first, None, None, last], dealer_may_match=True) == (3, last)
    for made, match, seat, bid in (
        ([5, None, None, 5], False, 3, 5),
        ([5, None, None, 4], True, 3, 4),
        ([5, None, 5, None], True, 2, 5),
        ([None, None, None, 3], True, 3, 3),
    ):
        message, _ = every_game.refusal(plays, 3, made, dealer_may_match=match)
        assert message == f"seat {seat} bid {bid}: 1 too low, it takes {bid + 1}, or a pass"


@cases(
    "dealer, made, message, field",
    [
        (3, [5, 5, None, None], "Ben bid 5: 1 too low, it takes 6, or a pass", "bids[1]"),
        (0, [None, 7, 5, None], "Cleo bid 5: 3 too low, it takes 8, or a pass", "bids[2]"),
        (3, [3, None, None, None], "Ada bid 3: 1 too low, it takes 4, or a pass", "bids[0]"),
        (3, [-2, None, None, None], "Ada bid −2: 6 too low, it takes 4, or a pass", "bids[0]"),
        (3, [None, None, None, 11], "Dan bid 11: 1 more than the 10 points there are", "bids[3]"),
        (3, [9, 9, None, None], "Ben bid 9: 1 too low, it takes 10, or a pass", "bids[1]"),
        (3, [10, None, 10, None], "Cleo bid 10: 1 too low, nobody can bid more than that", "bids[2]"),
    ],
)
def test_a_bid_that_cannot_be_made_is_refused_by_name_and_by_how_much(dealer, made, message, field):
    assert refusal(table(dealer), bids=made) == (message, field)


def test_the_dealer_moves_left_and_so_does_the_order_of_bids():
    state = after(hand(bids=[7, 4, 5, 6], points=[5, 5]))

    assert refusal(state, bids=[7, 4, 5, 6]) == ("Ben bid 4: 4 too low, it takes 8, or a pass", "bids[1]")
    assert GAME.play(state, hand(bids=[6, 7, 4, 5])).rounds[-1].facts.bids == (6, 7, 4, 5)


def test_a_bid_named_by_itself_keeps_the_same_limits_and_the_lowest_is_a_house_rule():
    assert refusal(table(), bidder=3, bid=3) == ("Dan bid 3: 1 too low, it takes 4, or a pass", "bid")
    assert refusal(table(), bidder=3, bid=11) == ("Dan bid 11: 1 more than the 10 points there are", "bid")
    assert refusal(table(minimum_bid=6), bidder=0, bid=5)[0] == "Ada bid 5: 1 too low, it takes 6, or a pass"
    assert after(hand(bidder=0, bid=1), minimum_bid=1).rounds


@given(house_rules, st.integers(0, 3), rngs)
def test_any_auction_that_rises_is_possible_and_its_last_bid_plays(house, dealer, rng):
    made = bids(rng, dealer, house)

    assert plays(dealer, made, **house) == who_plays(made, dealer, house)
