"""What the numbers in the columns of a sheet add up to, and the words for it."""

from collections.abc import Iterator, Sequence
from math import prod

from games.core.house_rules import HouseRules
from games.core.score_columns import ScoreColumn
from games.core.text import minus

# The numbers of a side, by column; None where nothing was entered.
Numbers = Sequence[int | None]


def has_points(rules: HouseRules) -> bool:
    return bool(rules.wins != "named")


def worth(side: int, rows: Sequence[Sequence[int]], columns: Sequence[ScoreColumn]) -> int:
    """Return the points of a side: the sum of what its columns count, multiplied by those that multiply."""
    if not columns:
        return rows[side][0]
    return added(rows[side], columns) * prod(factors(side, rows, columns))


def added(row: Numbers, columns: Sequence[ScoreColumn]) -> int:
    return sum(points for points, _ in terms(row, columns))


def terms(row: Numbers, columns: Sequence[ScoreColumn]) -> Iterator[tuple[int, ScoreColumn]]:
    """Yield the points of each column that is added to the others in a round."""
    return (
        ((number or 0) * column.each, column)
        for number, column in zip(row, columns, strict=True)
        if not (column.times or column.at_end)
    )


def factors(side: int, rows: Sequence[Sequence[int]], columns: Sequence[ScoreColumn]) -> list[int]:
    pairs = [(number, column) for number, column in zip(rows[side], columns, strict=True) if column.times]
    return [
        column.each if column.is_ticked else number
        for number, column in pairs
        # Without its tick a column multiplies by nothing.
        if not column.is_ticked or (number and not (column.unless_fewest and is_spared(side, rows, columns)))
    ]


def is_spared(side: int, rows: Sequence[Sequence[int]], columns: Sequence[ScoreColumn]) -> bool:
    """Return whether a side has the fewest points alone, or none to multiply."""
    own, *others = (added(row, columns) for row in (rows[side], *rows[:side], *rows[side + 1 :]))
    return own <= 0 or own < min(others, default=own + 1)


def points_before(at: int, row: Numbers, columns: Sequence[ScoreColumn]) -> int:
    return added(row[:at], columns[:at])


def has_needed(at: int, row: Numbers, columns: Sequence[ScoreColumn]) -> bool:
    """Return whether the columns before one have what it needs, if it needs anything."""
    column = columns[at]
    if column.bonus:
        return points_before(at, row, columns) >= column.needs
    return not column.needs or (row[at - 1] or 0) >= column.needs


def with_bonuses(row: Sequence[int], columns: Sequence[ScoreColumn]) -> tuple[int, ...]:
    """Return a row with the bonuses that follow from it."""
    whole: list[int] = []
    for at, column in enumerate(columns):
        whole.append(int(has_needed(at, whole, columns)) if column.bonus else row[at])
    return tuple(whole)


def sum_in_words(terms: Sequence[tuple[int, ScoreColumn]]) -> str:
    """Return “red threes 4 × 100 − cards left 15” or “chance struck”."""
    (points, column), *others = terms
    rest = "".join(f" {'−' if more < 0 else '+'} {_term(abs(more), what)}" for more, what in others)
    return f"{_term(points, column)}{rest}"


def _term(points: int, column: ScoreColumn) -> str:
    """Return “cards 385”, “red threes 4 × 100” or “went out 100”: a name of any number, in any language."""
    name = column.in_a_reason
    if column.box and not points:
        return f"{name} struck"
    if column.is_ticked or abs(column.each) == 1:
        return f"{name} {minus(points)}"
    return f"{name} {minus(points // abs(column.each))} × {abs(column.each)}"
