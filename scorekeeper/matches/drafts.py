"""Drafts: answers that are not saved, for the next round, a correction or a missed round."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import models, transaction
from django.db.models import F, Q, QuerySet

from scorekeeper.clubs.models import Device
from scorekeeper.matches.match import Match, Round

Answers = dict[str, str]

# Stands for the question in the row that says who turned over hidden bids. The answer is “2 of 4 ready”.
TURNED_OVER = "turned-over"


class EntryMode(models.TextChoices):
    """The use of an entered round: it is played next, replaces a round, or is inserted before one."""

    PLAY = "play"
    CORRECT = "correct"
    INSERT = "insert"


class Place(NamedTuple):
    """The place of an entry in a match: its mode and the number of its round."""

    mode: EntryMode
    number: int


class Draft(models.Model):
    """The unsaved answers for a place of a match.

    `round`: the one that is corrected, or before which a missed one is inserted; the draft moves and goes with it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="drafts")
    mode = models.CharField(max_length=7, choices=EntryMode)
    round = models.ForeignKey(Round, models.CASCADE, null=True, db_index=False, related_name="drafts")
    answers = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "mode"], name="draft_once"),
            models.UniqueConstraint(fields=["match"], condition=Q(round=None), name="next_round_has_one_draft"),
            models.CheckConstraint(
                condition=Q(mode="play", round=None) | Q(mode__in=["correct", "insert"], round__isnull=False),
                name="draft_has_its_place",
            ),
        ]

    def __str__(self) -> str:
        return f"draft to {self.mode}"


def read_draft(match: Match, place: Place) -> Answers | None:
    """Return the unsaved answers; None if there are none."""
    if place.mode == EntryMode.PLAY:
        return match.draft
    return drafts_at(match, place).values_list("answers", flat=True).first()


def keep_draft(
    match: Match, place: Place, posted: Answers, seen: str, device: Device, *, take_over: bool = False,
    base: Answers | None = None,
) -> Answers:  # fmt: skip
    """Store posted answers as the draft, and return it. `seen` is the fingerprint of the draft the form was drawn from.

    Replace the draft if its fingerprint still matches; otherwise another device changed it: merge, and ignore empty
    answers and, if it is known, those that the form was drawn with (`base`). LockedByOther while another device has
    the edit lock, unless it takes over; VersionConflict if the match has changed since it was read.
    """
    with transaction.atomic():
        # Locks the match, too: answers that another device has entered are read below.
        match.update_if_current(device, take_over=take_over, seen=match.token)
        draft = drafts_at(match, place).first()
        if draft is None:
            corrected = None if place.mode == EntryMode.PLAY else match.round_list[place.number - 1]
            draft = Draft(match=match, mode=place.mode, round=corrected, answers=posted)
        elif seen == fingerprint(draft.answers):
            draft.answers = posted
        else:
            draft.answers = merge_answers(draft.answers, posted, base)
        draft.save()
    if place.mode == EntryMode.PLAY:
        match.draft = draft.answers
    answers: Answers = draft.answers
    return answers


def replace_draft(match: Match, answers: Answers) -> None:
    """Replace the draft of the next round, whoever has the edit lock; VersionConflict after a change."""
    with transaction.atomic():
        match.update_if_current(None, seen=match.token, version=match.version)  # locks the match
        Draft.objects.update_or_create(match=match, round=None, mode=EntryMode.PLAY, defaults={"answers": answers})


def drop_draft(match: Match, place: Place, device: Device) -> None:
    """Delete a draft; LockedByOther while another device holds the edit lock, VersionConflict after a change."""
    with transaction.atomic():
        if place.mode == EntryMode.PLAY:
            # Other phones are told even if all answers were hidden.
            match.update_if_current(device, seen=match.token, answers_version=F("answers_version") + 1)
            # Clearing a round keeps the record of who turned over the bids.
            match.own_answers.filter(entry=None, number=place.number).exclude(question=TURNED_OVER).delete()
        else:
            match.update_if_current(device, seen=match.token)
        drafts_at(match, place).delete()
    if place.mode == EntryMode.PLAY:
        match.draft = None


def drafts_at(match: Match, place: Place) -> QuerySet[Draft]:
    """Return the draft of a place, which has one at most."""
    drafts = match.drafts.filter(mode=place.mode)
    return drafts if place.mode == EntryMode.PLAY else drafts.filter(round__number=place.number)


def place_of(match: Match, draft: Draft) -> Place:
    return Place(EntryMode(draft.mode), draft.round.number if draft.round else len(match.round_facts) + 1)


def unsaved_fingerprint(match: Match) -> str:
    """Return what changes with each answer that is entered in a match and not saved, hidden ones too; "" of none.

    A hidden answer is only counted, never hashed: there are few, and whoever reads the hash could try them all.
    """
    drafts = list(match.drafts.order_by("pk").values_list("pk", "answers"))
    answers_version = Match.everything.values_list("answers_version", flat=True).get(pk=match.pk)
    return f"{fingerprint({str(pk): answers for pk, answers in drafts})}{answers_version or ''}"


def merge_answers(
    stored: Mapping[str, str], posted: Mapping[str, str], base: Mapping[str, str] | None = None
) -> Answers:
    base = base or {}
    return {**stored, **{name: answer for name, answer in posted.items() if answer and answer != base.get(name)}}


def fingerprint(answers: Mapping[str, Any] | None) -> str:
    """Return a short hash of the answers; "" of none."""
    text = json.dumps(answers, sort_keys=True) if answers else ""
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""


def live_fingerprint(match: Match) -> str:
    """Return what changes with a match's page, names left out: its version, its draft and who is scoring."""
    lock = match.lock
    answers = f"{fingerprint(match.draft)}{match.answers_version or ''}"
    return f"{match.token}.{answers}.{lock.pk if lock else ''}"
