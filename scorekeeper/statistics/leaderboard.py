"""The leaderboard page: standings, ratings, records and head to head."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from games.core.statistics import RecordKind
from scorekeeper.statistics import figures, head_to_head, ratings, records
from scorekeeper.statistics.charts import LineChart, Series
from scorekeeper.statistics.figures import LeaderboardRow
from scorekeeper.statistics.head_to_head import Matrix, Partnership
from scorekeeper.statistics.models import Rating
from scorekeeper.statistics.ratings import RankedRating
from scorekeeper.statistics.records import HeldRecord
from scorekeeper.statistics.selection import ChosenSelection, SelectionOption, options

ORDERS = {"wins": "most wins", "share": "best share", "place": "best average place"}
DRAWN, NIGHTS, CROWD, HOLDERS, ROWS = 6, 40, 12, 3, 100
"""Limits: lines in the chart, nights in the chart, players in the matrix, holders of each record, players in all."""


@dataclass
class Leaderboard:
    chosen: ChosenSelection
    order: str = "wins"

    def __post_init__(self) -> None:
        self.order = self.order if self.order in ORDERS else "wins"

    @property
    def orders(self) -> list[SelectionOption]:
        return options(ORDERS, self.order)

    @cached_property
    def standings(self) -> list[LeaderboardRow]:
        return figures.leaderboard(self.chosen.selection, self.order, ROWS)

    @property
    def is_cut(self) -> bool:
        return len(self.standings) == ROWS

    @property
    def bars(self) -> list[tuple[LeaderboardRow, int, int]]:
        """Each line with the matches played and won, in percent of the most that anybody played."""
        most = max((line.won.n for line in self.standings), default=0) or 1
        return [(line, 100 * line.won.n // most, 100 * line.won.total // most) for line in self.standings]

    @cached_property
    def ratings(self) -> list[RankedRating]:
        return ratings.ratings(self.chosen.selection, ROWS) if self.chosen.game else []

    @cached_property
    def rating_chart(self) -> LineChart | None:
        game, best = self.chosen.game, self.ratings[:DRAWN]
        if game is None or not best:
            return None
        lines = [ratings.rating_history(self.chosen.selection.club, game.key, rated.player) for rated in best]
        days = _thin_out(sorted({one.night_date for line in lines for one in line}))
        if len(days) < 2:
            return None  # points and no lines
        series = [
            Series(rated.player.name, [_standing_at(day, line) for day in days], rated.player.mark)
            for rated, line in zip(best, lines, strict=True)
        ]
        across = [f"{day:%-d %b %y}" for day in days]
        return LineChart(f"Ratings in {game.name}", across, series, across_name="Game night", from_zero=False)

    @cached_property
    def records(self) -> list[tuple[RecordKind, list[HeldRecord]]]:
        selection = self.chosen.selection
        record_kinds = selection.record_kinds if self.chosen.game else ()
        held = [(kind, records.records(selection, kind, most=HOLDERS)) for kind in record_kinds]
        return [(kind, best) for kind, best in held if best]

    @cached_property
    def matrix(self) -> Matrix | None:
        return head_to_head.matrix(self.chosen.selection, CROWD)

    @cached_property
    def partnerships(self) -> list[Partnership]:
        return head_to_head.partnerships(self.chosen.selection, CROWD)


def _thin_out(days: list[date]) -> list[date]:
    return [days[len(days) * (step + 1) // NIGHTS - 1] for step in range(NIGHTS)] if len(days) > NIGHTS else days


def _standing_at(day: date, line: list[Rating]) -> float | None:
    """Return the rating of a player at the end of a day; None before their first match."""
    return next((one.points for one in reversed(line) if one.night_date <= day), None)
