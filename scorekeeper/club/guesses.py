"""Wrong codes that were tried: how many, and from where. Few may be, so that nobody finds a right one."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.database import writing

if TYPE_CHECKING:
    from django.http import HttpRequest

COUNTS = timedelta(minutes=15)
FROM_ONE = 10
"""So many wrong codes are looked at in that time from one address: people mishear, programs guess."""
FROM_ALL = 200
"""So many from everybody together, who may have many addresses. One code in a thousand million is right."""


class TooManyGuesses(Exception):
    """So many wrong codes were tried that none is looked at for a while."""


class Guess(models.Model):
    """A code that was tried, and a fingerprint of where that came from. One that was right is deleted at once."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    origin = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"tried {self.at}"

    @classmethod
    def made(cls, origin: str) -> Guess:
        """Count a guess before the code is looked at: of guesses made at once, none sees fewer than there are."""
        if cls._are_enough(origin, already=1):
            raise TooManyGuesses
        with writing():
            cls.objects.filter(at__lt=timezone.now() - COUNTS).delete()
            guess = cls.objects.create(origin=origin)
        if cls._are_enough(origin):
            guess.delete()
            raise TooManyGuesses
        return guess

    @classmethod
    def _are_enough(cls, origin: str, already: int = 0) -> bool:
        counting = cls.objects.filter(at__gt=timezone.now() - COUNTS)
        made = counting.aggregate(all=Count("pk"), here=Count("pk", filter=Q(origin=origin)))
        return bool(made["all"] + already > FROM_ALL or made["here"] + already > FROM_ONE)


def origin_of(request: HttpRequest) -> str:
    """Return a fingerprint of the address a request comes from: that which the proxy names, where there is one."""
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.HTTPS else ""
    network = _network(named or request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("scorekeeper.club.guesses", network, algorithm="sha256").hexdigest()


def _network(address: str) -> str:
    """Return what one household or one rented server has: of IPv6 that is a whole network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
