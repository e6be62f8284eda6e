"""Notes about game nights, and links that show a match, a night or a year to people outside the club."""

from __future__ import annotations

import re

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format

from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.club import new_seed, short_signature
from scorekeeper.clubs.models import Club, Device
from scorekeeper.matches.models import Match
from scorekeeper.statistics.selection import Period

MAX_NIGHT_NOTE_LENGTH = 1000


class NightNotes(models.Model):
    """Name, place and note of a game night. Most nights have no row: matches belong to a night by their date."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    night_date = models.DateField()
    name = models.CharField(max_length=MAX_NAME_LENGTH, default="", blank=True)
    place = models.CharField(max_length=MAX_NAME_LENGTH, default="", blank=True)
    note = models.TextField(max_length=MAX_NIGHT_NOTE_LENGTH, default="", blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "night_date"], name="night_once")]

    def __str__(self) -> str:
        return self.name or f"{self.night_date:%-d %B %Y}"


SHARED_TOKEN = re.compile(r"([1-9]\d{0,17})s([-\w]{22})", re.ASCII)


class SharedLink(models.Model):
    """A link that shows one match, one game night or one year to anybody who has it. Ending a link deletes it.

    `period`: the year, or any months, as Period writes them; "" for a match or a night. The token is signed with the
    secret key, so that reading the database is not enough to follow the link.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="shared_links")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="shared_links")
    night_date = models.DateField(null=True)
    period = models.CharField(max_length=16, default="")
    seed = models.CharField(max_length=16, default=new_seed)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="shared_links")
    # The name of a night is always shown.
    shows_place = models.BooleanField(default=False)
    shows_note = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(match=None, night_date__isnull=False, period="")
                    | Q(match__isnull=False, night_date=None, period="")
                    | Q(match=None, night_date=None) & ~Q(period="")
                ),
                name="link_shows_one_thing",
            )
        ]

    def __str__(self) -> str:
        if self.match_id:
            return f"link to match {self.match_id}"
        return f"link to the game night of {self.night_date}" if self.night_date else f"link to {self.period}"

    @property
    def title(self) -> str:
        if self.period:
            return Period.read(self.period).at_our_table
        if self.match is None:
            return f"Game night of {self.night_date:%-d %B %Y}"
        return f"{self.match.game.name}, {date_format(timezone.localtime(self.match.started), 'j F Y, H:i')}"

    @property
    def token(self) -> str:
        return f"{self.pk}s{short_signature('scorekeeper.history.models', f'{self.pk} {self.seed}')}"

    @classmethod
    def find(cls, token: str) -> SharedLink | None:
        """Return the link of a token; None if the token is invalid, or the link or its club was deleted."""
        parts = SHARED_TOKEN.fullmatch(token)
        links = cls.objects.select_related("club").filter(club__deleted=None)
        link = links.filter(pk=int(parts[1])).first() if parts else None
        return link if link and constant_time_compare(link.token, token) else None
