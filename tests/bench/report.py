"""Ratios, percentiles, statements by kind, and the table they are printed in."""

import math
import statistics
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the report: what was measured, its goal, what came out, and what helps to read it."""

    what: str
    goal: str
    measured: str
    notes: str = ""


class Ratios(NamedTuple):
    middle: float
    low: float
    high: float


def ratios(subjects, bares):
    """Compare runs made in turns, pair by pair: the drift of the machine hits both halves of a pair alike."""
    pairs = [subject / bare for subject, bare in zip(subjects, bares, strict=True) if bare]
    return Ratios(statistics.median(pairs), min(pairs), max(pairs)) if pairs else Ratios(0.0, 0.0, 0.0)


def percentile(values, share):
    """The smallest value that so many (0.99) of all do not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def middle(values):
    return percentile(values, 0.5)


def status_counts(statuses):
    """How many answers had which status: "200 × 17, 409 × 1"."""
    return ", ".join(f"{status} × {count}" for status, count in sorted(statuses.items()))


def percent(part):
    return f"{100 * part:.3g} %"


def milliseconds(seconds):
    return f"{1000 * seconds:.3g} ms"


def kilobytes(count):
    return f"{count / 1000:.1f} kB"


def table(title, figures):
    """Lay figures out under their title, one line each, in columns as wide as they need."""
    rows = [Figure("", "goal", "measured"), *figures]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [[*map(str.ljust, row, widths), row.notes] for row in rows]
    return "\n".join([title, *(f"  {'  '.join(line)}".rstrip() for line in lines), ""])
