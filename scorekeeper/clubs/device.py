"""Devices: members of a club and their roles. There are no accounts."""

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

# `last_seen` is written at most this often.
SEEN_INTERVAL = timedelta(hours=1)


class Role(models.IntegerChoices):
    """The permissions of a device. Each role includes the ones before it."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    OWNER = 3, "owner"

    @property
    def description(self) -> str:
        return {
            1: "A viewer can look",
            2: "A scorer can enter scores",
            3: "An owner can do everything, also invite others",
        }[self.value]


class Device(models.Model):
    """A phone, tablet or computer. Its cookie holds a random token, of which only the hash is stored.

    `player`: its holder, if known. `label`: its name in lists; labels are not unique.
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
    def find(cls, *tokens: str) -> dict[str, Device]:
        """Return the devices of the valid tokens by token, with their clubs."""
        hashes = {hash_token(token): token for token in tokens}
        active = cls.objects.select_related("club").filter(revoked=None, club__deleted=None)
        # Every request runs this query.
        return {hashes[device.token_hash]: device for device in active.filter(token_hash__in=hashes)}

    @classmethod
    def find_in_deleted_club(cls, *tokens: str) -> Device | None:
        """Return the device of one of these tokens if its club was deleted and can be restored; an owner’s first."""
        devices = cls.objects.select_related("club__deleted_by").filter(
            revoked=None, club__deleted__gt=timezone.now() - GRACE_PERIOD
        )
        hashes = [hash_token(token) for token in tokens]
        return devices.filter(token_hash__in=hashes).order_by("-role").first() if tokens else None

    @classmethod
    def join(cls, club: Club, label: str, role: Role = Role.SCORER, player: Player | None = None) -> tuple[Device, str]:
        """Create a device; return it with its token."""
        token = new_token()
        device = cls.objects.create(club=club, token_hash=hash_token(token), label=label, role=role, player=player)
        return device, token

    def get_role(self) -> Role:
        return Role(self.role)

    @property
    def is_scorer(self) -> bool:
        return self.role >= Role.SCORER

    @property
    def is_owner(self) -> bool:
        return self.role >= Role.OWNER

    @property
    def numbered_label(self) -> str:
        """The label with the device's number, since several devices may have the same label."""
        return f"{self.label} (device {self.pk})"

    @property
    def is_only_owner(self) -> bool:
        owners = self.club.devices.filter(role=Role.OWNER, revoked=None)
        return {device.pk for device in owners} == {self.pk}

    def change_role(self, role: Role) -> None:
        """Change the role; Impossible if the club would be left without an owner."""
        with transaction.atomic():
            if role != Role.OWNER:
                self._require_another_owner()
            Device.objects.filter(pk=self.pk).update(role=role)

    def renew_token(self) -> str:
        token = new_token()
        Device.objects.filter(pk=self.pk).update(token_hash=hash_token(token))
        return token

    def revoke(self) -> None:
        """Remove the device from its club; Impossible if the club would be left without an owner."""
        with transaction.atomic():
            self._require_another_owner()
            Device.objects.filter(pk=self.pk, revoked=None).update(revoked=timezone.now())

    def _require_another_owner(self) -> None:
        # Two owners may leave at the same moment. The lock makes the second wait and see that the first has left.
        Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
        if self.is_only_owner:
            raise Impossible("this is the club’s only owner: make another device an owner first")


def default_club_has_owner() -> bool:
    return Device.objects.filter(club__is_default=True, role=Role.OWNER, revoked=None).exists()


def new_token() -> str:
    """Return 128 random bits in characters that are safe in a cookie."""
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
