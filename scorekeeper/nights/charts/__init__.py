"""Charts: values in, the geometry of an SVG picture out, for templates/nights/charts/ to draw."""

from scorekeeper.nights.charts.lines import Lines, Series
from scorekeeper.nights.charts.matrix import Matrix, Meetings

__all__ = ["Lines", "Matrix", "Meetings", "Series"]
