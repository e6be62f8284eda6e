"""What was entered, by whom, and what it changed: append-only. And what is being entered: the drafts."""

from __future__ import annotations

from django.db import models

from scorekeeper.club.models import Device
from scorekeeper.table.models.match import Match


class Entry(models.Model):
    """One change of a match: what stood there before, what stands there after. Never altered."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=10)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undoes = models.OneToOneField("self", models.CASCADE, null=True, related_name="undone_by")
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    device = models.ForeignKey(Device, models.SET_NULL, null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="entry_counts_once"),
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_version"),
        ]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.verb} {self.round_number or ''}".strip()

    @property
    def round_number(self) -> int | None:
        """The number of the round this entry is about, as it was then."""
        number: int | None = (self.after or self.before or {}).get("number")
        return number


class Draft(models.Model):
    """What has been typed for a round and not been saved: each tap is kept. `stamp` counts the taps."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="drafts")
    number = models.PositiveIntegerField()
    correcting = models.BooleanField(default=False)
    answers = models.JSONField(default=dict)
    stamp = models.PositiveIntegerField(default=0)
    device = models.ForeignKey(Device, models.SET_NULL, null=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number", "correcting"], name="draft_once")]

    def __str__(self) -> str:
        return f"draft of round {self.number}"
