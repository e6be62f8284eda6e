"""The facts of one round of Four Square: the points every side counted."""

from typing import Annotated

from msgspec import Meta

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import ImpossibleRound

MOST = 9


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True):
    """Points by side."""

    points: tuple[Annotated[int, Meta(ge=0, le=MOST)], ...]

    def check(self, state: MatchState) -> None:
        if len(self.points) != len(state.totals):
            raise ImpossibleRound(f"{len(self.points)} of points for {len(state.totals)} sides", "points")
