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
# The parts of the page. Only a chosen game has ratings and records.
PARTS = {"": "Standings", "ratings": "Ratings", "records": "Records", "pairs": "Pairs"}
PARTS_OF_A_GAME = ("ratings", "records")
MAX_PLAYERS = 100
# Players in the matrix, and pairs in the list of partners.
MAX_IN_MATRIX = 12
# Players and game nights in the chart of ratings.
MAX_RATED_PLAYERS, MAX_NIGHTS = 6, 40


@dataclass
class Leaderboard:
    chosen: ChosenSelection
    order: str = "wins"
    part: str = ""

    def __post_init__(self) -> None:
        self.order = self.order if self.order in ORDERS else "wins"
        self.part = self.part if self.part in self._part_labels else ""

    @property
    def _part_labels(self) -> dict[str, str]:
        return {part: label for part, label in PARTS.items() if self.chosen.game or part not in PARTS_OF_A_GAME}

    @property
    def parts(self) -> list[SelectionOption]:
        return options(self._part_labels, selected=self.part)

    @property
    def orders(self) -> list[SelectionOption]:
        return options(ORDERS, selected=self.order)

    # Read by each part of the page: 34 queries without the cache, 4 with it.
    @cached_property
    def standings(self) -> list[LeaderboardRow]:
        return standings.leaderboard(self.chosen.selection, self.order, MAX_PLAYERS)

    @property
    def is_cut(self) -> bool:
        return len(self.standings) == MAX_PLAYERS

    @property
    def podium(self) -> list[LeaderboardRow]:
        """The first three; empty if there are only two."""
        return self.standings[:3] if len(self.standings) > 2 else []

    @property
    def bars(self) -> list[tuple[LeaderboardRow, int, int]]:
        """Each other row with the lengths of its bars, matches played and won, in percent of the most matches."""
        most = max((row.won.n for row in self.standings), default=0) or 1
        others = self.standings[len(self.podium) :]
        return [(row, 100 * row.won.n // most, 100 * row.won.total // most) for row in others]

    @cached_property
    def ratings(self) -> list[RankedRating]:
        return ratings.ratings(self.chosen.selection, MAX_PLAYERS) if self.chosen.game else []

    @cached_property
    def rating_chart(self) -> LineChart | None:
        game, best = self.chosen.game, self.ratings[:MAX_RATED_PLAYERS]
        if game is None or not best:
            return None
        histories = [ratings.thin_history(ranked.history) for ranked in best]
        nights = thin_out(sorted({rating.night for history in histories for rating in history}), MAX_NIGHTS)
        if len(nights) < 2:
            return None  # a single night makes no line
        series = [
            Series(ranked.player.name, [_points_after(night, history) for night in nights], ranked.player.mark)
            for ranked, history in zip(best, histories, strict=True)
        ]
        across = [f"{night:%-d %b %y}" for night in nights]
        return LineChart(f"Ratings in {game.name}", across, series, x_name="Night", from_zero=False)

    @cached_property
    def records(self) -> list[tuple[RecordKind, list[HeldRecord]]]:
        selection = self.chosen.selection
        return records.records(selection, selection.record_kinds) if self.chosen.game else []

    @cached_property
    def matrix(self) -> Matrix:
        return head_to_head.matrix(self.chosen.selection, MAX_IN_MATRIX)

    @cached_property
    def partnerships(self) -> list[Partnership]:
        return head_to_head.partnerships(self.chosen.selection, MAX_IN_MATRIX)


def _points_after(night: date, history: list[Rating]) -> float | None:
    """Return the points of a player after a game night; None before their first match."""
    return next((rating.points for rating in reversed(history) if rating.night <= night), None)
