"""Whether a match has changed: what each poll and each visit asks first, in one statement."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.club.devices import A_WHILE, Device, hashed
from scorekeeper.database import LARGEST_ID, found, moment
from scorekeeper.table.models.drafts import Answers, stamp
from scorekeeper.table.models.pen import LAID_DOWN, Pen

if TYPE_CHECKING:
    from scorekeeper.table.models import Match

STATEMENT = """
    SELECT version, renamed, draft, CAST(started AS TEXT), pen.id, pen.label,
           who.id, who.club_id, who.label, who.role, who.revoked, who.last_seen < %s
    FROM table_match JOIN club_device who ON who.club_id = table_match.club_id
    JOIN club_club ON club_club.id = who.club_id AND club_club.deleted IS NULL
    LEFT JOIN club_device pen ON pen.id = pen_id AND pen_at > %s AND pen.revoked IS NULL AND pen.role > 1
    WHERE table_match.id = %s AND table_match.deleted IS NULL AND who.token_hash = %s AND who.revoked IS NULL
"""
"""Written out: putting it together would take Django fifteen times as long as the database takes to answer it."""


class State(NamedTuple):
    """All that can change on a match's page: its version, what is being typed, as JSON, and who types it.

    `renamed` is a new name for somebody, which nobody need be shown before the match itself changes. `started` tells
    two matches apart that had the same number, one after the other.
    """

    version: int
    renamed: int
    draft: str
    started: str
    pen: Pen | None = None

    @classmethod
    def of(cls, match: Match) -> State:
        """Return the state of a match that has been read."""
        return cls(match.version, match.renamed, json.dumps(match.draft), str(match.started), match.held)

    @property
    def typed(self) -> Answers:
        """What is being typed."""
        answers: Answers = json.loads(self.draft)
        return answers

    @property
    def seen(self) -> str:
        """A name for this state, short enough for a page to say which one it shows."""
        return f"{self.version}.{_stamp(self.draft)}.{self.pen.device if self.pen else ''}"


class Sight(NamedTuple):
    """What somebody sees of a match, and who it is."""

    state: State
    device: Device


@lru_cache(maxsize=1000)
def _stamp(draft: str) -> str:
    return stamp(json.loads(draft))


def sight(pk: int, token: str) -> Sight | None:
    """Return a match as the device that shows this token may see it; None where its club has no such match."""
    asked = moment(A_WHILE), moment(LAID_DOWN), min(pk, LARGEST_ID), hashed(token)
    for version, renamed, draft, started, pen, label, *who in found(STATEMENT, *asked):
        state = State(version, renamed, draft, started, Pen(pen, label) if pen else None)
        return Sight(state, _device(*who))
    return None


_device = lru_cache(maxsize=1000)(Device.of)
