"""What is told of an evening: of each kind of moment in each game the biggest one, the rarest kinds first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.nights.moments import moments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.nights.moments import Moment
    from scorekeeper.table.models import Match

TOLD = 6
"""More than that nobody listens to."""


class Highlight(NamedTuple):
    """The biggest moment of its kind in a game this evening, and how many others of that kind there were."""

    moment: Moment
    match: Match
    others: int

    def __str__(self) -> str:
        return f"{self.moment.title}, {self.match.game.name}: {self.moment.name}, {self.moment.said}"


def highlights(matches: Sequence[Match]) -> list[Highlight]:
    """Return what is worth telling of these matches together; two statements."""
    told = moments(matches)
    kinds: dict[tuple[str, str], list[tuple[Moment, Match]]] = {}
    for match in matches:
        for moment in told[match.pk]:
            kinds.setdefault((match.game_key, moment.title), []).append((moment, match))
    found = [Highlight(*max(alike, key=lambda one: one[0].size), len(alike) - 1) for alike in kinds.values()]
    return sorted(found, key=lambda one: one.others)[:TOLD]
