"""The facts of a round of any game: points, in one column or several."""

from msgspec import UNSET, UnsetType

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import Impossible, MissingFact
from games.core.house_rules import HouseRules
from games.core.text import minus, plural

MAX_POINTS = 99_999


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points by side, or with `columns` the number in each column by side."""

    points: tuple[int, ...] | UnsetType = UNSET
    columns: tuple[tuple[int, ...], ...] | UnsetType = UNSET

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers entered, by side."""
        return tuple((points,) for points in self.points or ()) or self.columns or ()

    def check(self, state: MatchState) -> None:
        sides, titles = len(state.totals), column_titles(state.rules)
        field = "columns" if titles else "points"
        if (self.points is UNSET) == (self.columns is UNSET) or getattr(self, field) is UNSET:
            parts = f"by its columns: {', '.join(titles)}" if titles else "as one number"
            raise MissingFact(f"enter what everybody scored, {parts}", field)
        if len(self.rows) != sides:
            raise MissingFact(f"enter the points of {plural(sides, 'side')}, not of {len(self.rows)}", field)
        for side, row in enumerate(self.rows):
            if len(row) != max(len(titles), 1):
                raise MissingFact(
                    f"{state.side_names[side]}: enter {plural(len(titles), 'number')}", f"{field}[{side}]"
                )
            if max(map(abs, row)) > MAX_POINTS:
                raise Impossible(f"{state.side_names[side]}: at most {MAX_POINTS:,} points", f"{field}[{side}]")
        self._check_sum(state)

    def _check_sum(self, state: MatchState) -> None:
        expected, total = state.rules.sum, sum(worth(row, state.rules) for row in self.rows)
        if expected is not None and total != expected:
            difference = f"{minus(total - expected)} too many" if total > expected else f"{expected - total} missing"
            raise Impossible(f"the points add up to {minus(total)} instead of {expected}: {difference}", "points")


def column_titles(rules: HouseRules) -> list[str]:
    """Return the titles of the columns; none for a single number."""
    return [title for part in rules.columns.split(",") if (title := part.strip())]


def worth(row: tuple[int, ...], rules: HouseRules) -> int:
    """Return the points of a side: the sum of its numbers; by house rule the last number multiplies the others."""
    *others, last = row
    return sum(others) * last if others and rules.last_column == "multiplies" else sum(row)
