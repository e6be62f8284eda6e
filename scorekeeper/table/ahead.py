"""The rounds after the one being entered: empty forms, for a phone that may soon have no network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from games.impossible import Impossible
from scorekeeper.table.entering import Entering
from scorekeeper.table.models.drafts import PLAY, Place
from scorekeeper.table.pages import drawn_entry, drawn_round

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from scorekeeper.table.models import Match

AS_MANY = 6
"""Half an hour of play; more would weigh little, and be drawn for nothing on most evenings."""


def rounds_ahead(match: Match) -> Iterator[SafeString]:
    """Yield the deal and the form of each of the next rounds there may be; the scores stay as they are known."""
    for unknown in range(1, AS_MANY + 1):
        so_far = replace(match.so_far, unknown=unknown)
        entering = Entering(Place(PLAY, so_far.number), so_far, {})
        try:
            yield drawn_round(match, entering, drawn_entry(match, entering))
        except Impossible:
            return  # the game has no such round
