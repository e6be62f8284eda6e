"""Notes about game nights, and the links that show one night or one match to somebody outside the club."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode

from django.db import models
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.clubs.models import Club, Device, new_seed
from scorekeeper.matches.models import Match


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


TOKEN = re.compile(r"([1-9]\d{0,17})s([-\w]{22})", re.ASCII)


class SharedLink(models.Model):
    """A link that shows one match, or one game night, to whoever has it. Ended, it is deleted.

    The secret in it is made from `seed` with the secret key: nobody can follow it who has only read the database.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="shared_links")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="shared_links")
    night_date = models.DateField(null=True)
    seed = models.CharField(max_length=16, default=new_seed)
    made = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(match=None, night_date__isnull=False) | Q(match__isnull=False, night_date=None),
                name="link_shows_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"link to the game night of {self.night_date}" if self.night_date else f"link to match {self.match_id}"

    @property
    def token(self) -> str:
        signed = salted_hmac("scorekeeper.history.models", f"{self.pk} {self.seed}", algorithm="sha256").digest()[:16]
        return f"{self.pk}s{urlsafe_b64encode(signed).decode().rstrip('=')}"

    @classmethod
    def find(cls, token: str) -> SharedLink | None:
        """Return a link by its secret; None where that is wrong, or the link or its club is no more."""
        parts = TOKEN.fullmatch(token)
        known = cls.objects.select_related("club").filter(club__deleted=None)
        link = known.filter(pk=int(parts[1])).first() if parts else None
        return link if link and constant_time_compare(link.token, token) else None
