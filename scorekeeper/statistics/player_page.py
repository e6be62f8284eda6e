"""The statistics page of a player."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.core.definition import Game
from scorekeeper.clubs.models import Player
from scorekeeper.statistics import figures, head_to_head, ratings, records
from scorekeeper.statistics.charts import LineChart, Series
from scorekeeper.statistics.figures import Figure, PlayerStatistic
from scorekeeper.statistics.head_to_head import Opponent, Partnership
from scorekeeper.statistics.models import Rating
from scorekeeper.statistics.records import HeldRecord
from scorekeeper.statistics.selection import ChosenSelection


class SplitTable(NamedTuple):
    """Statistics with the same parts as one table: a row for each part, a column for each statistic."""

    title: str
    heading: str
    statistics: list[PlayerStatistic]
    rows: list[tuple[str, int, list[Figure | None]]]


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
    def form(self) -> list[Rating]:
        return ratings.form(self.player, self.chosen.selection.game)

    @cached_property
    def opponents(self) -> list[Opponent]:
        return head_to_head.opponents(self.chosen.selection, self.player)

    @cached_property
    def partners(self) -> list[Partnership]:
        return head_to_head.partners(self.chosen.selection, self.player)

    @cached_property
    def bests(self) -> list[tuple[str, HeldRecord]]:
        record_kinds = self.chosen.selection.record_kinds if self.chosen.game else ()
        found = [(kind, records.records(self.chosen.selection, kind, self.player, most=1)) for kind in record_kinds]
        return [(kind.title, held[0]) for kind, held in found if held]

    @cached_property
    def rating(self) -> LineChart | None:
        """The rating of the player in the selected game over time; None with fewer than two ratings."""
        game = self.chosen.game
        steps = ratings.rating_history(self.player.club, game.key, self.player) if game else []
        if game is None or len(steps) < 2:
            return None
        line = Series(self.player.name, [step.points for step in steps], self.player.mark)
        title = f"Rating in {game.name}"
        return LineChart(title, [str(step.nth) for step in steps], [line], across_name="Match", from_zero=False)


def _split(title: str, group: list[PlayerStatistic]) -> SplitTable:
    labels = dict.fromkeys(part.label for one in group for part in one.parts)
    figures = [{part.label: part for part in one.parts} for one in group]
    rows = []
    for label in labels:
        cells = [parts.get(label) for parts in figures]
        rows.append((label, max(cell.sample for cell in cells if cell), cells))
    return SplitTable(title, group[0].statistic.heading, group, rows)
