"""The links of a club: one for each role. Whoever opens one may join; rotated, the old one opens nothing."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from typing import NamedTuple

from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.club.models import Club, Role, new_seed
from scorekeeper.database import writing

LETTERS = {Role.OWNER: "o", Role.KEEPER: "k", Role.WATCHER: "w"}
ROLES = {letter: role for role, letter in LETTERS.items()}
TOKEN = re.compile(r"([1-9]\d{0,17})([okw])([-\w]{22})", re.ASCII)


class Invitation(NamedTuple):
    """To which club, and as what."""

    club: Club
    role: Role

    @property
    def token(self) -> str:
        """What stands in its link. Signed, so that there is nothing in the database from which it could be made."""
        said = f"{self.club.pk} {self.role} {getattr(self.club, _seed(self.role))}"
        signed = salted_hmac("scorekeeper.club.links", said, algorithm="sha256").digest()[:16]
        return f"{self.club.pk}{LETTERS[self.role]}{urlsafe_b64encode(signed).decode().rstrip('=')}"

    @classmethod
    def first(cls) -> Invitation | None:
        """Return the one to own this installation's first club, while nobody does."""
        club = Club.here()
        return None if club.devices.filter(role=Role.OWNER, revoked=None).exists() else cls(club, Role.OWNER)

    @classmethod
    def found(cls, token: str) -> Invitation | None:
        """Return what a link invites to; None where it is wrong, or works no longer."""
        parts = TOKEN.fullmatch(token)
        club = Club.objects.filter(pk=int(parts[1])).first() if parts else None
        if parts is None or club is None:
            return None
        invitation = cls(club, ROLES[parts[2]])
        return invitation if constant_time_compare(invitation.token, token) else None

    def rotate(self) -> None:
        """Make its link another one. Who came in by the old one stays."""
        with writing():
            Club.objects.filter(pk=self.club.pk).update(**{_seed(self.role): new_seed()})


def _seed(role: Role) -> str:
    return f"{role.name.lower()}_seed"
