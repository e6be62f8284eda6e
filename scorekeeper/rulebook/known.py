"""What is known before anything is tapped: who plays, by which house rules, and how the round stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.impossible import Impossible
from scorekeeper.table.entering import Entering
from scorekeeper.table.models.drafts import CORRECT, PLAY, Place
from scorekeeper.table.options import OptionField

if TYPE_CHECKING:
    from scorekeeper.table.models import Match


@dataclass(frozen=True)
class Known:
    """The facts by the names the referee asks for; nothing at all where no match is asked at."""

    match: Match | None = None
    names: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    options: Sequence[OptionField] = ()

    @classmethod
    def at(cls, match: Match) -> Known:
        """Return what a match knows in the round to come, as far as it is typed; of one that is over, in its last."""
        entering, so_far = _entering(match), match.table
        facts = {"players": so_far.players, "first_dealer": so_far.first_dealer}
        if entering:
            deal = entering.so_far.deal
            facts |= {"round": deal.number, "dealer": deal.dealer, **_typed(entering)}
        options = [OptionField(option, so_far.rules.in_force[option.name]) for option in match.game.house_rules]
        return cls(match, so_far.names, facts, options)


def _entering(match: Match) -> Entering | None:
    played = len(match.records)
    if match.is_open:
        return Entering.kept(match, Place(PLAY, played + 1))
    return Entering.standing(match, Place(CORRECT, played)) if played else None


def _typed(entering: Entering) -> dict[str, Any]:
    """Return what is known of the round itself; what is typed may not make sense yet."""
    try:
        return entering.form.known(entering.legible)
    except Impossible:
        return {}
