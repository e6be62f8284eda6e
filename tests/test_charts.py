"""Charts: every value has its place in the picture, and no label covers another or leaves it."""

from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.charts import (
    WIDTH,
    LineChart,
    ScoreChart,
    Series,
    compact,
    round_values,
    shortened,
    spread_labels,
    text_width,
)
from tests.cases import cases

NAMES = st.text(min_size=1, max_size=40)
VALUES = st.integers(-(10**18), 10**18) | st.floats(-1e6, 1e6)
ROUNDS = ["Start", *map(str, range(1, 52))]


@st.composite
def charts(draw, kind=LineChart):
    """A chart of up to 13 lines over up to 52 places, some of whose values are missing."""
    places, many = draw(st.integers(0, 52)), draw(st.integers(0, 13))
    values = st.lists(st.none() | VALUES, min_size=places, max_size=places)
    series = [Series(draw(NAMES), draw(values), mark) for mark in range(many)]
    return kind("Totals", ROUNDS[:places], series, from_zero=draw(st.booleans()))


# --- Labels ---


@given(st.lists(st.integers(-500, 500) | st.floats(-500, 500), max_size=13), st.integers(1, 20))
def test_labels_keep_their_order_their_distance_and_the_frame(wanted, gap):
    low, high = -20, -20 + gap * max(len(wanted) - 1, 0) + 150

    placed = spread_labels(wanted, gap, low, high)

    order = sorted(range(len(wanted)), key=lambda label: (wanted[label], label))
    in_order = [placed[label] for label in order]
    assert all(low <= at <= high for at in placed)
    assert all(below - above >= gap for above, below in pairwise(in_order))


@cases(
    "wanted, placed",
    [
        ([100, 0, 50], [100, 0, 50]),
        ([50, 50, 50], [40, 50, 60]),
        ([0, 0, 100], [0, 10, 100]),
        ([100, 100, 98], [90, 100, 80]),
    ],
)
def test_labels_move_only_where_they_would_cover_each_other(wanted, placed):
    assert spread_labels(wanted, 10, 0, 100) == placed


@given(NAMES, st.integers(2, 30))
def test_a_long_name_is_shortened_to_fit(name, room):
    shown = shortened(name, room)

    assert shown == name or shown.endswith("…")
    assert text_width(shown) <= max(room, 1.4)


# --- Numbers ---


@given(st.lists(VALUES, max_size=60), st.integers(3, 9))
@example([0, 0, 0], 5)
@example([-1, 0.1], 3)
def test_round_numbers_enclose_all_values_and_are_few(values, most):
    marked = round_values(values, most)

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


# --- Lines ---


@pytest.mark.parametrize("kind", [LineChart, ScoreChart])
@given(data=st.data())
def test_everything_is_inside_the_picture_and_no_label_covers_another(kind, data):
    chart = data.draw(charts(kind))

    points = [tuple(map(int, point.split(","))) for line in chart.lines for point in line.points.split()]
    heights = sorted(line.label_y for line in chart.lines)
    below = [(tick.position, text_width(tick.text) * 6.5) for tick in chart.x_ticks]
    assert all(chart.left <= x <= chart.right and chart.top <= y <= chart.bottom for x, y in points)
    assert 0 <= chart.left < chart.right < WIDTH
    assert all(chart.top <= at <= chart.bottom for at in [*heights, *(tick.position for tick in chart.y_ticks)])
    assert all(chart.left <= tick.position <= chart.right for tick in chart.x_ticks)
    assert all(after - before >= chart.label_height for before, after in pairwise(heights))
    assert all(after - half > before + other for (before, other), (after, half) in pairwise(below))


@given(charts())
def test_every_value_is_in_the_table_and_every_line_has_its_own_mark(chart):
    assert [len(values) for _, values in chart.rows] == [len(chart.series)] * len(chart.x_labels)
    assert sum(value != "" for _, values in chart.rows for value in values) == sum(
        len(line.points.split()) for line in chart.lines
    )
    assert len({line.shape for line in chart.lines}) == len(chart.lines)
    assert all(line.marks for line in chart.lines)


def test_a_higher_total_is_drawn_higher_and_the_axis_includes_zero():
    chart = LineChart("Totals", ROUNDS[:3], [Series("Ada", [0, 10, 40]), Series("Ben", [0, -5, -20], 1)], selected=2)

    assert [tick.text for tick in chart.y_ticks] == ["−20", "0", "20", "40"]
    assert chart.lines[0].end[1] < chart.zero_y < chart.lines[1].end[1]
    assert chart.selected_x == chart.right
    assert chart.description == "Where they end: Ada 40, Ben −20."


def test_ratings_need_no_zero():
    chart = LineChart("Rating", ["May", "June"], [Series("Ada", [25.2, 27.4])], from_zero=False)

    assert [tick.text for tick in chart.y_ticks] == ["25", "26", "27", "28"]
    assert chart.zero_y is None
    assert chart.rows == [("May", ["25.2"]), ("June", ["27.4"])]


def test_names_are_escaped_and_nothing_is_styled_inline():
    chart = LineChart("<b>", ROUNDS[:2], [Series("<script>", [0, 1])])

    html = render_to_string("statistics/_line_chart.html", {"chart": chart})

    assert "<script" not in html
    assert "style=" not in html
    assert "<title>&lt;b&gt;</title>" in html
