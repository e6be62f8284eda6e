from hypothesis import given
from hypothesis import strategies as st

from games.big_little.game import GAME
from games.big_little.scoring import carried
from tests.cases import cases
from tests.games.big_little.any_match import matches, second_scorer
from tests.games.big_little.rounds import played, quiet


def last_lines(match, seat=0):
    return [(line.rule, line.points, line.reason) for line in match.rounds[-1].lines if line.side == seat]


def hand_of(cards, bid, took, **house_rules):
    """The lines of the first player's hand, in a game where nothing happened to them before."""
    return last_lines(played(*quiet(cards - 1), ([bid, 0], [took, cards - took]), **house_rules))


@cases(
    "cards, bid, took, lines",
    [
        (4, 4, 4, [("bid-met", 40, "bid 4, took 4: 10 × 4")]),
        (6, 4, 6, [("bid-met", 40, "bid 4, took 6: 10 × 4"), ("sandbags", 2, "6 tricks for a bid of 4: 2 over")]),
        (4, 4, 3, [("bid-missed", -40, "bid 4, took 3: −10 × 4")]),
        (7, 7, 0, [("bid-missed", -70, "bid 7, took 0: −10 × 7")]),
        (1, 0, 0, [("bid-met", 0, "bid 0, took 0: 10 × 0")]),
        (1, 0, 1, [("bid-met", 0, "bid 0, took 1: 10 × 0"), ("sandbags", 1, "1 trick for a bid of 0: 1 over")]),
        (3, 0, 3, [("bid-met", 0, "bid 0, took 3: 10 × 0"), ("sandbags", 3, "3 tricks for a bid of 0: 3 over")]),
    ],
)
def test_a_hand_is_worth_ten_for_each_trick_bid_and_one_for_each_over(cards, bid, took, lines):
    assert hand_of(cards, bid, took) == lines


def test_a_zero_bid_made_earns_the_bonus_of_the_house_rule():
    assert hand_of(1, 0, 0, zero_bid_bonus=5) == [("zero-bid", 5, "bid 0, took 0: the bonus of your house rule")]


def bags(count):
    """Hands after which the first player has so many sandbags, at most one hand of eleven cards or more."""
    return [*quiet(count - 1), ([0, 0], [count, 0])]


def penalties(match):
    return [(points, reason) for rule, points, reason in last_lines(match) if rule == "sandbag-penalty"]


def test_the_eleventh_sandbag_costs_a_hundred_and_one_is_carried():
    match = played(*bags(10), ([0, 0], [1, 10]))

    assert penalties(match) == [(-100, "10 + 1 = 11 sandbags: −100, 1 left")]
    assert [one.text for one in carried(match)] == ["bags 1 of 10", "bags 10 of 10"]


def test_each_further_ten_cost_another_hundred_in_the_same_hand():
    match = played(*bags(10), ([0, 11], [11, 0]))

    assert penalties(match) == [
        (-100, "10 + 11 = 21 sandbags: −100, 11 left"),
        (-100, "still 11 sandbags: −100, 1 left"),
    ]


def test_once_a_hand_at_most_leaves_the_second_penalty_to_the_next_hand():
    match = played(*bags(10), ([0, 11], [11, 0]), ([0, 12], [0, 12]), penalty_repeats=False)

    assert [scored.points[0] for scored in match.rounds[-2:]] == [11 - 100, -100]
    assert penalties(match) == [(-100, "still 11 sandbags: −100, 1 left")]


def test_a_missed_bid_does_not_put_off_a_hundred_still_due():
    match = played(*bags(10), ([0, 11], [11, 0]), ([1, 12], [0, 12]), penalty_repeats=False)

    assert match.rounds[-1].points[0] == -10 - 100


def test_reset_never_costs_more_than_one_hundred_a_hand():
    match = played(*quiet(24), ([0, 0], [25, 0]), bags_after="reset")

    assert penalties(match) == [(-100, "0 + 25 = 25 sandbags: −100, 0 left")]


def test_ten_come_off_even_where_there_were_fewer():
    match = played(*bags(2), ([0, 3], [0, 3]), ([0, 0], [4, 0]), penalty_at=2)

    assert [scored.points[0] for scored in match.rounds[1:]] == [2 - 100, 0, 4]
    assert next(iter(carried(match))).text == "bags −4 of 1"


def test_there_may_be_no_penalty_at_all():
    match = played(*bags(20), penalty_at=None)

    assert match.totals[0] == 20
    assert next(iter(carried(match))) == (0, "bags 20", False)


def test_the_ten_single_points_may_be_lost_as_well():
    match = played(*bags(11), penalty_takes_bags=True)

    assert penalties(match) == [(-110, "0 + 11 = 11 sandbags: −110, 1 left")]
    assert next(iter(carried(match))).text == "bags 1 of 10"


def test_the_penalty_falls_after_the_last_hand_too():
    down = [([0, min(k, 52 - k)], [0, min(k, 52 - k)]) for k in range(1, 52)]
    down[9], down[50] = ([0, 0], [10, 0]), ([0, 0], [1, 0])
    match = played(*down)

    assert penalties(match) == [(-100, "10 + 1 = 11 sandbags: −100, 1 left")]
    assert GAME.finish(match) == (1,)


@cases("count, near", [(8, False), (9, True), (10, True)])
def test_the_count_is_marked_when_the_next_hundred_is_near(count, near):
    assert next(iter(carried(played(*bags(count))))).near is near


@given(matches())
def test_the_totals_agree_with_a_second_scorer(match):
    players, rules, hands = match
    state = played(*hands, players=players, **rules)

    columns = [[(bids[seat], tricks[seat]) for bids, tricks in hands] for seat in range(players)]
    expected = [second_scorer(rules, column) for column in columns]
    assert state.totals == tuple(total for total, _ in expected)
    counted = [int(one.text.split()[1].replace("−", "-")) for one in carried(state)]
    assert counted == [count for _, count in expected]


@given(matches(), st.integers(1, 12))
def test_moving_everybody_round_the_table_moves_their_scores_along(match, by):
    players, rules, hands = match
    moved = [(turned(bids, by), turned(tricks, by)) for bids, tricks in hands]

    assert played(*moved, players=players, **rules).totals == turned(
        played(*hands, players=players, **rules).totals, by
    )


def turned(values, by):
    by %= len(values)
    return (*values[by:], *values[:by])
