"""Drafts: answers that are not saved, for the next round, a correction or a missed round."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from django.db import connection

from scorekeeper.clubs.models import Device
from scorekeeper.matches.models import Match
from scorekeeper.matches.recording import Claim, VersionConflict
from scorekeeper.server.database import fetch_rows, write_together, writing

PLAY, CORRECT, INSERT = "play", "correct", "insert"
COLUMN = {CORRECT: "correction", INSERT: "insertion"}
DRAFT = "SELECT draft FROM matches_match WHERE id = %s AND version = %s AND deleted IS NULL"

Answers = dict[str, str]


class Place(NamedTuple):
    """Where a round is entered: at the end (play), in the place of another (correct), or before one (insert)."""

    doing: str
    number: int


def read_draft(match: Match, place: Place) -> Answers | None:
    """Return the answers that were entered and not saved; None where there are none."""
    if place.doing == PLAY:
        return match.draft or None
    stored: Answers | None = match.rounds.values_list(COLUMN[place.doing], flat=True).get(number=place.number)
    return stored


def keep_draft(
    match: Match, place: Place, posted: Answers, seen: str, device: Device | None = None, *, over: bool = False
) -> Answers:
    """Store posted answers as the draft, and return it. `seen` is the stamp of the draft the form was drawn from.

    Where it is still that draft, it is replaced; otherwise somebody else is entering as well, and gaps erase nothing.
    LockedByOther while another device has the edit lock, unless it is taken `over`.
    """

    def write() -> Answers:
        stored = _lock_draft(match, place)
        answers = posted if stored is None or seen == stamp(stored) else merge_answers(stored, posted)
        _write(match, place, answers, device, over=over)
        return answers

    return write_together(write)


def drop_draft(match: Match, place: Place, device: Device | None = None) -> None:
    with writing():
        _lock_draft(match, place)
        _write(match, place, None, device)


def merge_answers(stored: Mapping[str, str], posted: Mapping[str, str]) -> Answers:
    return {**stored, **{name: answer for name, answer in posted.items() if answer}}


def stamp(answers: Mapping[str, str] | None) -> str:
    """Return a few letters that change whenever a draft does."""
    text = json.dumps(answers, sort_keys=True) if answers else ""
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""


def _lock_draft(match: Match, place: Place) -> Answers | None:
    """Read the draft again and lock the match row; VersionConflict where the match has changed since it was read."""
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    drafts = fetch_rows(f"{DRAFT}{for_update}", match.pk, match.version)
    if not drafts:
        raise VersionConflict
    match.draft = json.loads(drafts[0][0])
    return read_draft(match, place)


def _write(match: Match, place: Place, answers: Answers | None, device: Device | None, *, over: bool = False) -> None:
    if place.doing == PLAY:
        Claim(match, device, over=over, draft=answers or {}).write()
        match.draft = answers or {}
    else:
        if device:
            Claim(match, device, over=over).write()
        match.rounds.filter(number=place.number).update(**{COLUMN[place.doing]: answers})
