"""A player's page: what the books tell of somebody, laid out to be read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.nights import books
from scorekeeper.nights.charts import Lines, Series

if TYPE_CHECKING:
    from games.game import Game
    from scorekeeper.club.models import Player
    from scorekeeper.nights.books import Figure, Held, Meeting, Partnership, Told
    from scorekeeper.nights.chosen import Chosen
    from scorekeeper.nights.models import Rating


class Split(NamedTuple):
    """Statistics that are split alike, as one table: a row for each part, a column for each of them."""

    title: str
    heading: str
    statistics: list[Told]
    rows: list[tuple[str, int, list[Figure | None]]]


@dataclass
class Person:
    """A player and what was chosen to look at."""

    player: Player
    chosen: Chosen

    @cached_property
    def told(self) -> list[Told]:
        """Every statistic of the player there is."""
        return books.told(self.chosen.selection, self.player)

    @property
    def whole(self) -> list[Told]:
        """The statistics that are one figure."""
        return [one for one in self.told if not one.parts]

    @property
    def splits(self) -> list[Split]:
        """The statistics that are split, those that are split alike in one table."""
        groups: dict[str, list[Told]] = {}
        for one in self.told:
            if one.parts:
                groups.setdefault(one.statistic.group or one.statistic.title, []).append(one)
        return [_split(title, group) for title, group in groups.items()]

    @cached_property
    def by_game(self) -> list[tuple[Game, dict[str, Figure]]]:
        """The player's matches game by game."""
        return books.by_game(self.chosen.selection, self.player)

    @cached_property
    def form(self) -> list[Rating]:
        """How the last matches came out, the latest first."""
        return books.form(self.player, self.chosen.selection.game)

    @cached_property
    def opponents(self) -> list[Meeting]:
        """How the player came out against everybody else."""
        return books.opponents(self.chosen.selection, self.player)

    @cached_property
    def partners(self) -> list[Partnership]:
        """How the player came out with each partner."""
        return books.partners(self.chosen.selection, self.player)

    @cached_property
    def bests(self) -> list[tuple[str, Held]]:
        """The player's own record of each feat."""
        feats = self.chosen.selection.feats if self.chosen.game else ()
        found = [(feat.title, books.records(self.chosen.selection, feat, self.player, most=1)) for feat in feats]
        return [(title, held[0]) for title, held in found if held]

    @cached_property
    def rating(self) -> Lines | None:
        """How the player's rating of the chosen game came to be; None before there are two of them."""
        game = self.chosen.game
        steps = books.history(self.player.club, game.key, self.player) if game else []
        if game is None or len(steps) < 2:
            return None
        line = Series(self.player.name, [step.points for step in steps], self.player.mark or 0)
        title = f"Rating in {game.name}"
        return Lines(title, [str(step.nth) for step in steps], [line], across_name="Match", from_zero=False)


def _split(title: str, group: list[Told]) -> Split:
    labels = dict.fromkeys(part.label for one in group for part in one.parts)
    figures = [{part.label: part for part in one.parts} for one in group]
    rows = []
    for label in labels:
        cells = [parts.get(label) for parts in figures]
        rows.append((label, max(cell.sample for cell in cells if cell), cells))
    return Split(title, group[0].statistic.heading, group, rows)
