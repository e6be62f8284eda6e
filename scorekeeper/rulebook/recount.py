"""A match's facts counted again under other house rules, as far as they go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from games.impossible import Impossible

if TYPE_CHECKING:
    from games.scorecard import Scorecard
    from games.so_far import SoFar
    from scorekeeper.table.models import Match


class Recount(NamedTuple):
    """The match so far under other house rules, its scorecard, and why it goes no further than that."""

    so_far: SoFar
    card: Scorecard
    stopped: str = ""


def recounted(match: Match, differing: Mapping[str, Any]) -> Recount:
    """Count a match again; Impossible where this table could not play by these house rules."""
    game, rules = match.game, {**match.table.rules.in_force, **differing}
    so_far, stopped = game.table(match.names, match.first_dealer, rules), ""
    for record in match.records:
        stopped = _over(so_far)
        if stopped:
            break
        try:
            so_far = game.play(so_far, record)
        except Impossible as error:
            stopped = _cannot_be(so_far, error)
            break
    return Recount(so_far, game.scorecard(so_far, ended=match.called_over and not stopped), stopped)


def _over(so_far: SoFar) -> str:
    if so_far.game.finish(so_far) is None:
        return ""
    name, last = so_far.game.round_name, so_far.number - 1
    return f"The game would have been over after {name} {last}. It is compared up to there."


def _cannot_be(so_far: SoFar, error: Impossible) -> str:
    name, number = so_far.game.round_name, so_far.number
    upto = f"It is compared up to {name} {number - 1}." if number > 1 else "So nothing can be compared."
    return f"{name.capitalize()} {number} could not have been played like that: {error.message.rstrip('.')}. {upto}"
