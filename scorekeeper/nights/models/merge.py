"""Two players who turned out to be one: what was moved, so that it can be moved back."""

from __future__ import annotations

from django.db import models

from scorekeeper.club.models import Player


class Merge(models.Model):
    """`gone` became another name of `kept`; `seats` and `names` are the ids of what changed hands."""

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, models.CASCADE, related_name="+")
    seats = models.JSONField()
    names = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.gone} is {self.kept}"
