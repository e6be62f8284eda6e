"""RoundFacts: what happened in one round, never what it is worth."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from games.core.deal import Deal

# Maximum length of the kind of a bid or of tricks, and of a rule counted by name: the ledger's columns.
MAX_KIND_LENGTH = 20


class BidMade(NamedTuple):
    """A bid for the ledger: who, how high (None for a special bid), which special bid, and whether it was made."""

    seat: int
    level: int | None = None
    kind: str = ""
    made: bool | None = None


class TricksTaken(NamedTuple):
    """Tricks or cards that a side (None: nobody) has after a round, for the ledger: of which kind, how many."""

    side: int | None
    count: int  # type: ignore[assignment]  # over tuple.count, which nobody needs here
    kind: str = ""


class Doubt(NamedTuple):
    """A question to the table, and the name of the fact to look at."""

    question: str
    field: str = ""


class RoundFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one round of one game, as they stand in a scoresheet.

    `state` is a games.core.definition.MatchState; that file stands above this one, so the type is not named here.
    """

    # The table insists that it was played so, though correct play cannot bring it.
    irregular: bool = False

    @property
    def is_complete(self) -> bool:
        return True

    def check(self, state: Any) -> None:
        """Raise Impossible, in a player's words, where no deal of the cards can bring these facts."""

    def heading(self, deal: Deal, state: Any) -> str:
        """Say what the scoreboard notes beside the round's number: its trump, its bidder.

        Here and below `deal` is this round's, and `state` the match it is played in, at whatever point.
        """
        return ""

    def notes(self, deal: Deal, state: Any) -> Sequence[str]:
        """Say what the scoreboard notes beside each side's points, in a few characters (“3/2”), side by side."""
        return ("",) * len(state.totals)

    def bids_made(self, deal: Deal, state: Any) -> Iterable[BidMade]:
        return ()

    def tricks_taken(self) -> Iterable[TricksTaken]:
        return ()
