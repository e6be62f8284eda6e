from games.scorecard import Stake
from games.ten_point_pitch.game import GAME
from tests.cases import cases
from tests.games.ten_point_pitch.hands import after, counted, hand, standing, table


def at_stake(so_far, **facts):
    return list(GAME.stakes(hand(**facts), so_far))


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
    so_far = standing(total, 0, moon=moon)

    assert at_stake(so_far, bidder=0, bid=10, moon=True)[0] == Stake(0, text, near=True)


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
