"""Drafts: what is typed and not saved, for the next round, a correction or a missed round."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.clubs.models import Device
from scorekeeper.matches.models import Match
from scorekeeper.matches.recording import VersionConflict, claim
from scorekeeper.server.database import writing

PLAY, CORRECT, INSERT = "play", "correct", "insert"
COLUMN = {CORRECT: "correction", INSERT: "insertion"}

Answers = dict[str, str]


class Place(NamedTuple):
    """Where a round is typed: at the end (play), in the place of another (correct), or before one (insert)."""

    doing: str
    number: int


def read_draft(match: Match, place: Place) -> Answers | None:
    """Return what has been typed and not been saved; None where nothing was."""
    if place.doing == PLAY:
        return match.draft or None
    kept: Answers | None = match.rounds.values_list(COLUMN[place.doing], flat=True).get(number=place.number)
    return kept


def keep_draft(
    match: Match, place: Place, said: Answers, knew: str, device: Device | None = None, *, over: bool = False
) -> Answers:
    """Keep what has been typed, and return all of it. `knew` is the stamp of the draft the form was drawn from.

    Who knew all that was there replaces it; otherwise somebody else is typing as well, and gaps erase nothing.
    LockedByOther while another device has the edit lock, unless it is taken `over`.
    """
    with writing():
        kept = _unmoved(match, place)
        answers = said if kept is None or knew == stamp(kept) else merge_answers(kept, said)
        _write(match, place, answers, device, over=over)
    return answers


def drop_draft(match: Match, place: Place, device: Device | None = None) -> None:
    with writing():
        _unmoved(match, place)
        _write(match, place, None, device)


def merge_answers(kept: Mapping[str, str], said: Mapping[str, str]) -> Answers:
    return {**kept, **{name: answer for name, answer in said.items() if answer}}


def stamp(answers: Mapping[str, str] | None) -> str:
    """Return a few letters that change whenever a draft does."""
    text = json.dumps(answers, sort_keys=True) if answers else ""
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""


def _unmoved(match: Match, place: Place) -> Answers | None:
    """Read the draft again and lock the match row; VersionConflict where the match has changed since it was read."""
    held = type(match).objects.select_for_update().filter(pk=match.pk).values_list("version", "draft").first()
    if held is None or held[0] != match.version:
        raise VersionConflict
    match.draft = held[1]
    return read_draft(match, place)


def _write(match: Match, place: Place, answers: Answers | None, device: Device | None, *, over: bool = False) -> None:
    if place.doing == PLAY:
        claim(match, device, over=over, draft=answers or {})
        match.draft = answers or {}
    else:
        if device:
            claim(match, device, over=over)
        match.rounds.filter(number=place.number).update(**{COLUMN[place.doing]: answers})
