"""Whether a match has changed: what each poll and each visit asks first, in one statement."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from scorekeeper.club.devices import A_WHILE, Device, hashed
from scorekeeper.database import found
from scorekeeper.table.models.drafts import Answers, stamp

LARGEST_ID = 2**63 - 1
WHO = ["id", "club_id", "role", "label"]
STATEMENT = """
    SELECT version, renamed, draft, started, club_device.id, club_device.club_id, role, label, last_seen < %s
    FROM table_match JOIN club_device ON club_device.club_id = table_match.club_id
    WHERE table_match.id = %s AND deleted IS NULL AND token_hash = %s AND revoked IS NULL
"""
"""Written out: putting it together would take Django fifteen times as long as the database takes to answer it."""


class State(NamedTuple):
    """All that can change on a match's page: its version and what is being typed, as JSON.

    `renamed` is a new name for somebody, which nobody need be shown before the match itself changes. `started` tells
    two matches apart that had the same number, one after the other.
    """

    version: int
    renamed: int
    draft: str
    started: str

    @property
    def typed(self) -> Answers:
        """What is being typed."""
        answers: Answers = json.loads(self.draft)
        return answers

    @property
    def seen(self) -> str:
        """A name for this state, short enough for a page to say which one it shows."""
        return f"{self.version}.{_stamp(self.draft)}"


class Sight(NamedTuple):
    """What somebody sees of a match, and who it is; `missed`: they were not seen for a while."""

    state: State
    device: Device
    missed: bool


@lru_cache(maxsize=1000)
def _stamp(draft: str) -> str:
    return stamp(json.loads(draft))


def sight(pk: int, token: str) -> Sight | None:
    """Return a match as the device that shows this token may see it; None where its club has no such match."""
    long_ago = connection.ops.adapt_datetimefield_value(timezone.now() - A_WHILE)
    for version, renamed, draft, started, *who, missed in found(
        STATEMENT, long_ago, min(pk, LARGEST_ID), hashed(token)
    ):
        device = Device.from_db(connection.alias, WHO, who)
        return Sight(State(version, renamed, draft, str(started)), device, bool(missed))
    return None
