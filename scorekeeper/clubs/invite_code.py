"""Invite codes: six letters that are said across the table, and a rate limit for those who guess them."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.clubs.club import Club, new_seed
from scorekeeper.clubs.device import Role

# How long a code can be used.
CODE_LIFETIME = timedelta(minutes=15)
CODE_LENGTH = 6
# No 0, O, 1 or I: they look and sound alike.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class InviteCode(models.Model):
    """A code to join a club in a role. Only the seed is stored, from which the secret key makes the code."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="codes")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    seed = models.CharField(max_length=16)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "role"], name="one_code_for_each_role")]

    def __str__(self) -> str:
        return f"a code for a {Role(self.role).label}"

    @classmethod
    def make(cls, club: Club, role: Role) -> None:
        """Make a new code, which replaces the one before."""
        values = {"seed": new_seed(), "until": timezone.now() + CODE_LIFETIME}
        cls.objects.update_or_create(club=club, role=role, defaults=values)

    @classmethod
    def find(cls, text: str, origin: str) -> InviteCode | None:
        """Return a code by its text, None if it is wrong; TooManyAttempts after too many wrong ones."""
        attempt = CodeAttempt.record(origin)
        letters = "".join(text.upper().split())
        valid = cls.objects.select_related("club").filter(until__gt=timezone.now(), club__deleted=None)
        code = next((one for one in valid if one.letters == letters), None)
        if code is not None:
            attempt.delete()
        return code

    @property
    def letters(self) -> str:
        signed = salted_hmac("scorekeeper.clubs.invite_code", self.seed, algorithm="sha256").digest()
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in signed[:CODE_LENGTH])

    @property
    def spoken(self) -> str:
        return f"{self.letters[: CODE_LENGTH // 2]} {self.letters[CODE_LENGTH // 2 :]}"


# Wrong codes are counted over this time.
ATTEMPTS_PERIOD = timedelta(minutes=15)
# Maximum number of wrong codes from one network: people mishear, programs guess.
MAX_PER_NETWORK = 10
# Maximum number of wrong codes from all networks together. One code in a thousand million is right.
MAX_ATTEMPTS = 200


class TooManyAttempts(Exception):
    """Too many wrong codes were tried: no code is accepted for a while."""


class CodeAttempt(models.Model):
    """A wrong code that was tried, and a fingerprint of the network it came from."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    origin = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"tried {self.at}"

    @classmethod
    def record(cls, origin: str) -> CodeAttempt:
        """Count an attempt before its code is looked at; the caller deletes it if the code is right."""
        cls.objects.filter(at__lt=timezone.now() - ATTEMPTS_PERIOD).delete()
        # Others may try at the same moment: each counts itself first, then all.
        attempt = cls.objects.create(origin=origin)
        if cls.objects.count() > MAX_ATTEMPTS or cls.objects.filter(origin=origin).count() > MAX_PER_NETWORK:
            attempt.delete()
            raise TooManyAttempts
        return attempt


def origin_of(request: HttpRequest) -> str:
    """Return a fingerprint of the network a request comes from."""
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.BEHIND_PROXY else ""
    network = _network(named or request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("scorekeeper.clubs.invite_code.origin", network, algorithm="sha256").hexdigest()


def _network(address: str) -> str:
    """Return the network of one household or one rented server: of IPv6 that is a /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
