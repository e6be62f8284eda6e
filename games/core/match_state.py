"""The match up to a round: all that scoring and checking may know besides the round itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.deal import Deal
    from games.core.definition import Game
    from games.core.house_rules import HouseRules
    from games.core.scorecard import ScoredRound, ScoreLine


@dataclass(frozen=True, slots=True, eq=False)
class MatchState:
    """Who sits where, the house rules, and every round before this one; `lines` are by side, oldest first."""

    game: Game
    names: tuple[str, ...]
    first_dealer: int
    rules: HouseRules
    rounds: tuple[ScoredRound, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    totals: tuple[int, ...]
    unknown: int = 0
    """How many rounds were played besides, of which nobody has said anything yet."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    @property
    def number(self) -> int:
        """The number of the round to come, from 1."""
        return len(self.rounds) + 1 + self.unknown

    @property
    def deal(self) -> Deal:
        """The deal of the round to come."""
        return self.game.deal_of(self.players, self.number, self.first_dealer, self.rules)

    def side_of(self, seat: int) -> int:
        """The side a seat plays for: itself, or its partnership."""
        return seat % 2 if self.game.partners else seat

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides by name: the players, or “Ada & Cleo”."""
        return self.game.side_names(self.names)
