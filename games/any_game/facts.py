"""The facts of a round of any game: what everybody scored, in one column or in several."""

from msgspec import UNSET, UnsetType

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.text import minus, plural

MAX_POINTS = 99_999


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points by side; where they are counted in `columns`, what stands in each of them."""

    points: tuple[int, ...] | UnsetType = UNSET
    columns: tuple[tuple[int, ...], ...] | UnsetType = UNSET

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """What was entered, by side."""
        return tuple((points,) for points in self.points or ()) or self.columns or ()

    def check(self, state: MatchState) -> None:
        sides, titles = len(state.totals), column_titles(state.rules)
        field = "columns" if titles else "points"
        if (self.points is UNSET) == (self.columns is UNSET) or getattr(self, field) is UNSET:
            raise Impossible(f"enter what everybody scored, in “{field}”", field)
        if len(self.rows) != sides:
            raise Impossible(f"enter the points of {plural(sides, 'side')}, not of {len(self.rows)}", field)
        for side, row in enumerate(self.rows):
            if len(row) != max(len(titles), 1):
                raise Impossible(f"{state.side_names[side]}: enter {plural(len(titles), 'number')}", f"{field}[{side}]")
            if max(map(abs, row)) > MAX_POINTS:
                raise Impossible(f"{state.side_names[side]}: at most {MAX_POINTS:,} points", f"{field}[{side}]")
        self._check_sum(state)

    def _check_sum(self, state: MatchState) -> None:
        wanted, found = state.rules.sum, sum(worth(row, state.rules) for row in self.rows)
        if wanted is not None and found != wanted:
            way = f"{minus(found - wanted)} too many" if found > wanted else f"{wanted - found} missing"
            raise Impossible(f"the points add up to {minus(found)} instead of {wanted}: {way}", "points")


def column_titles(rules: HouseRules) -> list[str]:
    """Return the columns in which points are counted; none where there is just one number."""
    return [title for one in rules.columns.split(",") if (title := one.strip())]


def worth(row: tuple[int, ...], rules: HouseRules) -> int:
    """Add up what was entered for a side; by house rule the last number multiplies the others."""
    *others, last = row
    return sum(others) * last if others and rules.last_column == "multiplies" else sum(row)
