"""Drafts: answers that are not saved, for the next round, a correction or a missed round."""

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from scorekeeper.clubs.models import Device
from scorekeeper.matches.match import Match, VersionConflict

PLAY, CORRECT, INSERT = "play", "correct", "insert"
# Where the drafts of corrected and inserted rounds are stored, as columns of Round.
COLUMN = {CORRECT: "correction", INSERT: "insertion"}

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
    match: Match, place: Place, posted: Answers, seen: str, device: Device | None = None, *, take_over: bool = False
) -> Answers:
    """Store posted answers as the draft, and return it. `seen` is the stamp of the draft the form was drawn from.

    If it is still that draft, it is replaced; otherwise somebody else is entering as well, and gaps erase nothing.
    LockedByOther while another device has the edit lock, unless it takes over.
    """
    with transaction.atomic():
        stored = _lock_draft(match, place)
        answers = posted if stored is None or seen == stamp(stored) else merge_answers(stored, posted)
        _write(match, place, answers, device, take_over=take_over)
    return answers


def drop_draft(match: Match, place: Place, device: Device | None = None) -> None:
    with transaction.atomic():
        _lock_draft(match, place)
        _write(match, place, None, device)


def merge_answers(stored: Mapping[str, str], posted: Mapping[str, str]) -> Answers:
    return {**stored, **{name: answer for name, answer in posted.items() if answer}}


def stamp(answers: Mapping[str, str] | None) -> str:
    """Return a few letters that change whenever a draft does."""
    text = json.dumps(answers, sort_keys=True) if answers else ""
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""


def live_state(match: Match) -> str:
    """Name all that can change on a match's page but names: its version, its draft and who is scoring."""
    lock = match.lock
    return f"{match.version}.{stamp(match.draft)}.{lock.pk if lock else ''}"


def _lock_draft(match: Match, place: Place) -> Answers | None:
    """Read the draft again and lock the match; VersionConflict if the match has changed since it was read."""
    current = Match.everything.select_for_update().filter(pk=match.pk, version=match.version, deleted=None)
    drafts = list(current.values_list("draft", flat=True))
    if not drafts:
        raise VersionConflict
    match.draft = drafts[0]
    return read_draft(match, place)


def _write(
    match: Match, place: Place, answers: Answers | None, device: Device | None, *, take_over: bool = False
) -> None:
    if place.doing == PLAY:
        match.claim(device, take_over=take_over, draft=answers or {})
        match.draft = answers or {}
        return
    if device:
        match.claim(device, take_over=take_over)
    match.rounds.filter(number=place.number).update(**{COLUMN[place.doing]: answers})
