"""The rounds after the one being entered: empty forms, for a phone that may soon have no network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from games.core.errors import Impossible
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.match_page import draw_entry, draw_round
from scorekeeper.matches.round_entry import RoundEntry

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from scorekeeper.matches.models import Match

ROUNDS_AHEAD = 6
"""Half an hour of play; more would weigh little, and be drawn for nothing on most evenings."""


def next_rounds(match: Match) -> Iterator[SafeString]:
    """Yield the deal and the form of each of the next rounds there may be; the scores stay as they are known."""
    for unknown in range(1, ROUNDS_AHEAD + 1):
        state = replace(match.state, unknown=unknown)
        entry = RoundEntry(Place(PLAY, state.number), state, {})
        try:
            yield draw_round(match, entry, draw_entry(match, entry))
        except Impossible:
            return  # the game has no such round
