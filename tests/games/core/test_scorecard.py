from hypothesis import given
from hypothesis import strategies as st

from games.scorecard import Line, minus, places, signed, sums
from tests.cases import cases


def test_the_points_of_a_side_are_the_sum_of_its_lines():
    assert sums([Line(0, "a", 5, ""), Line(2, "b", -3, ""), Line(0, "c", 1, "")], 3) == (6, 0, -3)


@cases(
    "totals, lowest_wins, winners, expected",
    [
        ((10, 0, 0, -10), False, (), (1, 2, 2, 4)),
        ((10, 0, 0, -10), True, (), (4, 2, 2, 1)),
        ((5, 5, 5), False, (), (1, 1, 1)),
        ((52, 55), False, (0,), (1, 2)),
        ((3, 9, 9, 1), False, (3,), (4, 2, 2, 1)),
        ((4, 4, 9), True, (0, 1), (1, 1, 3)),
    ],
)
def test_equal_totals_share_a_place_and_a_winner_is_first_whatever_the_totals(totals, lowest_wins, winners, expected):
    assert places(totals, lowest_wins, winners) == expected


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=13))
def test_a_place_counts_those_ahead(totals):
    for side, place in enumerate(places(totals, False, ())):
        assert place == 1 + sum(total > totals[side] for total in totals)


def test_points_are_written_with_true_signs():
    assert [signed(10), signed(1), signed(-10), signed(0)] == ["+10", "+1", "−10", "0"]
    assert [minus(-3), minus(3)] == ["−3", "3"]
