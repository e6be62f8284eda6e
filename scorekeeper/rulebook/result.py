"""Who has won or leads, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.scorecard import minus

if TYPE_CHECKING:
    from games.scorecard import Scorecard
    from games.so_far import SoFar


def result(so_far: SoFar, card: Scorecard) -> str:
    """Say who has won, shares the win, or leads while the game goes on."""
    if not card.rounds:
        return "nothing is counted yet"
    ahead = card.winners if card.finished else so_far.game.leaders(card.totals)
    names, total = _listed([so_far.side_names[side] for side in ahead]), minus(card.totals[ahead[0]])
    if card.finished:
        return f"{names} share the win with {total}" if len(ahead) > 1 else f"{names} wins with {total}"
    return f"{names} are level with {total}" if len(ahead) > 1 else f"{names} leads with {total}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
