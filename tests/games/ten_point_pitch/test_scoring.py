from games.core.scorecard import ScoreLine, Stake
from games.ten_point_pitch.game import GAME
from tests.cases import cases
from tests.games.ten_point_pitch.rounds import after, counted, hand, standing, table


def scored(facts, state=None):
    return GAME.play(state or table(), facts).rounds[-1]


@cases(
    "facts, rule, points, reason, defended, against",
    [
        (counted(2, 5, 8), "bid-made", 8, "bid 5, took 8: made, all 8 count", 2, "took 2 against the bid"),
        (counted(3, 6, 5), "set", -6, "bid 6, took 5: 1 short, −6", 5, "took 5 against the bid"),
        (
            counted(0, 7, 7, lost=1), "bid-made", 7, "bid 7, took 7: made, all 7 count",
            2, "took 2 against the bid; 1 lost in the discards",
        ),
    ],
)  # fmt: skip
def test_a_bid_made_counts_all_and_one_missed_costs_the_bid(facts, rule, points, reason, defended, against):
    bidding = facts.bidder % 2

    assert scored(facts).lines == (
        ScoreLine(bidding, rule, points, reason),
        ScoreLine(1 - bidding, "defenders", defended, against),
    )


def test_with_a_floor_a_total_stops_at_zero_and_says_so():
    state = after(counted(0, 4, 6), floor_at_zero=True)

    assert scored(counted(0, 8, 1), state).lines[-1] == ScoreLine(0, "floor", 2, "no total is below zero: −2 becomes 0")
    assert scored(counted(0, 6, 1), state).lines[-1].rule == "defenders"
    assert GAME.play(state, counted(0, 8, 1)).totals == (0, 13)


@cases(
    "moon, total, side_0, lines",
    [
        ("twenty", 12, 10, [ScoreLine(0, "moon", 20, "moon, took all ten: +20"), ScoreLine(1, "defenders", 0, "")]),
        ("twenty", 12, 9, [ScoreLine(0, "moon", -20, "moon, took 9 of ten: −20"), ScoreLine(1, "defenders", 1, "")]),
        ("game", 12, 10, [ScoreLine(0, "moon", 0, "moon, took all ten: the game is won")]),
        ("to-target", 12, 10, [ScoreLine(0, "moon", 40, "moon, took all ten: 12 becomes 52")]),
        ("to-target", -6, 10, [ScoreLine(0, "moon", 6, "moon, took all ten: −6 becomes 0")]),
        ("to-target", 12, 9, [ScoreLine(0, "moon", 0, "moon, took 9 of ten: the game is lost")]),
    ],
)
def test_a_moon_is_scored_by_the_house_rule(moon, total, side_0, lines):
    found = scored(counted(0, 10, side_0, moon=True), standing(total, 7, moon=moon)).lines

    assert [line[:3] for line in found] == [line[:3] for line in lines]
    assert found[0].reason == lines[0].reason


def at_stake(state, **facts):
    return list(GAME.stakes(hand(**facts), state))


MOON = {"bidder": 0, "bid": 10, "moon": True}


@cases(
    "state, facts, stake",
    [
        (table(), {"bidder": 2, "bid": 6}, Stake(0, "+6 or more / −6")),
        (table(), {"bidder": 1, "bid": 10}, Stake(1, "+10 / −10")),
        (table(first_dealer=3), {"bids": [None] * 4}, Stake(1, "+4 or more / −4")),
        (standing(46, 0), {"bidder": 0, "bid": 6}, Stake(0, "+6 or more / −6", near=True)),
        (standing(3, 0, floor_at_zero=True), {"bidder": 0, "bid": 5}, Stake(0, "+5 or more / −3")),
        (standing(12, 0, moon="game"), MOON, Stake(0, "the game / the game lost", near=True)),
        (standing(12, 0, moon="to-target"), MOON, Stake(0, "+40 / the game lost", near=True)),
        (standing(12, 0, moon="twenty"), MOON, Stake(0, "+20 / −20", near=True)),
    ],
)
def test_a_bid_shows_what_it_wins_or_loses_and_that_the_end_is_near(state, facts, stake):
    assert at_stake(state, **facts)[0] == stake


def test_the_status_shows_the_points_to_go_and_a_bid_needed_to_win():
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
        ((60, 30), (1, 5, 4), None),
        ((60, 47), (1, 5, 5), (1,)),
    ],
)
def test_under_must_bid_to_win_only_a_side_with_a_made_bid_wins(totals, bid, winners):
    assert GAME.finish(GAME.play(standing(*totals, must_bid_to_win=True), counted(*bid))) == winners


@cases(
    "totals, moon, taken, told",
    [
        ((46, 50), "off", 6, "both sides have 52 or more: the side that made its bid wins"),
        ((12, 40), "game", 10, "Ada & Cleo shot the moon"),
        ((12, 40), "game", 9, "Ada & Cleo missed the moon"),
    ],
)
def test_a_win_with_fewer_points_is_explained(totals, moon, taken, told):
    facts = counted(0, 6, taken) if moon == "off" else counted(0, 10, taken, moon=True)

    assert GAME.why_won(GAME.play(standing(*totals, moon=moon), facts)) == told
