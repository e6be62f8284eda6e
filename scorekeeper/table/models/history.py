"""What was entered, by whom, and what it changed: append-only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from scorekeeper.club.models import Device

if TYPE_CHECKING:
    from collections.abc import Iterable

BACK, AGAIN = "undone", "redone"
VERBS = ("played", "inserted", "corrected", "deleted", "finished", BACK, AGAIN)


class Entry(models.Model):
    """One change of a match: what stood there before, what stands there after. Never altered."""

    match = models.ForeignKey("table.Match", models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=10)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undoes = models.ForeignKey("self", models.CASCADE, null=True, related_name="undone_by")
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    device = models.ForeignKey(Device, models.SET_NULL, null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="entry_counts_once"),
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_version"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entries_count_from_one"),
            models.CheckConstraint(condition=models.Q(verb__in=VERBS), name="entry_has_a_known_verb"),
            models.CheckConstraint(
                condition=models.Q(before__isnull=False) | models.Q(after__isnull=False), name="entry_changes_something"
            ),
            models.CheckConstraint(
                condition=models.Q(verb__in=[BACK, AGAIN], undoes__isnull=False)
                | ~models.Q(verb__in=[BACK, AGAIN]) & models.Q(undoes__isnull=True),
                name="only_undoing_undoes",
            ),
        ]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.verb} {self.round_number or ''}".strip()

    @property
    def round_number(self) -> int | None:
        """The number of the round this entry is about, as it was then."""
        number: int | None = (self.after or self.before or {}).get("number")
        return number


def taken_back(entries: Iterable[tuple[int, int | None]]) -> set[int]:
    """Return which entries do not stand, given all as (id, the id it undoes), the newest first.

    An entry is undone by a later one that stands itself: undoing an undo is redoing.
    """
    back: set[int] = set()
    for entry, undoes in entries:
        if undoes is not None and entry not in back:
            back.add(undoes)
    return back
