"""Charts: every value has its place in the picture, and no label covers another or leaves it."""

from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Player
from scorekeeper.statistics.charts import (
    ISOLATE,
    LABEL,
    POP,
    TOP,
    WIDTH,
    LineChart,
    Scale,
    Series,
    compact,
    fitted,
    spread_labels,
    ticks,
    width,
)
from scorekeeper.statistics.head_to_head import Matrix, Opponent
from tests.cases import cases

NAMES = st.text(min_size=1, max_size=40)
VALUES = st.integers(-(10**18), 10**18) | st.floats(-1e6, 1e6)
ROUNDS = ["Start", *map(str, range(1, 52))]


@st.composite
def lines(draw):
    """A chart of up to 13 lines over up to 52 places, some of whose values are missing."""
    places, many = draw(st.integers(0, 52)), draw(st.integers(0, 13))
    values = st.lists(st.none() | VALUES, min_size=places, max_size=places)
    series = [Series(draw(NAMES), draw(values), mark) for mark in range(many)]
    return LineChart("Totals", ROUNDS[:places], series, from_zero=draw(st.booleans()))


# --- Labels ---


@given(st.lists(st.integers(-500, 500) | st.floats(-500, 500), max_size=13), st.integers(1, 20))
def test_labels_keep_their_order_their_distance_and_the_frame(wanted, gap):
    low, high = -20, -20 + gap * max(len(wanted) - 1, 0) + 150

    placed = spread_labels(wanted, gap, low, high)

    order = sorted(range(len(wanted)), key=lambda label: (wanted[label], label))
    in_order = [placed[label] for label in order]
    assert all(low <= at <= high for at in placed)
    assert all(below - above >= gap for above, below in pairwise(in_order))


@given(st.lists(st.integers(0, 20), min_size=1, max_size=8, unique=True))
def test_a_label_with_room_stays_beside_its_line(tenths):
    wanted = [10 * tenth for tenth in tenths]

    assert spread_labels(wanted, 10, 0, 200) == wanted


def test_labels_that_want_one_place_share_it_evenly():
    assert spread_labels([50, 50, 50], 10, 0, 100) == [40, 50, 60]
    assert spread_labels([0, 0, 100], 10, 0, 100) == [0, 10, 100]
    assert spread_labels([100, 100, 98], 10, 0, 100) == [90, 100, 80]


def test_labels_without_room_are_refused():
    assert spread_labels([1, 1], 10, 0, 10) == [0, 10]
    with pytest.raises(ValueError, match="no room for 2 labels"):
        spread_labels([1, 1], 10, 0, 9)


@given(NAMES, st.integers(2, 30))
def test_as_much_of_a_name_is_shown_as_fits(name, room):
    shown = fitted(name, room)

    assert (shown[0], shown[-1]) == (ISOLATE, POP)
    assert shown[1:-1] == name or shown.endswith("…" + POP)
    assert width(shown) <= max(room, 1.4)


# --- Round numbers ---


@given(st.lists(VALUES, max_size=60), st.integers(3, 9))
@example([0, 0, 0], 5)
@example([-1, 0.1], 3)
def test_round_numbers_enclose_all_values_and_are_few(values, most):
    marked = ticks(values, most)

    assert 2 <= len(marked) <= most
    assert marked[0] <= min(values, default=0)
    assert marked[-1] >= max(values, default=0)
    steps = {above - below for below, above in pairwise(marked)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in ("1", "2", "5")


@cases(
    "number, short",
    [(0, "0"), (-7, "−7"), (9999, "9999"), (12_000, "12k"), (-1_500_000, "−1.5M"), (10**18, "1E"), (25.25, "25.25")],
)
def test_numbers_are_written_short(number, short):
    assert compact(number) == short


def test_a_value_lies_between_the_ends_of_its_scale():
    assert [Scale(-10, 10, 100, 0).at(value) for value in (-10, 0, 5, 10)] == [100, 50, 25, 0]


# --- Lines ---


@given(lines())
def test_everything_drawn_is_inside_the_picture(chart):
    points = [tuple(map(int, point.split(","))) for line in chart.drawn for point in line.points.split()]
    assert all(chart.left <= x <= chart.right and TOP <= y <= chart.bottom for x, y in points)
    assert 0 < chart.left < chart.right < WIDTH
    assert all(TOP <= line.height <= chart.bottom for line in chart.drawn)
    assert all(TOP <= tick.at <= chart.bottom for tick in chart.beside)
    assert all(chart.left <= tick.at <= chart.right for tick in chart.below)


@given(lines())
def test_no_label_covers_another(chart):
    heights = sorted(line.height for line in chart.drawn)
    below = sorted((tick.at - width(tick.text) * 6.5, tick.at + width(tick.text) * 6.5) for tick in chart.below)

    assert all(after - before >= LABEL for before, after in pairwise(heights))
    assert all(after[0] > before[1] for before, after in pairwise(below))


@given(lines())
def test_every_value_is_in_the_table_and_every_line_can_be_told(chart):
    assert [len(values) for _, values in chart.rows] == [len(chart.series)] * len(chart.across)
    assert sum(value != "" for _, values in chart.rows for value in values) == sum(
        len(line.points.split()) for line in chart.drawn
    )
    assert len({line.shape for line in chart.drawn}) == len(chart.drawn)
    assert all(line.marks for line in chart.drawn)


def test_a_higher_total_is_drawn_higher_and_zero_is_there():
    chart = LineChart("Totals", ROUNDS[:3], [Series("Ada", [0, 10, 40]), Series("Ben", [0, -5, -20], 1)], at=2)

    assert [tick.text for tick in chart.beside] == ["−20", "0", "20", "40"]
    assert chart.drawn[0].end[1] < chart.zero < chart.drawn[1].end[1]
    assert chart.looked_at == chart.right
    assert chart.description == "Where they end: Ada 40, Ben −20."


def test_ratings_need_no_zero():
    chart = LineChart("Rating", ["May", "June"], [Series("Ada", [25.2, 27.4])], from_zero=False)

    assert [tick.text for tick in chart.beside] == ["25", "26", "27", "28"]
    assert chart.zero is None
    assert chart.rows == [("May", ["25.2"]), ("June", ["27.4"])]


def test_names_are_escaped_and_nothing_is_styled_inline():
    chart = LineChart("<b>", ROUNDS[:2], [Series("<script>", [0, 1])])

    html = render_to_string("statistics/_line_chart.html", {"chart": chart})

    assert "<script" not in html
    assert "style=" not in html
    assert "<title>&lt;b&gt;</title>" in html


# --- Head to head ---


def test_the_matrix_has_a_row_and_a_column_for_everybody():
    ada, ben, cleo = players = [Player(pk=pk, name=name) for pk, name in enumerate(("Ada", "Ben", "Cleo"), 1)]
    ahead, behind = Opponent(ada, ben, 3, 2, 1), Opponent(ben, ada, 3, 1, 2)
    matrix = Matrix(players, {(ada, ben): ahead, (ben, ada): behind})

    assert matrix.rows == [(ada, [None, ahead, None]), (ben, [behind, None, None]), (cleo, [None, None, None])]
    assert render_to_string("statistics/_matrix.html", {"matrix": matrix}).count("never") == 4
