"""The facts of one round of High Card: who turned up the highest card."""

from collections.abc import Iterator

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import ImpossibleRound
from games.core.facts import TricksTaken


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True):
    """The seat that took the round."""

    taker: int

    def check(self, state: MatchState) -> None:
        if not 0 <= self.taker < state.players:
            raise ImpossibleRound(f"seat {self.taker} took the round, but {state.players} sit at the table", "taker")

    def tricks_taken(self) -> Iterator[TricksTaken]:
        yield TricksTaken(self.taker, 1)
