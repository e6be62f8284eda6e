from games.core.facts import BidMade
from games.ten_point_pitch.facts import POINTS
from tests.cases import cases
from tests.games.ten_point_pitch.rounds import after, counted, hand, refusal, table

FIVE = {"bidder": 0, "bid": 5}
EVERYTHING = dict.fromkeys(POINTS, 0)
DEALT_AGAIN = "everybody passed: the same dealer deals again, and nothing is scored"
TEN = "but a hand has 10"
WHO = "enter who won the bid, or what everybody bid (“bidder” or “bids”)"
TWICE = "the hand is entered card by card and counted as well: one of the two is enough"
LOST_ALONE = "points lost are counted beside the points of both sides, not alone"
NOT_BY_THE_BIDS = "is named as the bidder, but by the bids Dan plays the hand"
PLAIN_TEN = "a moon is not played here: it is a house rule"


@cases(
    "facts, message, field",
    [
        ({}, WHO, "bidder"),
        ({"bidder": 1}, "enter the winning bid, or what everybody bid (“bid” or “bids”)", "bid"),
        (
            FIVE | {"points": [7, 4], "lost": 1},
            f"Ada & Cleo 7, Ben & Dan 4, lost 1: 12 points, {TEN}: 2 too many, count the piles again",
            "points",
        ),
        (FIVE | {"points": [10, 0], "taken": EVERYTHING}, TWICE, "points"),
        (FIVE | {"taken": EVERYTHING, "lost": 1}, LOST_ALONE, "lost"),
        ({"bidder": 0, "bid": 10, "moon": True}, PLAIN_TEN, "moon"),
        ({"bidder": 1, "bids": [None, 5, None, 6]}, f"Ben {NOT_BY_THE_BIDS}", "bidder"),
    ],
)
def test_impossible_facts_are_refused_with_the_difference_and_the_place(facts, message, field):
    assert refusal(table(3), **facts) == (message, field)


def test_a_hand_passed_by_all_is_dealt_again_and_not_recorded():
    state = table(all_pass="redeal")

    assert refusal(state, bids=[None] * 4) == (DEALT_AGAIN, "bids")
    assert refusal(state, bids=[None] * 4, points=[5, 5]) == (DEALT_AGAIN, "bids")
    assert after(hand(bidder=0, bid=4, points=[5, 5]), all_pass="redeal").totals == (5, 5)


def test_the_scoreboard_notes_the_bid_and_the_points_taken():
    def noted(facts, **rules):
        state = table(**rules)
        return facts.heading(state.deal, state), list(facts.notes(state.deal, state))

    assert noted(hand(bidder=3, bid=6, trump="H", points=[3, 7])) == ("Dan 6 ♥", ["3", "7/6"])
    assert noted(counted(0, 5, 7))[0] == "Ada 5"
    assert noted(hand(bidder=0, bid=5))[1] == ["", ""]
    passed = hand(bids=[None] * 4, trump="S", points=[3, 7])
    assert noted(passed, first_dealer=2) == ("Cleo 4 ♠", ["3/4", "7"])
    assert noted(passed, first_dealer=1, minimum_bid=3) == ("Ben 3 ♠", ["3", "7/3"])


# --- The auction.


@cases(
    "dealer, made, message, field",
    [
        (3, [None, None, None, 11], "Dan bid 11: 1 more than the 10 points there are", "bids[3]"),
        (3, [None, None, None, 0], "Dan bid 0: 1 too low, it takes 1, or a pass", "bids[3]"),
    ],
)
def test_a_bid_that_cannot_be_made_is_refused_by_name_and_by_how_much(dealer, made, message, field):
    assert refusal(table(dealer), bids=made, points=[5, 5], irregular=True) == (message, field)


@cases(
    "facts, question, field, bid",
    [
        (
            {"bids": [10, None, 10, None]},
            "Cleo bid 10: 1 too low, nobody can bid more than that", "bids[2]", BidMade(0, 10, made=False),
        ),
        (
            {"bids": [6, 5, None, None]},
            "Ben bid 5: 2 too low, it takes 7, or a pass", "bids[1]", BidMade(0, 6, made=True),
        ),
        (
            {"bids": [2, 3, None, None]},
            "Ada bid 2: 2 too low, it takes 4, or a pass", "bids[0]", BidMade(1, 3, made=True),
        ),
        ({"bidder": 1, "bid": 3}, "Ben bid 3: 1 too low, it takes 4, or a pass", "bid", BidMade(1, 3, made=True)),
    ],
)  # fmt: skip
def test_an_auction_out_of_order_is_asked_about_and_the_highest_bid_plays(facts, question, field, bid):
    facts |= {"points": [6, 4]}
    assert refusal(table(3), **facts) == (question, field)
    match = after(hand(irregular=True, **facts), first_dealer=3)
    assert match.rounds[-1].irregular
    assert bid in match.rounds[-1].facts.bids_made(match.rounds[-1].deal, match)


def test_a_moon_is_a_bid_of_ten_and_nothing_less():
    message = "a moon is a bid of 10, but 8 was bid: 2 too low"
    assert refusal(table(moon="game"), bidder=0, bid=8, moon=True) == (message, "moon")
