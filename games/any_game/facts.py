"""The facts of a round of any game: points, in one column or several; or who won it."""

from collections.abc import Sequence
from typing import Annotated, Self

from msgspec import UNSET, Meta, UnsetType, structs

from games.any_game import boxes
from games.any_game.columns import has_needed, points_before, with_bonuses, worth
from games.core import facts
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible, MissingFact
from games.core.schema import not_found_error
from games.core.score_columns import ScoreColumn, read_columns
from games.core.seats import BySide, SideNumber
from games.core.text import listed, minus, plural

MAX_POINTS = 99_999
MAX_FACTOR = 10


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points by side, or with `columns` the number in each column by side: 1 if it is ticked.

    On a sheet that is filled box by box, None in each column that the round leaves as it was.
    `factor`: how often the round counts. `won`: the sides that won it, where the table names them: all of them won
    together against the game, or nobody did.
    """

    points: BySide[int] | UnsetType = UNSET
    columns: BySide[tuple[int | None, ...]] | UnsetType = UNSET
    factor: Annotated[int, Meta(ge=2, le=MAX_FACTOR)] | UnsetType = UNSET
    won: tuple[SideNumber, ...] | UnsetType = UNSET

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers entered, by side; 0 where nothing was."""
        whole = (tuple(number or 0 for number in row) for row in self.columns or ())
        return tuple((points,) for points in self.points or ()) or tuple(whole)

    def check(self, state: MatchState) -> None:
        if not state.game.has_points:
            self._check_won(state)
            return
        columns, by_box = read_columns(state.rules.columns), bool(boxes.columns_by_box(state.rules))
        self._check_shape(state, columns)
        for side in range(len(self.rows)):
            self._check_row(side, state, columns, by_box=by_box)
            if not by_box:
                self._check_needs(side, state, columns)
        if by_box:
            boxes.check(self.columns or (), state, columns)
        self._check_ones(state, columns)
        if self.factor is not UNSET and (by_box or state.rules.doubled == "never"):
            raise Impossible("no round counts more than once at this table", "factor")
        if not by_box:
            self._check_sum(state, columns)

    def _check_won(self, state: MatchState) -> None:
        if self.won is UNSET or (self.points, self.columns, self.factor) != (UNSET,) * 3:
            raise MissingFact("enter who won, without any points", "won")
        if not {*self.won} <= {*range(len(state.totals))}:
            raise Impossible(f"who won: {not_found_error('side', state.side_names)}", "won")
        if len({*self.won}) < len(self.won):
            raise Impossible("a side wins once", "won")

    def _check_shape(self, state: MatchState, columns: Sequence[ScoreColumn]) -> None:
        sides, field = len(state.totals), "columns" if columns else "points"
        if self.won is not UNSET:
            raise Impossible("at this table the points say who wins", "won")
        if (self.points is UNSET) == (self.columns is UNSET) or getattr(self, field) is UNSET:
            parts = f"by its columns: {listed([column.name for column in columns])}" if columns else "as one number"
            raise MissingFact(f"enter what everybody scored, {parts}", field)
        if len(self.rows) != sides:
            raise MissingFact(f"enter the points of {plural(sides, 'side')}, not of {len(self.rows)}", field)
        for side, row in enumerate(self.rows):
            if len(row) != max(len(columns), 1):
                numbers = plural(len(columns), "number")
                raise MissingFact(f"{state.side_names[side]}: enter {numbers}", f"{field}[{side}]")

    def _check_row(self, side: int, state: MatchState, columns: Sequence[ScoreColumn], *, by_box: bool) -> None:
        for at, number in enumerate(self.rows[side]):
            if self.columns and self.columns[side][at] is None and not by_box:
                raise MissingFact(f"{state.side_names[side]}: enter “{columns[at].name}”", f"columns[{side}][{at}]")
            error = _number_error(number, columns[at] if columns else None)
            if error:
                place = f"columns[{side}][{at}]" if columns else f"points[{side}]"
                raise Impossible(f"{state.side_names[side]}: {error}", place)

    def _check_needs(self, side: int, state: MatchState, columns: Sequence[ScoreColumn]) -> None:
        row, name = self.rows[side], state.side_names[side]
        for at, column in enumerate(columns):
            reached, ticked, what = has_needed(at, row, columns), bool(row[at]), f"{name}: “{column.name}”"
            if column.bonus and ticked != reached:
                found = minus(points_before(at, row, columns))
                error = f"{what} follows from {found} before it: enter {int(reached)}"
            elif ticked and not reached:
                before = columns[at - 1]
                number, found = f" at least {column.needs} in", f", not {minus(row[at - 1])}"
                needed = f" “{before.name}”" if before.is_ticked else f"{number} “{before.name}”{found}"
                error = f"{what} needs{needed}"
            else:
                continue
            raise Impossible(error, f"columns[{side}][{at}]")

    def _check_ones(self, state: MatchState, columns: Sequence[ScoreColumn]) -> None:
        for at, column in enumerate(columns):
            having = [name for name, row in zip(state.side_names, self.rows, strict=True) if row[at]]
            if column.one and len(having) > 1:
                raise Impossible(f"only one side can have “{column.name}”, not {listed(having)}", "columns")

    def _check_sum(self, state: MatchState, columns: Sequence[ScoreColumn]) -> None:
        expected, total = state.rules.sum, sum(worth(side, self.rows, columns) for side in range(len(self.rows)))
        if expected is not None and total != expected:
            difference = f"{minus(total - expected)} too many" if total > expected else f"{expected - total} missing"
            raise Impossible(f"the points add up to {minus(total)} instead of {expected}: {difference}", "points")

    def without_unasked(self, state: MatchState) -> Self:
        facts, columns = self, read_columns(state.rules.columns)
        if boxes.columns_by_box(state.rules):
            return structs.replace(facts, factor=UNSET)
        # Rows of another length are refused by `check`.
        if self.columns and all(len(row) == len(columns) for row in self.columns):
            facts = structs.replace(facts, columns=tuple(with_bonuses(row, columns) for row in self.rows))
        return structs.replace(facts, factor=UNSET) if state.rules.doubled == "never" else facts

    def heading(self, deal: Deal, state: MatchState) -> str:
        return "" if self.factor is UNSET else f"×{self.factor}"

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        columns = boxes.columns_by_box(state.rules)
        return boxes.notes(self.columns or (), columns) if columns else super().notes(deal, state)


def _number_error(number: int, column: ScoreColumn | None) -> str:
    if abs(number) > MAX_POINTS:
        return f"at most {MAX_POINTS:,} points"
    if column and column.is_ticked and number not in (0, 1):
        return f"“{column.name}” is ticked or not: enter 1 or 0"
    if column and column.most and number > column.most:
        return f"“{column.name}” has at most {minus(column.most)}, not {minus(number)}"
    if column and number < 0 and not column.below_zero:
        why = "multiplies the others" if column.times else "is a box" if column.box else "is taken away already"
        return f"“{column.name}” {why}: enter {-number}, without a minus"
    return ""
