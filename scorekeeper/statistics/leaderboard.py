"""The leaderboard page: standings, ratings, records and head to head."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from games.core.statistics import RecordKind
from scorekeeper.charts import LineChart, Series, thin_out
from scorekeeper.statistics import head_to_head, ratings, records, standings
from scorekeeper.statistics.head_to_head import Matrix, Partnership
from scorekeeper.statistics.ratings import RankedRating, Rating
from scorekeeper.statistics.records import HeldRecord
from scorekeeper.statistics.selection import ChosenSelection, SelectionOption, options
from scorekeeper.statistics.standings import LeaderboardRow

ORDERS = {"wins": "most wins", "share": "best share", "place": "best average place"}
MAX_PLAYERS = 100
# Players in the matrix, and pairs in the list of partners.
MAX_IN_MATRIX = 12
# Lines and game nights in the chart of ratings.
MAX_LINES, MAX_NIGHTS = 6, 40


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
        return standings.leaderboard(self.chosen.selection, self.order, MAX_PLAYERS)

    @property
    def is_cut(self) -> bool:
        return len(self.standings) == MAX_PLAYERS

    @property
    def bars(self) -> list[tuple[LeaderboardRow, int, int]]:
        """Each line with the matches played and won, in percent of the most that anybody played."""
        most = max((line.won.n for line in self.standings), default=0) or 1
        return [(line, 100 * line.won.n // most, 100 * line.won.total // most) for line in self.standings]

    @cached_property
    def ratings(self) -> list[RankedRating]:
        return ratings.ratings(self.chosen.selection, MAX_PLAYERS) if self.chosen.game else []

    @cached_property
    def rating_chart(self) -> LineChart | None:
        game, best = self.chosen.game, self.ratings[:MAX_LINES]
        if game is None or not best:
            return None
        lines = [ratings.thin_history(rated.history) for rated in best]
        days = thin_out(sorted({one.night for line in lines for one in line}), MAX_NIGHTS)
        if len(days) < 2:
            return None  # points and no lines
        series = [
            Series(rated.player.name, [_standing_at(day, line) for day in days], rated.player.mark)
            for rated, line in zip(best, lines, strict=True)
        ]
        across = [f"{day:%-d %b %y}" for day in days]
        return LineChart(f"Ratings in {game.name}", across, series, x_name="Night", from_zero=False)

    @cached_property
    def records(self) -> list[tuple[RecordKind, list[HeldRecord]]]:
        selection = self.chosen.selection
        return records.records(selection, selection.record_kinds) if self.chosen.game else []

    @cached_property
    def matrix(self) -> Matrix | None:
        return head_to_head.matrix(self.chosen.selection, MAX_IN_MATRIX)

    @cached_property
    def partnerships(self) -> list[Partnership]:
        return head_to_head.partnerships(self.chosen.selection, MAX_IN_MATRIX)


def _standing_at(day: date, line: list[Rating]) -> float | None:
    """Return the rating of a player at the end of a day; None before their first match."""
    return next((one.points for one in reversed(line) if one.night <= day), None)
