from games.core.scorecard import ScoreLine, Stake
from games.ten_point_pitch.game import GAME
from tests.cases import cases
from tests.games.ten_point_pitch.rounds import after, counted, hand, standing, table, taken


def scored(facts, state=None):
    return GAME.play(state or table(), facts).rounds[-1]


def test_a_bid_made_counts_everything_taken():
    assert scored(counted(2, 5, 8)).lines == (
        ScoreLine(0, "bid-made", 8, "bid 5, took 8: made, all 8 count"),
        ScoreLine(1, "defenders", 2, "took 2 against the bid"),
    )


def test_a_bid_missed_costs_the_bid_and_the_points_taken_do_not_count():
    assert scored(counted(3, 6, 5)).lines == (
        ScoreLine(1, "set", -6, "bid 6, took 5: 1 short, −6"),
        ScoreLine(0, "defenders", 5, "took 5 against the bid"),
    )


def test_defenders_who_took_nothing_read_so():
    assert scored(counted(0, 10, 10)).lines[1] == ScoreLine(1, "defenders", 0, "took 0 against the bid")


def test_a_lost_point_is_named_to_the_side_that_did_not_bid():
    assert scored(counted(0, 7, 7, lost=1)).lines[1].reason == "took 2 against the bid; 1 lost in the discards"


def test_card_by_card_and_counted_come_to_the_same():
    by_card = hand(bidder=0, bid=6, taken=taken("0010L101"))

    assert scored(by_card).points == scored(counted(0, 6, 6, 3, lost=1)).points == (6, 3)


def test_with_a_floor_a_total_stops_at_zero_and_says_so():
    state = after(counted(0, 4, 6), floor_at_zero=True)

    assert scored(counted(0, 8, 1), state).lines[-1] == ScoreLine(0, "floor", 2, "no total is below zero: −2 becomes 0")
    assert scored(counted(0, 6, 1), state).lines[-1].rule == "defenders"
    assert GAME.play(state, counted(0, 8, 1)).totals == (0, 13)


@cases(
    "moon, total, side_0, lines",
    [
        ("twenty", 12, 10, [ScoreLine(0, "moon", 20, "moon, took 10 of ten: +20"), ScoreLine(1, "defenders", 0, "")]),
        ("twenty", 12, 9, [ScoreLine(0, "moon", -20, "moon, took 9 of ten: −20"), ScoreLine(1, "defenders", 1, "")]),
        ("game", 12, 10, [ScoreLine(0, "moon", 0, "moon, took 10 of ten, made: the game is won")]),
        ("game", 12, 9, [ScoreLine(0, "moon", 0, "moon, took 9 of ten, missed: the game is lost")]),
        ("to-target", 12, 10, [ScoreLine(0, "moon", 40, "moon, took all ten: 12 becomes 52")]),
        ("to-target", 0, 10, [ScoreLine(0, "moon", 52, "moon, took all ten: 0 becomes 52")]),
        ("to-target", -6, 10, [ScoreLine(0, "moon", 6, "moon, took all ten: −6 becomes 0")]),
        ("to-target", 12, 9, [ScoreLine(0, "moon", 0, "moon, took 9 of ten, missed: the game is lost")]),
    ],
)
def test_a_moon_is_scored_by_the_house_rule(moon, total, side_0, lines):
    found = scored(counted(0, 10, side_0, moon=True), standing(total, 7, moon=moon)).lines

    assert [line[:3] for line in found] == [line[:3] for line in lines]
    assert found[0].reason == lines[0].reason


def test_a_moon_with_a_point_lost_is_missed():
    assert scored(counted(0, 10, 9, 0, lost=1, moon=True), table(moon="twenty")).points == (-20, 0)


def at_stake(state, **facts):
    return list(GAME.stakes(hand(**facts), state))


def test_a_bid_is_lost_when_missed_and_wins_all_that_is_taken():
    assert at_stake(table(), bidder=2, bid=6) == [Stake(0, "+6 or more / −6"), Stake(1, "5 points set the bid")]
    assert at_stake(table(), bidder=1, bid=10) == [Stake(1, "+10 / −10"), Stake(0, "1 point sets the bid")]


def test_the_dealer_who_has_to_play_plays_for_the_lowest_bid():
    assert at_stake(table(first_dealer=3), bids=[None] * 4)[0] == Stake(1, "+4 or more / −4")


def test_a_bid_that_can_reach_the_target_is_near():
    assert at_stake(standing(46, 0), bidder=0, bid=6)[0] == Stake(0, "+6 or more / −6", near=True)
    assert at_stake(standing(45, 0), bidder=0, bid=6)[0].near is False


@cases(
    "moon, total, text",
    [
        ("game", 12, "the game / the game lost"),
        ("to-target", 12, "+40 / the game lost"),
        ("to-target", -6, "+6 / the game lost"),
        ("twenty", 12, "+20 / −20"),
    ],
)
def test_a_moon_is_always_near_and_stands_for_what_the_house_plays(moon, total, text):
    state = standing(total, 0, moon=moon)

    assert at_stake(state, bidder=0, bid=10, moon=True)[0] == Stake(0, text, near=True)


def test_where_no_total_is_below_zero_a_bid_cannot_cost_more_than_there_is():
    assert at_stake(standing(3, 0, floor_at_zero=True), bidder=0, bid=5)[0].text == "+5 or more / −3"


@cases("bid", range(4, 11))
def test_what_is_shown_is_what_the_hand_then_brings(bid):
    stake, against = at_stake(table(), bidder=0, bid=bid)
    made, missed = stake.text.replace(" or more", "").replace("−", "-").split(" / ")
    setting = int(against.text.split()[0])

    assert after(counted(0, bid, bid)).totals[0] == int(made)
    assert after(counted(0, bid, bid - 1)).totals[0] == int(missed)
    assert after(counted(0, bid, 10 - setting)).totals[0] < 0 < after(counted(0, bid, 11 - setting)).totals[0]
