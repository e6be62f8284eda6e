from hypothesis import given

from games.big_little.game import GAME
from games.big_little.scoring import status
from tests.cases import cases
from tests.games.big_little.any_match import matches, second_scorer
from tests.games.big_little.rounds import played, quiet


def last_lines(match, seat=0):
    return [(line.rule, line.points, line.reason) for line in match.rounds[-1].lines if line.side == seat]


@cases(
    "cards, bid, took, lines",
    [
        (4, 4, 4, [("bid-met", 40, "bid 4, took 4: 10 × 4")]),
        (6, 4, 6, [("bid-met", 40, "bid 4, took 6: 10 × 4"), ("sandbags", 2, "6 tricks for a bid of 4: 2 over")]),
        (4, 4, 3, [("bid-missed", -40, "bid 4, took 3: −10 × 4")]),
        (7, 7, 0, [("bid-missed", -70, "bid 7, took 0: −10 × 7")]),
        (1, 0, 0, [("bid-met", 0, "bid 0, took 0: 10 × 0")]),
        (1, 0, 1, [("bid-met", 0, "bid 0, took 1: 10 × 0"), ("sandbags", 1, "1 trick for a bid of 0: 1 over")]),
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
        ([*TEN, ([0, 0], [1, 10])], {}, 1 - 100, ["10 + 1 = 11 sandbags: −100, 1 left"], "1 of 10"),
        (
            TWENTY_ONE, {}, 11 - 200,
            ["10 + 11 = 21 sandbags: −100, 11 left", "still 11 sandbags: −100, 1 left"], "1 of 10",
        ),
        (TWENTY_ONE, ONCE, 11 - 100, ["10 + 11 = 21 sandbags: −100, 11 left"], "11 of 10"),
        ([*TWENTY_ONE, ([0, 12], [0, 12])], ONCE, -100, ["still 11 sandbags: −100, 1 left"], "1 of 10"),
        ([*TWENTY_ONE, ([1, 12], [0, 12])], ONCE, -10 - 100, ["still 11 sandbags: −100, 1 left"], "1 of 10"),
        (bags(25), {"bags_after": "reset"}, 25 - 100, ["0 + 25 = 25 sandbags: −100, 0 left"], "0 of 10"),
        (bags(2), {"penalty_at": 2}, 2 - 100, ["0 + 2 = 2 sandbags: −100, −8 left"], "−8 of 1"),
        ([*bags(2), ([0, 3], [0, 3]), ([0, 0], [4, 0])], {"penalty_at": 2}, 4, [], "−4 of 1"),
        (bags(20), {"penalty_at": None}, 20, [], "20"),
        (bags(11), {"penalty_takes_bags": True}, 11 - 110, ["0 + 11 = 11 sandbags: −110, 1 left"], "1 of 10"),
    ],
)  # fmt: skip
def test_too_many_sandbags_cost_a_hundred_as_the_house_has_it(hands, rules, points, penalties, left):
    match = played(*hands, **rules)

    assert match.rounds[-1].points[0] == points
    assert [reason for rule, _, reason in last_lines(match) if rule == "sandbag-penalty"] == penalties
    assert next(iter(status(match))).text == f"bags {left}"


def test_the_penalty_falls_after_the_last_hand_too():
    down = [([0, min(k, 52 - k)], [0, min(k, 52 - k)]) for k in range(1, 52)]
    down[9], down[50] = ([0, 0], [10, 0]), ([0, 0], [1, 0])
    match = played(*down)

    assert last_lines(match)[-1] == ("sandbag-penalty", -100, "10 + 1 = 11 sandbags: −100, 1 left")
    assert GAME.finish(match) == (1,)


@cases("count, near", [(8, False), (9, True), (10, True)])
def test_the_count_is_marked_when_the_next_hundred_is_near(count, near):
    assert next(iter(status(played(*bags(count))))).near is near


@given(matches())
def test_the_totals_agree_with_a_second_scorer(match):
    players, rules, hands = match
    state = played(*hands, players=players, **rules)

    columns = [[(bids[seat], tricks[seat]) for bids, tricks in hands] for seat in range(players)]
    counts = [int(one.text.split()[1].replace("−", "-")) for one in status(state)]
    assert [*zip(state.totals, counts, strict=True)] == [second_scorer(rules, column) for column in columns]
