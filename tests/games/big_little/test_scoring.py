"""Points of a hand, and the stakes of a bid."""

from games.big_little.facts import Facts
from games.big_little.game import GAME
from games.big_little.scoring import status
from games.core.scorecard import Stake
from tests.cases import cases
from tests.games.big_little.rounds import played, quiet, table


def last_lines(match, seat=0):
    return [(line.rule, line.points, line.reason) for line in match.rounds[-1].lines if line.side == seat]


@cases(
    "cards, bid, took, lines",
    [
        (4, 4, 4, [("bid-met", 40, "bid 4, took 4: 10 × 4")]),
        (6, 4, 6, [("bid-met", 40, "bid 4, took 6: 10 × 4"), ("sandbags", 2, "2 tricks over the bid: 2 sandbags")]),
        (4, 4, 3, [("bid-missed", -40, "bid 4, took 3: −10 × 4")]),
        (1, 0, 0, [("bid-met", 0, "bid 0, took 0: 10 × 0")]),
    ],
)
def test_a_hand_is_worth_ten_for_each_trick_bid_and_one_for_each_over(cards, bid, took, lines):
    assert last_lines(played(*quiet(cards - 1), ([bid, 0], [took, cards - took]))) == lines


def test_a_zero_bid_made_earns_the_bonus_of_the_house_rule():
    match = played(([0, 0], [0, 1]), zero_bid_bonus=5)

    assert last_lines(match) == [("zero-bid", 5, "bid 0, took 0: the bonus of your house rule")]


def bags(count):
    """Hands after which the first player has so many sandbags, at most one hand of eleven cards or more."""
    return [*quiet(count - 1), ([0, 0], [count, 0])]


TEN, TWENTY_ONE = bags(10), [*bags(10), ([0, 11], [11, 0])]
ONCE = {"penalty_repeats": False}


@cases(
    "hands, rules, points, penalties, left",
    [
        ([*TEN, ([0, 0], [1, 10])], {}, 1 - 100, ["10 + 1 = 11 sandbags: −100, 1 left"], "1 of 11"),
        (
            TWENTY_ONE, {}, 11 - 200,
            ["10 + 11 = 21 sandbags: −100, 11 left", "still 11 sandbags: −100, 1 left"], "1 of 11",
        ),
        (TWENTY_ONE, ONCE, 11 - 100, ["10 + 11 = 21 sandbags: −100, 11 left"], "11 of 11"),
        ([*TWENTY_ONE, ([0, 12], [0, 12])], ONCE, -100, ["still 11 sandbags: −100, 1 left"], "1 of 11"),
        (bags(25), {"bags_after": "reset"}, 25 - 100, ["0 + 25 = 25 sandbags: −100, 0 left"], "0 of 11"),
        (bags(2), {"penalty_at": 2}, 2 - 100, ["0 + 2 = 2 sandbags: −100, −8 left"], "−8 of 2"),
        ([*bags(2), ([0, 3], [0, 3]), ([0, 0], [4, 0])], {"penalty_at": 2}, 4, [], "−4 of 2"),
        (bags(20), {"penalty_at": None}, 20, [], "20"),
        (bags(11), {"penalty_takes_bags": True}, 11 - 110, ["0 + 11 = 11 sandbags: −110, 1 left"], "1 of 11"),
    ],
)  # fmt: skip
def test_too_many_sandbags_cost_a_hundred_as_the_house_has_it(hands, rules, points, penalties, left):
    match = played(*hands, **rules)

    assert match.rounds[-1].points[0] == points
    assert [reason for rule, _, reason in last_lines(match) if rule == "sandbag-penalty"] == penalties
    assert next(iter(status(match))).text == f"bags {left}"


def at_stake(state, *bids):
    return list(GAME.stakes(Facts(bids=bids), state))


def with_bags(bags, **rules):
    """Two players before the 14th hand; the first has so many sandbags."""
    return played(*quiet(12), ([0, 13 - bags], [bags, 13 - bags]), **rules)


ELEVEN = Stake(1, "11 sandbags to −100")


@cases(
    "state, bids, stakes",
    [
        (table(4), (1, 1, 0, 0), [Stake(0, "+10 / −10"), Stake(1, "+10 / −10")]),
        (table(zero_bid_bonus=5), (0, 1), [Stake(0, "+5 with no trick"), Stake(1, "+10 / −10")]),
        (with_bags(9), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "2 sandbags to −100", near=True)]),
        (with_bags(10), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "1 sandbag to −100", near=True)]),
        (
            with_bags(10, penalty_takes_bags=True), (4, 10),
            [Stake(0, "+40 / −40"), Stake(0, "1 sandbag to −110", near=True)],
        ),
        (with_bags(0), (4, 10), [Stake(0, "+40 / −40"), Stake(1, "+100 / −100")]),
        (with_bags(9), (13, 0), [Stake(0, "+130 / −130"), Stake(1, "0 with no trick"), ELEVEN]),
        (with_bags(9, penalty_at=None), (4, 13), [Stake(0, "+40 / −40"), Stake(1, "+130 / −130")]),
    ],
)  # fmt: skip
def test_a_bid_shows_its_points_and_the_sandbags_this_hand_can_bring(state, bids, stakes):
    assert at_stake(state, *bids)[: len(stakes)] == stakes
