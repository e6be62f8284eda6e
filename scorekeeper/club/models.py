"""Who belongs to the table: the club and its players. Its devices are in devices.py."""

from __future__ import annotations

import secrets
import unicodedata
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from scorekeeper.club import deleting
from scorekeeper.club.codes import Code
from scorekeeper.club.deleting import Everything, There
from scorekeeper.club.devices import Device
from scorekeeper.club.guesses import Guess
from scorekeeper.club.roles import Role
from scorekeeper.database import writing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

__all__ = ["Club", "Code", "Device", "Guess", "Player", "Role", "folded"]

OURS = "Our club"
NIGHT_ENDS = 6
"""The hour of the morning up to which people still say “tonight”."""


def zone_here() -> str:
    """Return the time zone of this installation."""
    return str(settings.TIME_ZONE)


def new_seed() -> str:
    """Return what makes a new link differ from all before it."""
    return secrets.token_hex(8)


class Club(models.Model):
    """People who play together; `zone` is the name of the time zone their evenings are in.

    `ours`: founded with this installation; true for one club, null for others. The seeds make the links by which others
    join (links.py): another seed, another link. `deleted`: when it was taken off all pages. `counted_by`: what its
    figures were counted by (nights/books/declared.py).
    """

    name = models.CharField(max_length=40)
    zone = models.CharField(max_length=64, default=zone_here)
    founded = models.DateTimeField(auto_now_add=True)
    ours = models.BooleanField(null=True, unique=True)
    owner_seed = models.CharField(max_length=16, default=new_seed)
    keeper_seed = models.CharField(max_length=16, default=new_seed)
    watcher_seed = models.CharField(max_length=16, default=new_seed)
    deleted = models.DateTimeField(null=True)
    counted_by = models.CharField(max_length=16, default="")

    # The first one is what everything goes by: who means the deleted ones too has to say so.
    objects = There["Club"]()
    everything = Everything["Club"]()

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name")]

    delete_whole = deleting.delete
    bring_back = deleting.bring_back

    def __str__(self) -> str:
        return self.name

    @classmethod
    def here(cls) -> Club:
        """Return the club of this installation itself; founded now where there is none."""
        club = cls.objects.filter(ours=True).first()
        if club is None:
            with writing():
                club, _ = cls.objects.get_or_create(ours=True, defaults={"name": OURS})
        return club

    def evening_of(self, moment: datetime) -> date:
        """Return the date of the game night a moment belongs to, by this club's clock."""
        try:
            there = moment.astimezone(ZoneInfo(self.zone))
            return there.date() - timedelta(days=there.hour < NIGHT_ENDS)
        except OverflowError:  # the first or the last day of the calendar, in somebody's scoresheet
            return moment.date()

    def players_named(self, names: Sequence[str]) -> list[Player]:
        """Return the players of these names in this order, new ones written down; who has two names answers to both."""
        # Two phones may bring the same new player at once.
        Player.objects.bulk_create([Player(club=self, name=name) for name in names], ignore_conflicts=True)
        named = self.players.filter(name__in=names).select_related("same_as")
        known = {player.name: player.same_as or player for player in named}
        return [known[name] for name in names]


class Player(models.Model):
    """Somebody who plays. The name is any text of up to 40 characters.

    `mark`: the colour and shape they chose, by number. `archived`: no longer asked to sit down. `same_as`: this turned
    out to be another name of somebody, who has all the seats.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    mark = models.PositiveSmallIntegerField(null=True)
    joined = models.DateTimeField(auto_now_add=True)
    last_played = models.DateTimeField(null=True)
    archived = models.BooleanField(default=False)
    same_as = models.ForeignKey("self", models.CASCADE, null=True, related_name="other_names")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="player_name_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "-last_played"], name="player_recent")]

    def __str__(self) -> str:
        return self.name


def folded(name: str) -> str:
    """Return a name as it is kept: one way of writing each letter, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())
