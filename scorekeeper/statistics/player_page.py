"""The statistics page of a player."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from games.core.definition import Game
from games.core.registry import find
from scorekeeper.charts import BarChart, LineChart, Series
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Seat
from scorekeeper.statistics import figures, head_to_head, ratings, records
from scorekeeper.statistics.figures import Figure, GameFigures, PlayerStatistic
from scorekeeper.statistics.head_to_head import Opponent, Partnership
from scorekeeper.statistics.records import HeldRecord
from scorekeeper.statistics.selection import ChosenSelection, Period, Selection, SelectionOption, options

PARTS = {"": "Overview", "figures": "Figures", "pairs": "Pairs"}
# A game of fewer matches is not the best one of a player.
MIN_MATCHES_OF_BEST_GAME = 3
# Matches over which the change of a rating is shown.
MATCHES_OF_CHANGE = 5
MATCHES_OF_FORM = 10
MAX_BARS = 14


class SplitTable(NamedTuple):
    """Statistics with the same parts: a row for each part (label, sample, figures), a column for each statistic."""

    title: str
    heading: str
    statistics: list[PlayerStatistic]
    rows: list[tuple[str, int, list[Figure | None]]]

    @property
    def has_samples(self) -> bool:
        """Whether the number of cases is worth a column: a sum is that number already."""
        return any(of_player.statistic.shown != "sum" for of_player in self.statistics)

    @classmethod
    def of(cls, title: str, group: list[PlayerStatistic]) -> "SplitTable":
        labels = dict.fromkeys(part.label for statistic in group for part in statistic.parts)
        columns = [{part.label: part for part in statistic.parts} for statistic in group]
        rows = []
        for label in labels:
            cells = [column.get(label) for column in columns]
            rows.append((label, max(cell.sample for cell in cells if cell), cells))
        return cls(title, group[0].statistic.heading, group, rows)


class CurrentRating(NamedTuple):
    """`name`: of the game and its scale. `change`: over the last `matches`, or over all of them since the first."""

    name: str
    points: int
    change: int
    matches: int


@dataclass
class PlayerPage:
    player: Player
    chosen: ChosenSelection
    part: str = ""

    def __post_init__(self) -> None:
        self.part = self.part if self.part in PARTS else ""

    @property
    def parts(self) -> list[SelectionOption]:
        return options(PARTS, selected=self.part)

    @cached_property
    def statistics(self) -> list[PlayerStatistic]:
        return figures.player_statistics(self.chosen.selection, self.player)

    @property
    def unsplit_statistics(self) -> list[PlayerStatistic]:
        return [statistic for statistic in self.statistics if not statistic.parts]

    @property
    def split_tables(self) -> list[SplitTable]:
        groups: dict[str, list[PlayerStatistic]] = {}
        for of_player in self.statistics:
            if of_player.parts:
                groups.setdefault(of_player.statistic.group or of_player.statistic.title, []).append(of_player)
        return [SplitTable.of(title, group) for title, group in groups.items()]

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures by the key of their statistic, such as `won`."""
        return {of_player.statistic.key: of_player.figure for of_player in self.statistics}

    # Read several times: without these caches the page takes 1 to 5 ms of 9 more each, and has up to two more queries.
    @cached_property
    def by_game(self) -> list[GameFigures]:
        return figures.figures_by_game(self.chosen.selection, self.player)

    @property
    def best_game(self) -> str:
        """The name of the game with the best share of wins; "" without enough matches of any."""
        shares = [
            (won.value or 0, won.n, of_game.game.name)
            for of_game in self.by_game
            if (won := of_game.figures["won"]).n >= MIN_MATCHES_OF_BEST_GAME
        ]
        return max(shares)[2] if shares else ""

    @property
    def main_selection(self) -> Selection:
        """The selection, narrowed to the game and scale of most of their finished matches."""
        if self.chosen.game or not self.by_game:
            return self.chosen.selection
        return max(self.by_game, key=lambda of_game: of_game.figures["won"].n).selection

    @property
    def main_game(self) -> Game | None:
        """The chosen game, else the game of most of their finished matches."""
        return find(self.main_selection.game) if self.main_selection.game else None

    @property
    def main_name(self) -> str:
        """The name of the main game, with its scale if the club has played on several and none is chosen."""
        rows = [] if self.chosen.game else self.by_game
        scales = [row.scale for row in rows if row.selection == self.main_selection]
        return ", ".join(filter(None, [self.main_game.name if self.main_game else "", *scales]))

    @cached_property
    def form(self) -> list[Seat]:
        """The seats in their last finished matches, the latest first, in whatever period."""

        def last_seats(part: Selection) -> list[int]:
            seats = Seat.objects.filter(
                player=self.player, left=False, match__finished=True, **part.match_lookups("match__")
            )
            latest = seats.order_by("-match__started", "-match").values_list("pk", flat=True)
            return list(latest[:MATCHES_OF_FORM])

        of_game = replace(self.chosen.selection, period=Period(), seats=0)
        *before, last = of_game.cached_by_part(f"form-{self.player.pk}", last_seats)
        latest = [*last, *chain.from_iterable(before)][:MATCHES_OF_FORM]
        seats = Seat.objects.select_related("match").in_bulk(latest)
        return [seats[pk] for pk in latest if pk in seats]

    @cached_property
    def opponents(self) -> list[Opponent]:
        return head_to_head.opponents(self.chosen.selection, self.player)

    @cached_property
    def partners(self) -> list[Partnership]:
        return head_to_head.partners(self.chosen.selection, self.player)

    @cached_property
    def records(self) -> list[tuple[str, HeldRecord]]:
        """The title and value of each of the player's own records in the chosen game."""
        if not self.chosen.game:
            return []
        selection = self.chosen.selection
        held = records.records(selection, selection.record_kinds, self.player, most=1)
        return [(kind.title, holders[0]) for kind, holders in held]

    @cached_property
    def rating_history(self) -> ratings.History:
        if self.main_game is None:
            return ratings.History()
        return ratings.rate_matches(self.main_selection).get(self.player.pk, ratings.History())

    @property
    def current_rating(self) -> CurrentRating | None:
        if not self.rating_history:
            return None
        points = [ratings.NEW_PLAYER_POINTS, *self.rating_history.points]
        matches = min(MATCHES_OF_CHANGE, len(self.rating_history))
        return CurrentRating(self.main_name, points[-1], points[-1] - points[-1 - matches], matches)

    @cached_property
    def rating_chart(self) -> LineChart | None:
        """The rating in their main game over time; None with fewer than two ratings."""
        history = ratings.thin_history(self.rating_history)
        if len(history) < 2:
            return None
        line = Series(self.player.name, [rating.points for rating in history], self.player.mark)
        title = f"Rating in {self.main_name}"
        return LineChart(title, [str(rating.nth) for rating in history], [line], x_name="Match", from_zero=False)

    @cached_property
    def bid_chart(self) -> BarChart | None:
        """How many bids they made in their main game, by level if the game counts levels; None without bids."""
        if self.main_game is None:
            return None
        if self.chosen.game:
            statistics = self.statistics
        else:
            of_game = self.main_selection
            made = [statistic for statistic in of_game.statistics if statistic.by and statistic.value == "made"]
            statistics = figures.player_statistics(of_game, self.player, made)
        split = [
            of_player for of_player in statistics if len(of_player.parts) > 1 and of_player.statistic.value == "made"
        ]
        if not split:
            return None
        shown = min(split, key=lambda of_player: of_player.statistic.by != "level")
        bars = [(part.label, part.total, part.n) for part in shown.parts[:MAX_BARS]]
        statistic = shown.statistic
        note = f"{self.main_name}: {statistic.title.lower()}, of all"
        return BarChart(statistic.group or statistic.title, note, statistic.heading, bars)
