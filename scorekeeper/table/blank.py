"""A blank sheet of paper for a game: a line for every round that will be dealt, a column for all that is asked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.impossible import Impossible
from games.keypad import MARKS
from games.paper import Heading, headings
from games.so_far import SoFar
from scorekeeper.table.lines import dealt

if TYPE_CHECKING:
    from games.game import Game
    from games.scorecard import Deal
    from scorekeeper.table.setup import Setup

USUAL, LINES, WIDE = 4, 20, 16
"""So many players and rounds where nobody says; from so many columns on the paper is turned."""


@dataclass(frozen=True)
class Blank:
    """A blank sheet for a table; `named` where it is known who will sit there."""

    table: SoFar
    named: bool

    @classmethod
    def of(cls, setup: Setup, players: str = "") -> Blank:
        """Make a sheet for a table that was set up, or for a number of players."""
        if not players and setup.names and setup.table is not None:
            return cls(setup.table, named=True)
        seats = setup.game.seats
        usual = USUAL if USUAL in seats else seats[0]
        wanted = int(players) if players.isdecimal() and len(players) < 3 else usual
        return cls(_a_table(setup.game, wanted if wanted in seats else usual), named=False)

    @property
    def game(self) -> Game:
        """The game it is for."""
        return self.table.game

    @cached_property
    def headings(self) -> list[Heading]:
        """The columns, under what they are about."""
        return headings(self.game.form(self.table, {}))

    @property
    def totals_apart(self) -> list[str]:
        """The sides that have no columns of their own: their points and totals stand at the end."""
        sides = {heading.side for heading in self.headings}
        return [name for side, name in enumerate(self.table.side_names) if side not in sides]

    @property
    def is_wide(self) -> bool:
        """Say whether the paper is better turned."""
        own = sum(len(heading.columns) + (heading.side is not None) for heading in self.headings)
        return own + len(self.totals_apart) > WIDE

    @property
    def lines(self) -> list[tuple[Deal, str, str]]:
        """The rounds: each deal, how many cards everybody is dealt, and who deals."""
        table = self.table
        length = self.game.length(table.players, table.rules) or LINES
        deals = [self.game.deal_of(table.players, n, table.first_dealer, table.rules) for n in range(1, length + 1)]
        return [(deal, dealt(deal), table.names[deal.dealer]) for deal in deals]

    @property
    def house_rules(self) -> list[tuple[str, str]]:
        """The house rules in force, each with its title."""
        rules = self.table.rules
        return [(option.title, option.label(rules.in_force[name])) for name, option in rules.options.items()]

    @property
    def other_tables(self) -> list[int]:
        """For how many players there are other sheets."""
        return [] if self.named else [seats for seats in self.game.seats if seats != self.table.players]


def _a_table(game: Game, players: int) -> SoFar:
    """Seat nobody in particular, by the first house rules that fit so many."""
    presets = ({option.name: preset} for option in game.house_rules for preset in option.presets())
    for rules in ({}, *presets):
        with suppress(Impossible):
            return game.table(MARKS[:players], 0, rules)
    return game.table(MARKS[: game.seats[0]], 0, {})
