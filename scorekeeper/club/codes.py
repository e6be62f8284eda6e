"""A code to be said aloud, for who has the app open already and nothing to scan a link with."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.club.guesses import Guess
from scorekeeper.club.roles import Role
from scorekeeper.database import writing

if TYPE_CHECKING:
    from scorekeeper.club.models import Club

SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No 0, O, 1 or I: they are read and said alike."""
LENGTH = 6
VALID = timedelta(minutes=15)


class Code(models.Model):
    """The code of a club for a role, while it is valid: made from `seed` with the secret key, found by its hash."""

    club = models.ForeignKey("club.Club", models.CASCADE, related_name="codes")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    seed = models.CharField(max_length=32)
    code_hash = models.CharField(max_length=64, db_index=True)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "role"], name="one_code_for_each_role")]

    def __str__(self) -> str:
        return f"a code for a {Role(self.role).label}"

    @classmethod
    def make(cls, club: Club, role: Role) -> None:
        """Make a new code; the one before is valid no longer."""
        seed = secrets.token_hex(16)
        facts = {"seed": seed, "code_hash": _hashed(_made_from(seed)), "until": timezone.now() + VALID}
        with writing():
            cls.objects.update_or_create(club=club, role=role, defaults=facts)

    @classmethod
    def said(cls, text: str, origin: str) -> Code | None:
        """Return the code that was said; None where it is wrong. TooManyGuesses while nobody may try from there."""
        guess = Guess.made(origin)
        hashed, now = _hashed("".join(text.upper().split())), timezone.now()
        code = cls.objects.select_related("club").filter(code_hash=hashed, until__gt=now, club__deleted=None).first()
        if code is not None:
            guess.delete()
        return code

    @property
    def spoken(self) -> str:
        """The code as it is said, in two halves."""
        code = _made_from(self.seed)
        return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def _made_from(seed: str) -> str:
    signed = salted_hmac("scorekeeper.club.codes", seed, algorithm="sha256").digest()
    return "".join(SIGNS[byte % len(SIGNS)] for byte in signed[:LENGTH])


def _hashed(code: str) -> str:
    return salted_hmac("scorekeeper.club.codes.said", code, algorithm="sha256").hexdigest()
