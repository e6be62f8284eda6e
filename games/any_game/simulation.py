"""Made-up points for a round of any game, or who won it."""

from collections.abc import Sequence
from math import prod
from random import Random

from msgspec import UNSET

from games.any_game import boxes
from games.any_game.columns import Numbers, factors, has_needed, with_bonuses, worth
from games.any_game.facts import MAX_POINTS, Facts
from games.core.definition import MatchState
from games.core.score_columns import ScoreColumn, read_columns
from games.core.simulation import happens, strengths

# Rounds that are made up until one has the sum that the table asks for.
SUM_TRIES = 100

Rows = list[tuple[int, ...]]


def simulate(rng: Random, state: MatchState) -> Facts:
    """Return made-up facts. They are refused only if hardly any round of the sheet has the sum of the table."""
    strong, columns, expected = strengths(rng, state), read_columns(state.rules.columns), state.rules.sum
    if not state.game.has_points:
        best = max(range(len(state.teams)), key=lambda side: strong[state.teams[side][0]])
        together = () if happens(rng, 0.5) else tuple(range(len(state.teams)))
        return Facts(won=together if happens(rng, 0.3) else (best,))
    if boxes.columns_by_box(state.rules):
        return Facts(columns=tuple(_filled(rng, sheet, columns) for sheet in boxes.sheets(state, columns)))
    points = [5 * round(4 * strong[seats[0]]) for seats in state.teams]
    factor = 2 if state.rules.doubled != "never" and happens(rng, 0.2) else UNSET
    if not columns:
        if expected is not None:
            points[-1] = expected - sum(points[:-1])
        return Facts(points=tuple(points), factor=factor)
    rows = _rows(rng, points, columns)
    if expected is not None:
        tries = (_with_sum(rng, expected, _rows(rng, points, columns), columns) for _ in range(SUM_TRIES))
        rows = next((found for found in tries if found), rows)
    return Facts(columns=tuple(rows), factor=factor)


def _rows(rng: Random, points: Sequence[int], columns: Sequence[ScoreColumn]) -> Rows:
    rows = [[_number(rng, column, strength) for column in columns] for strength in points]
    for at, column in enumerate(columns):
        if column.one:
            having = rng.randrange(len(rows))
            for side, row in enumerate(rows):
                row[at] = row[at] if side == having else 0
    return [_possible(row, columns) for row in rows]


def _with_sum(rng: Random, expected: int, rows: Rows, columns: Sequence[ScoreColumn]) -> Rows | None:
    """Return the rows with numbers changed so that all points make the sum; None if these rows lead to none."""
    numbers = [
        at
        for at, column in enumerate(columns)
        if not (column.is_ticked or column.times or column.is_marker or column.at_end)
    ]
    places = [(side, at) for side in range(len(rows)) for at in numbers]
    for side, at in rng.sample(places, len(places)):
        missing = expected - _total(rows, columns)
        step = columns[at].each * prod(factors(side, rows, columns))
        number = rows[side][at] + (missing // step if step else 0)
        if abs(number) <= MAX_POINTS and (number >= 0 or columns[at].below_zero):
            # What a tick or a bonus needs may be reached or missed now: the next number makes up for it.
            row = _possible([*rows[side][:at], number, *rows[side][at + 1 :]], columns)
            rows = [*rows[:side], row, *rows[side + 1 :]]
    return rows if _total(rows, columns) == expected else None


def _total(rows: Rows, columns: Sequence[ScoreColumn]) -> int:
    return sum(worth(side, rows, columns) for side in range(len(rows)))


def _possible(row: list[int], columns: Sequence[ScoreColumn]) -> tuple[int, ...]:
    for at in range(len(row)):
        row[at] = row[at] if has_needed(at, row, columns) else 0
    return with_bonuses(row, columns)


def _filled(rng: Random, sheet: Numbers, columns: Sequence[ScoreColumn]) -> tuple[int | None, ...]:
    """Return a round of a side that fills one of its open boxes."""
    row: list[int | None] = [None] * len(columns)
    at = rng.choice([at for at, column in enumerate(columns) if column.box and sheet[at] is None])
    most = 1 if columns[at].tick else columns[at].most or 30
    row[at] = rng.randint(most // 2, most) if happens(rng, 0.8) else 0
    for at, column in enumerate(columns):
        if not (column.box or column.bonus or column.one) and has_needed(at, sheet, columns):
            row[at] = 1 if happens(rng, 0.2) else None
    return tuple(row)


def _number(rng: Random, column: ScoreColumn, points: int) -> int:
    if column.is_ticked:
        return int(happens(rng, 0.4))
    if column.times:
        return rng.randint(1, 3)
    return rng.randint(0, max(points // 3, 3)) if column.each == 1 else rng.randint(0, 4)
