"""What comes in to change a match: the entry as it was sent, and the change it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from scorekeeper.club.models import Device

if TYPE_CHECKING:
    from scorekeeper.table.models.history import Entry

Spot = dict[str, Any]
"""Where a round stands and what it holds: {"round": its id, "number": from 1, "facts": …}; or {"over": true}."""


class Entered(NamedTuple):
    """How an entry came in: its key (sent twice it counts once), a digest of what was typed, the match version seen."""

    key: UUID
    digest: str
    seen: int
    device: Device | None


class Stale(Exception):
    """The match has moved on since this entry was begun; nothing was written."""


class OtherEntry(Exception):
    """Another entry came in under the same key before; nothing was written."""


class Change(NamedTuple):
    """What stood somewhere before and what stands there after; `undoes` where that is an earlier entry taken back."""

    verb: str
    before: Spot | None
    after: Spot | None
    undoes: Entry | None = None

    @property
    def since(self) -> int | None:
        """The number of the first round it touches; None where it touches none."""
        return min((spot["number"] for spot in (self.before, self.after) if spot and "number" in spot), default=None)
