"""Notes about game nights."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Club


class NightNotes(models.Model):
    """Name, place and note of a night. Matches belong to a night by their date, so most nights have no row."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    night_date = models.DateField()
    name = models.CharField(max_length=40, default="", blank=True)
    place = models.CharField(max_length=40, default="", blank=True)
    note = models.TextField(max_length=1000, default="", blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "night_date"], name="night_once")]

    def __str__(self) -> str:
        return self.name or f"{self.night_date:%-d %B %Y}"
