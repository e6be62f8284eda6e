"""A blank paper sheet of a game, to print."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.keypad import MARKS, different_marks
from games.core.round_form import RoundForm, open_form
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
# On a score sheet with columns each round is a block of rows with a cell for each side: how many fit a page.
MAX_PORTRAIT_SIDES, MAX_PORTRAIT_ROWS, MAX_LANDSCAPE_ROWS = 8, 39, 24


@dataclass(frozen=True)
class BlankSheet:
    """`has_names`: the players were chosen; else the seats have marks for names. `rules_query`: the house rules."""

    initial_state: MatchState
    has_names: bool
    rules_query: str = ""

    @classmethod
    def of(cls, setup: Setup, players: str = "") -> BlankSheet:
        if not players and setup.names and setup.initial_state is not None:
            return cls(_with_player_marks(setup.initial_state, setup.club), has_names=True)
        seats = setup.game.seats
        count = whole_number(players) or 0
        if count not in seats:
            count = DEFAULT_PLAYERS if DEFAULT_PLAYERS in seats else seats[0]
        rules = {} if setup.has_option_errors else setup.rules
        return cls(_initial_state(setup.game, count, rules), has_names=False, rules_query=setup.options_before)

    @property
    def game(self) -> Game:
        return self.initial_state.game

    # 3 ms of 8.
    @cached_property
    def form(self) -> RoundForm:
        return open_form(self.initial_state, {})

    @cached_property
    def headings(self) -> list[ColumnGroup]:
        return column_groups(self.form)

    @property
    def block_rows(self) -> list[str]:
        """The rows of each block of a score sheet with columns; none of other games, whose rounds are lines."""
        if self.sheet_rows:
            return self.sheet_rows
        sections = self.form.sections
        is_by_column = any(section.by_column for section in sections)
        return [row.label for section in sections for row in section.rows if is_by_column]

    @cached_property
    def sheet_rows(self) -> list[str]:
        """The rows of a sheet that is filled over the whole match: then a block is a match, not a round."""
        return [row.label for row in self.game.sheet(self.initial_state) if not row.is_total]

    @property
    def block_name(self) -> str:
        return "match" if self.sheet_rows else self.game.round_name

    @property
    def separate_totals(self) -> list[str]:
        """The names of the sides without a column group, whose totals have columns of their own."""
        sides = {heading.side for heading in self.headings}
        return [name for side, name in enumerate(self.initial_state.side_names) if side not in sides]

    @property
    def is_wide(self) -> bool:
        if self.block_rows:
            return len(self.initial_state.side_names) > MAX_PORTRAIT_SIDES
        columns = sum(len(heading.columns) + (heading.side is not None) for heading in self.headings)
        return columns + len(self.separate_totals) > MAX_PORTRAIT_COLUMNS

    @property
    def lines(self) -> list[tuple[int, str, str]]:
        """Number, cards and dealer of each round."""
        length = self.game.length(self.initial_state.players, self.initial_state.rules) or OPEN_END_ROUNDS
        if rows := len(self.block_rows):
            most = MAX_LANDSCAPE_ROWS if self.is_wide else MAX_PORTRAIT_ROWS
            length = min(length, max(most // (rows + 1), 1))
        return [(number, *_deal(self.initial_state, number)) for number in range(1, length + 1)]

    @property
    def house_rules(self) -> list[tuple[str, str]]:
        rules, players = self.initial_state.rules, self.initial_state.players
        options = [option for option in rules.options.values() if option.is_relevant(players, rules)]
        return [(option.title, option.label(rules.in_force[option.name])) for option in options]

    @property
    def other_sizes(self) -> list[int]:
        """The other numbers of players to choose from."""
        return [] if self.has_names else [seats for seats in self.game.seats if seats != self.initial_state.players]


def _with_player_marks(state: MatchState, club: Club) -> MatchState:
    marks = club.players.marks_of(state.names)
    return replace(state, marks=different_marks([[marks[seat] for seat in seats] for seats in state.teams]))


def _initial_state(game: Game, players: int, chosen: dict[str, Any]) -> MatchState:
    # Some numbers of players need a house rule with another value than its default.
    presets = ({option.name: preset} for option in game.house_rules for preset in option.presets())
    for rules in (chosen, {}, *presets):
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
