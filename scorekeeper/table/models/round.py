"""A round of a match."""

from __future__ import annotations

from django.db import models


class Round(models.Model):
    """What happened in one round: `facts` is read and written only through the game's typed record.

    Two drafts hang on it: the answers typed to correct it, and those of a forgotten round before it.
    """

    match = models.ForeignKey("table.Match", models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    facts = models.JSONField()
    correction = models.JSONField(null=True)
    insertion = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="round_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"
