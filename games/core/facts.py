"""RoundFacts: what happened in a round; its points are worked out in scoring.py."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec

from games.core.deal import Deal

# Maximum length of a kind of bids or tricks, and of a rule that is counted: columns of the ledger.
MAX_KIND_LENGTH = 20


class BidMade(NamedTuple):
    """A bid for the ledger. `level`: None for a special bid. `kind`: of a special bid. `made`: None before the end."""

    seat: int
    level: int | None = None
    kind: str = ""
    made: bool | None = None


class TricksTaken(NamedTuple):
    """Tricks or cards that a side has after a round, for the ledger. `side`: None for nobody."""

    side: int | None
    count: int  # type: ignore[assignment]  # hides tuple.count
    kind: str = ""


class Doubt(NamedTuple):
    """A question to the table. `field`: the path of the fact it is about."""

    question: str
    field: str = ""


class UnknownFact(NamedTuple):
    """A fact that nobody entered, asked by “What if”. `field`: its name. `choices`: the label of each value."""

    field: str
    question: str
    choices: Mapping[Any, str]


class RoundFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of a round, as they are stored in a scoresheet.

    `state` is a games.core.definition.MatchState, which this file cannot import: definition.py imports this one.
    """

    # The table confirmed facts that correct play cannot bring.
    irregular: bool = False

    @property
    def is_complete(self) -> bool:
        return True

    def check(self, state: Any) -> None:
        """Raise Impossible if no deal of the cards can bring these facts."""

    def without_unasked(self, state: Any) -> Self:
        """Return these facts without those that the house rules of this match do not ask for: for What if."""
        return self

    def unknown(self, state: Any, other_rules: Any) -> Iterable[UnknownFact]:
        """Return what other house rules ask for and those of the match did not: for What if."""
        return ()

    def heading(self, deal: Deal, state: Any) -> str:
        """Return the note beside the round's number on the scoreboard: trump, or the bidder.

        In heading, notes and bids_made `deal` is of this round, and `state` the match at any point.
        """
        return ""

    def notes(self, deal: Deal, state: Any) -> Sequence[str]:
        """Return a short note for each side's points on the scoreboard: “3/2”."""
        return ("",) * len(state.totals)

    def bids_made(self, deal: Deal, state: Any) -> Iterable[BidMade]:
        return ()

    def tricks_taken(self) -> Iterable[TricksTaken]:
        return ()
