"""Who belongs to the table: the club, its players, and the devices that may write."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.db import models

from scorekeeper.database import writing

if TYPE_CHECKING:
    from collections.abc import Iterable


class Club(models.Model):
    """People who play together."""

    name = models.CharField(max_length=40)
    founded = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def here(cls) -> Club:
        """Return the one club of this installation, founding it when there is none."""
        club = cls.objects.order_by("pk").first()
        if club is None:
            with writing():
                club = cls.objects.order_by("pk").first() or cls.objects.create(name="Our club")
        return club

    def players_named(self, names: Iterable[str]) -> list[Player]:
        """Return the players of these names in this order, new ones written down."""
        known = {player.name: player for player in self.players.filter(name__in=list(names))}
        return [known.get(name) or self.players.create(name=name) for name in names]


class Player(models.Model):
    """Somebody who plays. The name is any text of up to 40 characters."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    joined = models.DateTimeField(auto_now_add=True)
    last_played = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="player_name_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "-last_played"], name="player_recent")]

    def __str__(self) -> str:
        return self.name


class Device(models.Model):
    """A phone, tablet or computer. It shows a random token in a cookie; only the token's hash is kept."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=40)
    first_seen = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.label

    @classmethod
    def known(cls, token: str) -> Device | None:
        """Return the device that shows this token, if there is one."""
        return cls.objects.filter(token_hash=_hash(token)).first()

    @classmethod
    def join(cls, club: Club, label: str) -> tuple[Device, str]:
        """Write a new device down; return it with the token it is to show."""
        token = secrets.token_urlsafe(16)
        return cls.objects.create(club=club, token_hash=_hash(token), label=label), token


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
