"""The statistics page of a player."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from games.core.definition import Game
from scorekeeper.charts import BarChart, LineChart, Series
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Seat
from scorekeeper.statistics import figures, head_to_head, ratings, records
from scorekeeper.statistics.figures import Figure, PlayerStatistic
from scorekeeper.statistics.head_to_head import Opponent, Partnership
from scorekeeper.statistics.ratings import Rating
from scorekeeper.statistics.records import HeldRecord
from scorekeeper.statistics.selection import ChosenSelection, Selection


class SplitTable(NamedTuple):
    """Statistics with the same parts as one table: a row for each part, a column for each statistic."""

    title: str
    heading: str
    statistics: list[PlayerStatistic]
    rows: list[tuple[str, int, list[Figure | None]]]


# Matches it takes for a game to be the best one of a player.
MIN_MATCHES_OF_BEST_GAME = 3
# Matches over which the change of a rating is told.
MATCHES_OF_CHANGE = 5
MATCHES_OF_FORM = 10
MAX_BARS = 14


class RatingNow(NamedTuple):
    """`change`: over the last matches."""

    game: Game
    points: int
    change: int


@dataclass
class PlayerPage:
    player: Player
    chosen: ChosenSelection

    @cached_property
    def statistics(self) -> list[PlayerStatistic]:
        return figures.player_statistics(self.chosen.selection, self.player)

    @property
    def whole(self) -> list[PlayerStatistic]:
        return [one for one in self.statistics if not one.parts]

    @property
    def splits(self) -> list[SplitTable]:
        groups: dict[str, list[PlayerStatistic]] = {}
        for one in self.statistics:
            if one.parts:
                groups.setdefault(one.statistic.group or one.statistic.title, []).append(one)
        return [_split(title, group) for title, group in groups.items()]

    @cached_property
    def by_game(self) -> list[tuple[Game, dict[str, Figure]]]:
        return figures.by_game(self.chosen.selection, self.player)

    @cached_property
    def form(self) -> list[Seat]:
        """Return how the last matches came out, the latest first, in whatever period."""
        of_game = Selection(self.player.club, game=self.chosen.selection.game)
        seats = Seat.objects.filter(player=self.player, match__finished=True, **of_game.matches("match__"))
        return list(seats.select_related("match").order_by("-match__started", "-match")[:MATCHES_OF_FORM])

    @cached_property
    def opponents(self) -> list[Opponent]:
        return head_to_head.opponents(self.chosen.selection, self.player)

    @cached_property
    def partners(self) -> list[Partnership]:
        return head_to_head.partners(self.chosen.selection, self.player)

    @cached_property
    def bests(self) -> list[tuple[str, HeldRecord]]:
        selection = self.chosen.selection
        found = records.records(selection, selection.record_kinds, self.player, most=1) if self.chosen.game else []
        return [(kind.title, held[0]) for kind, held in found]

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """What every game counts (won, place …), by key."""
        return {one.statistic.key: one.whole for one in self.statistics}

    @property
    def best_game(self) -> str:
        """The game with the best share of wins, of those played three times or more."""
        often = [
            (of["won"].value or 0, of["won"].n, game.name)
            for game, of in self.by_game
            if of["won"].n >= MIN_MATCHES_OF_BEST_GAME
        ]
        return max(often)[2] if often else ""

    @cached_property
    def main_game(self) -> Game | None:
        """The chosen game, else the one they played most."""
        played = [(of["won"].n, game) for game, of in self.by_game]
        return self.chosen.game or max(played, key=lambda one: one[0], default=(0, None))[1]

    @cached_property
    def rating_steps(self) -> list[Rating]:
        game = self.main_game
        if game is None:
            return []
        return ratings.thin_history(ratings.rate_matches(self.player.club, game.key).get(self.player.pk, []))

    @property
    def rating_now(self) -> RatingNow | None:
        if not self.rating_steps or self.main_game is None:
            return None
        *_, now = self.rating_steps
        before = self.rating_steps[-MATCHES_OF_CHANGE - 1 :][0]
        return RatingNow(self.main_game, now.points, now.points - before.points)

    @cached_property
    def rating_chart(self) -> LineChart | None:
        """The rating of the player in their main game over time; None with fewer than two ratings."""
        steps, game = self.rating_steps, self.main_game
        if game is None or len(steps) < 2:
            return None
        line = Series(self.player.name, [step.points for step in steps], self.player.mark)
        title = f"Rating in {game.name}"
        return LineChart(title, [str(step.nth) for step in steps], [line], x_name="Match", from_zero=False)

    @cached_property
    def bars(self) -> BarChart | None:
        """How their bids come out in their main game, by what was bid where the game tells; None without bids."""
        if self.main_game is None:
            return None
        of_game = replace(self.chosen.selection, game=self.main_game.key)
        made = [one for one in of_game.statistics if one.by and one.value == "made"]
        counted = self.statistics if self.chosen.game else figures.player_statistics(of_game, self.player, made)
        split = [one for one in counted if len(one.parts) > 1 and one.statistic.value == "made"]
        if not split:
            return None
        one = min(split, key=lambda one: one.statistic.by != "level")
        parts = [(part.label, part.total, part.n) for part in one.parts[:MAX_BARS]]
        what, name = one.statistic, self.main_game.name
        return BarChart(what.group or what.title, f"{name}: {what.title.lower()}, of all", what.heading, parts)


def _split(title: str, group: list[PlayerStatistic]) -> SplitTable:
    labels = dict.fromkeys(part.label for one in group for part in one.parts)
    figures = [{part.label: part for part in one.parts} for one in group]
    rows = []
    for label in labels:
        cells = [parts.get(label) for parts in figures]
        rows.append((label, max(cell.sample for cell in cells if cell), cells))
    return SplitTable(title, group[0].statistic.heading, group, rows)
