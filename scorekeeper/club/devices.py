"""The devices of a club, and what each of them may do there."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, models
from django.utils import timezone

from games.impossible import Impossible
from scorekeeper.club.deleting import GRACE
from scorekeeper.club.roles import Role
from scorekeeper.database import found, moment, writing

if TYPE_CHECKING:
    from scorekeeper.club.models import Club

A_WHILE = timedelta(hours=1)
"""When a device was last seen is written down no more often than this."""


# In the order of the models: Django fills them in by that.
WHO = ["id", "club_id", "label", "role", "revoked"]
CLUB = ["id", "name", "zone", "counted_by"]
KNOWN = """
    SELECT club.name, club.zone, club.counted_by,
           who.id, who.club_id, who.label, who.role, who.revoked, who.last_seen < %s
    FROM club_device who JOIN club_club club ON club.id = who.club_id AND club.deleted IS NULL
    WHERE who.token_hash = %s AND who.revoked IS NULL
"""
"""Asked by every page, and so written out: putting it together takes Django ten times as long as asking it."""


class Device(models.Model):
    """A phone, tablet or computer. It shows a random token in a cookie; only the token's hash is kept.

    `missed`: it was not seen for a while.
    """

    missed = False

    club = models.ForeignKey("club.Club", models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=40)
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.KEEPER)
    first_seen = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__gte=1, role__lte=3), name="device_has_a_role"),
        ]

    def __str__(self) -> str:
        return self.label

    @classmethod
    def known(cls, token: str) -> Device | None:
        """Return the device that shows this token with its club, unless it may come in no longer."""
        if not token:
            return None
        kind: Any = cls._meta.get_field("club").related_model  # its file needs this one
        for name, zone, counted_by, *facts in found(KNOWN, moment(A_WHILE), hashed(token)):
            device = cls.of(*facts)
            device.club = kind.from_db(DEFAULT_DB_ALIAS, CLUB, [device.club_id, name, zone, counted_by])
            return device
        return None

    @classmethod
    def of(cls, *facts: Any) -> Device:
        """Return a device from what a statement found: WHO it is, and whether it was missed."""
        *who, missed = facts
        device = cls.from_db(DEFAULT_DB_ALIAS, WHO, who)
        device.missed = bool(missed)
        return device

    @classmethod
    def left(cls, token: str) -> Device | None:
        """Return the device of an owner that shows this token, where the club was deleted and can be brought back."""
        if not token:
            return None
        left = cls.objects.select_related("club").filter(club__deleted__gt=timezone.now() - GRACE, role=Role.OWNER)
        return left.filter(token_hash=hashed(token), revoked=None).first()

    @classmethod
    def join(cls, club: Club, label: str, role: Role = Role.KEEPER) -> tuple[Device, str]:
        """Write a new device down; return it with the token it is to show."""
        token = new_token()
        return cls.objects.create(club=club, token_hash=hashed(token), label=label, role=role), token

    @property
    def rank(self) -> Role:
        """Its role, with the words for it."""
        return Role(self.role)

    @property
    def is_keeper(self) -> bool:
        """Say whether it may write."""
        return self.role >= Role.KEEPER

    @property
    def is_owner(self) -> bool:
        """Say whether it may decide about the club."""
        return self.role >= Role.OWNER

    def seen(self) -> None:
        """Write down that it was here."""
        with writing():
            Device.objects.filter(pk=self.pk).update(last_seen=timezone.now())

    def called(self, label: str) -> None:
        """Give it another name."""
        with writing():
            Device.objects.filter(pk=self.pk).update(label=label)

    def become(self, role: Role) -> None:
        """Let it do more, or less; Impossible where the club would be left without an owner."""
        with writing():
            self._check_owners(staying=role == Role.OWNER)
            Device.objects.filter(pk=self.pk).update(role=role)

    def renewed(self) -> str:
        """Give it another token, and return it: who knew the one before is not let do what it may do now."""
        token = new_token()
        Device.objects.filter(pk=self.pk).update(token_hash=hashed(token))
        return token

    def leave(self) -> None:
        """Let it come in no longer; Impossible where the club would be left without an owner."""
        with writing():
            self._check_owners(staying=False)
            Device.objects.filter(pk=self.pk, revoked=None).update(revoked=timezone.now())

    def _check_owners(self, *, staying: bool) -> None:
        # Two owners may leave at the same moment: the second has to see that the first is gone.
        type(self.club).objects.select_for_update(no_key=True).get(pk=self.club_id)
        owners = self.club.devices.filter(role=Role.OWNER, revoked=None)
        if not staying and {device.pk for device in owners} == {self.pk}:
            raise Impossible("this is the club’s only owner: make another device an owner first")


def new_token() -> str:
    """Return 128 random bits, as a cookie can hold them."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
