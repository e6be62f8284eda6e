"""What a round of High Card is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.scorecard import Line

if TYPE_CHECKING:
    from games.high_card.record import Record
    from games.so_far import SoFar


def score(record: Record, so_far: SoFar) -> Iterator[Line]:
    """Yield the one line there is."""
    yield Line(record.taker, "taken", so_far.rules.worth, "the highest card")
