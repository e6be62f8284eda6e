"""A blank paper sheet of a game, to print."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.keypad import MARKS, different_marks
from games.core.round_form import open_form
from games.core.schema import whole_number
from games.core.sheet_columns import ColumnGroup, column_groups
from scorekeeper.clubs.models import Club
from scorekeeper.matches.setup import Setup

# Number of players on a sheet where nobody said how many play.
USUAL_PLAYERS = 4
# Rounds on the sheet of a game without a fixed length.
OPEN_END_ROUNDS = 20
# Number of columns from which the page is landscape.
LANDSCAPE_COLUMNS = 16


@dataclass(frozen=True)
class BlankSheet:
    """`named`: the players are known."""

    table: MatchState
    named: bool

    @classmethod
    def of(cls, setup: Setup, players: str = "") -> BlankSheet:
        if not players and setup.names and setup.initial_state is not None:
            return cls(_with_own_marks(setup.initial_state, setup.club), named=True)
        seats = setup.game.seats
        usual = USUAL_PLAYERS if USUAL_PLAYERS in seats else seats[0]
        wanted = whole_number(players) or 0
        return cls(_starting_state(setup.game, wanted if wanted in seats else usual), named=False)

    @property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def headings(self) -> list[ColumnGroup]:
        return column_groups(open_form(self.table, {}))

    @property
    def totals_apart(self) -> list[str]:
        sides = {heading.side for heading in self.headings}
        return [name for side, name in enumerate(self.table.side_names) if side not in sides]

    @property
    def is_wide(self) -> bool:
        own = sum(len(heading.columns) + (heading.side is not None) for heading in self.headings)
        return own + len(self.totals_apart) > LANDSCAPE_COLUMNS

    @property
    def lines(self) -> list[tuple[int, str, str]]:
        """Number, cards and dealer of each round."""
        length = self.game.length(self.table.players, self.table.rules) or OPEN_END_ROUNDS
        return [(number, *_deal(self.table, number)) for number in range(1, length + 1)]

    @property
    def house_rules(self) -> list[tuple[str, str]]:
        rules = self.table.rules
        return [(option.title, option.label(rules.in_force[name])) for name, option in rules.options.items()]

    @property
    def other_tables(self) -> list[int]:
        return [] if self.named else [seats for seats in self.game.seats if seats != self.table.players]


def _with_own_marks(table: MatchState, club: Club) -> MatchState:
    own = club.players.marks_of(table.names)
    return replace(table, marks=different_marks([[own[seat] for seat in seats] for seats in table.teams]))


def _starting_state(game: Game, players: int) -> MatchState:
    presets = ({option.name: preset} for option in game.house_rules for preset in option.presets())
    for rules in ({}, *presets):
        with suppress(Impossible):
            return game.table(MARKS[:players], 0, rules)
    return game.table(MARKS[: game.seats[0]], 0, {})


def _deal(table: MatchState, number: int) -> tuple[str, str]:
    """Return the cards dealt in a round and who deals; "" after the last round."""
    try:
        deal = table.game.deal_of(table.players, number, table.first_dealer, table.rules)
    except Impossible:
        return "", ""
    least, most = min(deal.cards, default=0), max(deal.cards, default=0)
    cards = "–".join(map(str, dict.fromkeys((least, most)))) if most else ""
    return cards, table.names[deal.dealer]
