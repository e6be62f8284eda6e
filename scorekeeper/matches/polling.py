"""Whether a match has changed: what each poll and each visit asks first, in one statement."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone

from scorekeeper.clubs.device import SEEN_INTERVAL, hashed_token
from scorekeeper.clubs.models import Device
from scorekeeper.matches.drafts import Answers, stamp
from scorekeeper.matches.edit_lock import LOCK_EXPIRES_AFTER, EditLock, current_lock
from scorekeeper.matches.models import Match
from scorekeeper.server.database import LARGEST_ID, fetch_rows, moment_ago

STATEMENT = """
    SELECT version, names_version, draft, CAST(started AS TEXT), locker.id, locker.label,
           who.id, who.club_id, who.label, who.role, who.revoked, who.last_seen < %s
    FROM matches_match JOIN clubs_device who ON who.club_id = matches_match.club_id
    JOIN clubs_club ON clubs_club.id = who.club_id AND clubs_club.deleted IS NULL
    LEFT JOIN clubs_device locker ON locker.id = locked_by_id AND locked_at > %s
        AND locker.revoked IS NULL AND locker.role > 1
    WHERE matches_match.id = %s AND matches_match.deleted IS NULL AND who.token_hash = %s AND who.revoked IS NULL
"""
"""Written out: putting it together would take Django fifteen times as long as the database takes to answer it."""


class LiveState(NamedTuple):
    """All that can change on a match's page: its version, the draft, as JSON, and who is scoring.

    `names_version` changes when a player is renamed, which need not be shown before the match itself changes.
    `started` tells two matches apart that had the same id, one after the other.
    """

    version: int
    names_version: int
    draft: str
    started: str
    lock: EditLock | None = None

    @classmethod
    def of(cls, match: Match) -> LiveState:
        return cls(match.version, match.names_version, json.dumps(match.draft), str(match.started), current_lock(match))

    @property
    def answers(self) -> Answers:
        answers: Answers = json.loads(self.draft)
        return answers

    @property
    def seen(self) -> str:
        return f"{self.version}.{_stamp(self.draft)}.{self.lock.device if self.lock else ''}"


class Sight(NamedTuple):
    """What somebody sees of a match, and who it is."""

    state: LiveState
    device: Device


@lru_cache(maxsize=1000)
def _stamp(draft: str) -> str:
    return stamp(json.loads(draft))


def sight(pk: int, token: str) -> Sight | None:
    """Return a match as the device that shows this token may see it; None where its club has no such match."""
    asked = moment_ago(SEEN_INTERVAL), moment_ago(LOCK_EXPIRES_AFTER), min(pk, LARGEST_ID), hashed_token(token)
    for version, names_version, draft, started, locker, label, *who in fetch_rows(STATEMENT, *asked):
        state = LiveState(version, names_version, draft, started, EditLock(locker, label) if locker else None)
        return Sight(state, _device(*who))
    return None


def _device(pk: int, club_id: int, label: str, role: int, revoked: None, is_old: bool) -> Device:
    seen = timezone.now() - 2 * SEEN_INTERVAL if is_old else timezone.now()
    return Device(pk=pk, club_id=club_id, label=label, role=role, revoked=revoked, last_seen=seen)
