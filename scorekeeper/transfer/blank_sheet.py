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

# The number of players if none was chosen.
DEFAULT_PLAYERS = 4
# The number of rounds for a game without a fixed length.
OPEN_END_ROUNDS = 20
# A sheet with more columns is printed in landscape.
MAX_PORTRAIT_COLUMNS = 16


@dataclass(frozen=True)
class BlankSheet:
    """`has_names`: the players were chosen; else the seats have marks for names."""

    initial_state: MatchState
    has_names: bool

    @classmethod
    def of(cls, setup: Setup, players: str = "") -> BlankSheet:
        if not players and setup.names and setup.initial_state is not None:
            return cls(_with_player_marks(setup.initial_state, setup.club), has_names=True)
        seats = setup.game.seats
        count = whole_number(players) or 0
        if count not in seats:
            count = DEFAULT_PLAYERS if DEFAULT_PLAYERS in seats else seats[0]
        return cls(_initial_state(setup.game, count), has_names=False)

    @property
    def game(self) -> Game:
        return self.initial_state.game

    @cached_property
    def headings(self) -> list[ColumnGroup]:
        return column_groups(open_form(self.initial_state, {}))

    @property
    def separate_totals(self) -> list[str]:
        """The names of the sides without a column group, whose totals have columns of their own."""
        sides = {heading.side for heading in self.headings}
        return [name for side, name in enumerate(self.initial_state.side_names) if side not in sides]

    @property
    def is_wide(self) -> bool:
        columns = sum(len(heading.columns) + (heading.side is not None) for heading in self.headings)
        return columns + len(self.separate_totals) > MAX_PORTRAIT_COLUMNS

    @property
    def lines(self) -> list[tuple[int, str, str]]:
        """Number, cards and dealer of each round."""
        length = self.game.length(self.initial_state.players, self.initial_state.rules) or OPEN_END_ROUNDS
        return [(number, *_deal(self.initial_state, number)) for number in range(1, length + 1)]

    @property
    def house_rules(self) -> list[tuple[str, str]]:
        rules = self.initial_state.rules
        return [(option.title, option.label(rules.in_force[name])) for name, option in rules.options.items()]

    @property
    def other_sizes(self) -> list[int]:
        """The other numbers of players to choose from."""
        return [] if self.has_names else [seats for seats in self.game.seats if seats != self.initial_state.players]


def _with_player_marks(state: MatchState, club: Club) -> MatchState:
    marks = club.players.marks_of(state.names)
    return replace(state, marks=different_marks([[marks[seat] for seat in seats] for seats in state.teams]))


def _initial_state(game: Game, players: int) -> MatchState:
    # Some numbers of players need a house rule with another value than its default.
    presets = ({option.name: preset} for option in game.house_rules for preset in option.presets())
    for rules in ({}, *presets):
        with suppress(Impossible):
            return game.table(MARKS[:players], 0, rules)
    return game.table(MARKS[: game.seats[0]], 0, {})


def _deal(state: MatchState, number: int) -> tuple[str, str]:
    """Return the cards dealt in a round and who deals; "" after the last round."""
    try:
        deal = state.game.deal_of(state.players, number, state.first_dealer, state.rules)
    except Impossible:
        return "", ""
    least, most = min(deal.cards, default=0), max(deal.cards, default=0)
    cards = "–".join(map(str, dict.fromkeys((least, most)))) if most else ""
    return cards, state.names[deal.dealer]
