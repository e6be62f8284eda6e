"""Devices: who is in a club, and as what. There are no accounts."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from games.core.errors import Impossible
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.club import GRACE_PERIOD, Club
from scorekeeper.clubs.player import Player

# When a device was last seen is written at most this often.
SEEN_INTERVAL = timedelta(hours=1)


class Role(models.IntegerChoices):
    """What a device may do. Each role may do what the ones before it may."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    OWNER = 3, "owner"

    @property
    def may(self) -> str:
        return {1: "can look", 2: "can look and enter scores", 3: "can do everything, also invite others"}[self.value]


class Device(models.Model):
    """A phone, tablet or computer. It shows a random token in a cookie; only the token's hash is stored.

    `player`: whose it is, if somebody said so. `label`: what it is called; nobody is found by it.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=MAX_NAME_LENGTH)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="devices")
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.SCORER)
    first_seen = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__gte=1, role__lte=3), name="device_has_a_role"),
        ]

    def __str__(self) -> str:
        return self.label

    @classmethod
    def in_clubs(cls) -> models.QuerySet[Device]:
        """Return the devices that are in a club, with their clubs."""
        return cls.objects.select_related("club").filter(revoked=None, club__deleted=None)

    @classmethod
    def find(cls, *tokens: str) -> Device | None:
        """Return the device that shows one of these tokens, the first that is known; None for a stranger."""
        hashes = [hashed_token(token) for token in tokens]
        # Every request asks this: first() would order a single row, which takes as long again.
        found = {one.token_hash: one for one in cls.in_clubs().filter(token_hash__in=hashes)}
        return next((found[known] for known in hashes if known in found), None)

    @classmethod
    def find_owner_of_deleted(cls, *tokens: str) -> Device | None:
        """Return the device that shows one of these tokens, if it owns a deleted club that can be restored."""
        owners = cls.objects.select_related("club").filter(revoked=None, role=Role.OWNER)
        left = owners.filter(club__deleted__gt=timezone.now() - GRACE_PERIOD)
        return left.filter(token_hash__in=[hashed_token(token) for token in tokens]).first() if tokens else None

    @classmethod
    def join(cls, club: Club, label: str, role: Role = Role.SCORER, player: Player | None = None) -> tuple[Device, str]:
        """Create a device; return it with the token it is to show."""
        token = new_token()
        device = cls.objects.create(club=club, token_hash=hashed_token(token), label=label, role=role, player=player)
        return device, token

    @property
    def rank(self) -> Role:
        return Role(self.role)

    @property
    def is_scorer(self) -> bool:
        return self.role >= Role.SCORER

    @property
    def is_owner(self) -> bool:
        return self.role >= Role.OWNER

    def shows(self, token: str) -> bool:
        return self.token_hash == hashed_token(token)

    @property
    def was_just_seen(self) -> bool:
        return timezone.now() - self.last_seen < SEEN_INTERVAL

    @property
    def numbered_label(self) -> str:
        """The label and the number: others may give their device the same label."""
        return f"{self.label} (device {self.pk})"

    def change_role(self, role: Role) -> None:
        """Change the role; Impossible if the club would be left without an owner."""
        with transaction.atomic():
            self._check_owners(stays_owner=role == Role.OWNER)
            Device.objects.filter(pk=self.pk).update(role=role)

    def renew_token(self) -> str:
        token = new_token()
        Device.objects.filter(pk=self.pk).update(token_hash=hashed_token(token))
        return token

    def revoke(self) -> None:
        """Take the device out of its club; Impossible if the club would be left without an owner."""
        with transaction.atomic():
            self._check_owners(stays_owner=False)
            Device.objects.filter(pk=self.pk, revoked=None).update(revoked=timezone.now())

    @property
    def is_only_owner(self) -> bool:
        owners = self.club.devices.filter(role=Role.OWNER, revoked=None)
        return {device.pk for device in owners} == {self.pk}

    def _check_owners(self, *, stays_owner: bool) -> None:
        # Two owners may leave at the same moment: the second has to see that the first is gone.
        Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
        if not stays_owner and self.is_only_owner:
            raise Impossible("this is the club’s only owner: make another device an owner first")


def has_owner() -> bool:
    """Whether somebody has opened the owner's link of this installation's club."""
    return Device.objects.filter(club__is_default=True, role=Role.OWNER, revoked=None).exists()


def new_token() -> str:
    """Return 128 random bits, as a cookie can hold them."""
    return secrets.token_urlsafe(16)


def hashed_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
