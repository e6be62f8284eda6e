"""Made-up points for a round of any game."""

from collections.abc import Sequence
from random import Random

from msgspec import UNSET

from games.any_game.facts import Facts, has_needed, with_bonuses
from games.core.definition import MatchState
from games.core.score_columns import ScoreColumn, read_columns
from games.core.simulation import happens, strengths


def simulate(rng: Random, state: MatchState) -> Facts:
    strong, columns = strengths(rng, state), read_columns(state.rules.columns)
    points = [5 * round(4 * strong[seats[0]]) for seats in state.teams]
    if state.rules.sum is not None:
        points[-1] = state.rules.sum - sum(points[:-1])
    factor = 2 if state.rules.doubled != "never" and happens(rng, 0.2) else UNSET
    if not columns:
        return Facts(points=tuple(points), factor=factor)
    if state.rules.sum is None:
        rows = [[_number(rng, column, strength) for column in columns] for strength in points]
        for at, column in enumerate(columns):
            if column.one:
                having = rng.randrange(len(rows))
                for side, row in enumerate(rows):
                    row[at] = row[at] if side == having else 0
        return Facts(columns=tuple(_possible(row, columns) for row in rows), factor=factor)
    # A column of plain points has the whole sum; without one a round has the sum only by chance.
    plain = next(
        (at for at, column in enumerate(columns) if column.each == 1 and not (column.times or column.is_ticked)), None
    )
    return Facts(
        columns=tuple(
            tuple(
                number if at == plain else int(column.times and not column.is_ticked)
                for at, column in enumerate(columns)
            )
            for number in points
        ),
        factor=factor,
    )


def _possible(row: list[int], columns: Sequence[ScoreColumn]) -> tuple[int, ...]:
    for at in range(len(row)):
        row[at] = row[at] if has_needed(at, row, columns) else 0
    return with_bonuses(row, columns)


def _number(rng: Random, column: ScoreColumn, points: int) -> int:
    if column.is_ticked:
        return int(happens(rng, 0.4))
    if column.times:
        return rng.randint(1, 3)
    return rng.randint(0, max(points // 3, 3)) if column.each == 1 else rng.randint(0, 4)
