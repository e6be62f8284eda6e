from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from games.big_little.game import GAME
from games.big_little.scoring import carried
from games.so_far import SoFar
from tests.cases import cases
from tests.games.big_little.rounds import Hand, played, quiet


def last_lines(match: SoFar, seat: int = 0) -> list[tuple[str, int, str]]:
    return [(line.rule, line.points, line.reason) for line in match.rounds[-1].lines if line.side == seat]


def hand_of(cards: int, bid: int, took: int, **house_rules: object) -> list[tuple[str, int, str]]:
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


def test_everybody_at_the_table_is_scored_by_their_own_bid():
    match = played(*quiet(4, players=4), ([2, 1, 0, 3], [2, 0, 1, 2]), players=4)

    assert match.rounds[-1].points == (20, -10, 1, -30)


def test_a_zero_bid_made_earns_the_bonus_of_the_house_rule():
    assert hand_of(1, 0, 0, zero_bid_bonus=5) == [("zero-bid", 5, "bid 0, took 0: the bonus of your house rule")]


@cases("bid, took", [(0, 1), (1, 1), (1, 0)])
def test_only_a_zero_bid_with_no_trick_earns_the_bonus(bid, took):
    assert "zero-bid" not in [rule for rule, _, _ in hand_of(1, bid, took, zero_bid_bonus=5)]


def bags(count: int) -> list[Hand]:
    """Hands after which the first player has so many sandbags, at most one hand of eleven cards or more."""
    return [*quiet(count - 1), ([0, 0], [count, 0])]


def penalties(match: SoFar) -> list[tuple[int, str]]:
    return [(points, reason) for rule, points, reason in last_lines(match) if rule == "sandbag-penalty"]


def test_ten_sandbags_cost_nothing():
    assert penalties(played(*bags(10))) == []


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


def test_once_a_hand_at_most_leaves_the_second_hundred_to_the_next_hand_sandbags_or_not():
    match = played(*bags(10), ([0, 11], [11, 0]), ([0, 12], [0, 12]), penalty_repeats=False)

    assert [scored.points[0] for scored in match.rounds[-2:]] == [11 - 100, -100]
    assert penalties(match) == [(-100, "still 11 sandbags: −100, 1 left")]


def test_a_missed_bid_does_not_put_off_a_hundred_still_due():
    match = played(*bags(10), ([0, 11], [11, 0]), ([1, 12], [0, 12]), penalty_repeats=False)

    assert match.rounds[-1].points[0] == -10 - 100


def test_the_count_may_go_back_to_zero_by_house_rule():
    match = played(*bags(10), ([0, 9], [3, 8]), ([0, 0], [10, 2]), bags_after="reset")

    assert [scored.points[0] for scored in match.rounds[-2:]] == [3 - 100, 10]


def test_reset_never_costs_more_than_one_hundred_a_hand():
    match = played(*quiet(24), ([0, 0], [25, 0]), bags_after="reset")

    assert penalties(match) == [(-100, "0 + 25 = 25 sandbags: −100, 0 left")]


def test_the_hundred_may_fall_due_at_another_count():
    assert penalties(played(*bags(10), penalty_at=10)) == [(-100, "0 + 10 = 10 sandbags: −100, 0 left")]
    assert penalties(played(*bags(11), penalty_at=12)) == []


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


def test_correcting_an_early_hand_changes_the_hundreds_of_later_ones():
    before = played(*bags(10), ([0, 0], [1, 10]))
    corrected = played(([1, 0], [1, 0]), *bags(10)[1:-1], ([1, 0], [10, 0]), ([0, 0], [1, 10]))

    assert before.totals[0] == 11 - 100
    assert corrected.totals[0] == 10 + 10 + 9 + 1


# --- Against a ledger kept the way a person would, a running count beside each name ---


@st.composite
def matches(draw: st.DrawFn) -> tuple[int, dict[str, object], list[Hand]]:
    players = draw(st.integers(2, 13))
    rules = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "penalty_at": st.one_of(st.none(), st.integers(2, 99), st.integers(2, 12)),
                "bags_after": st.sampled_from(["carry", "reset"]),
                "penalty_repeats": st.booleans(),
                "penalty_takes_bags": st.booleans(),
                "zero_bid_bonus": st.integers(0, 100),
                "largest_hand": st.sampled_from(["leave-one", "leave-three", "deal-all"]),
            },
        )
    )
    return players, rules, list(hands(draw, players, draw(st.integers(1, 30)), rules.get("largest_hand", "leave-one")))


def hands(draw: st.DrawFn, players: int, number: int, largest_hand: object) -> Iterator[Hand]:
    largest = {"leave-one": 53, "leave-three": 51, "deal-all": 54}[str(largest_hand)] // players
    for cards in [min(k, 2 * largest - k) for k in range(1, 2 * largest)][:number]:
        takers = draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
        tricks = [takers.count(seat) for seat in range(players)]
        yield draw(st.lists(st.integers(0, min(cards, 3)), min_size=players, max_size=players)), tricks


def kept_by_hand(rules: dict[str, object], column: list[tuple[int, int]]) -> tuple[int, int]:
    at, bonus = rules.get("penalty_at", 11), rules.get("zero_bid_bonus", 0)
    total = count = 0
    for bid, took in column:
        total += -10 * bid if took < bid else bonus if bid == took == 0 else 9 * bid + took
        count += max(0, took - bid)
        for _ in range(99 if rules.get("penalty_repeats", True) else 1):
            if at is not None and count >= at:
                total -= 110 if rules.get("penalty_takes_bags") else 100
                count = 0 if rules.get("bags_after") == "reset" else count - 10
    return total, count


@given(matches())
def test_the_totals_are_those_of_a_ledger_kept_by_hand(match):
    players, rules, hands = match
    so_far = played(*hands, players=players, **rules)

    columns = [[(bids[seat], tricks[seat]) for bids, tricks in hands] for seat in range(players)]
    by_hand = [kept_by_hand(rules, column) for column in columns]
    assert so_far.totals == tuple(total for total, _ in by_hand)
    counted = [int(one.text.split()[1].replace("−", "-")) for one in carried(so_far)]
    assert counted == [count for _, count in by_hand]


@given(matches(), st.integers(1, 12))
def test_moving_everybody_round_the_table_moves_their_scores_along(match, by):
    players, rules, hands = match
    moved = [(turned(bids, by), turned(tricks, by)) for bids, tricks in hands]

    assert played(*moved, players=players, **rules).totals == turned(
        played(*hands, players=players, **rules).totals, by
    )


@given(matches())
def test_what_was_played_before_is_never_changed_by_the_next_hand(match):
    players, rules, hands = match

    all_of_it, without_the_last = (played(*some, players=players, **rules) for some in (hands, hands[:-1]))
    assert all_of_it.rounds[:-1] == without_the_last.rounds


def turned(values, by):
    by %= len(values)
    return (*values[by:], *values[:by])
