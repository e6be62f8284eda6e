"""The facts of one round of High Card: who turned up the highest card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games import record
from games.impossible import ImpossibleRound
from games.record import Trick

if TYPE_CHECKING:
    from games.so_far import SoFar


class Record(record.Record, frozen=True, forbid_unknown_fields=True):
    """The seat that took the round."""

    taker: int

    def check(self, so_far: SoFar) -> None:
        if not 0 <= self.taker < so_far.players:
            raise ImpossibleRound(f"seat {self.taker} took the round, but {so_far.players} sit at the table", "taker")

    def tricks_taken(self) -> Iterator[Trick]:
        yield Trick(self.taker, 1)
