"""How a device joins a club, and how a club is founded by strangers."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from games.core.errors import Impossible
from games.core.scoresheet import check_name
from scorekeeper.clubs.middleware import remember
from scorekeeper.clubs.models import Club, Device, Role, folded
from scorekeeper.server.database import writing

if TYPE_CHECKING:
    from scorekeeper.clubs.permissions import AnyRequest

KINDS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
FOUNDED_AN_HOUR = 20
"""So many clubs strangers may found together: more in an hour is somebody's program."""


class TooManyFounded(Impossible):
    """No more clubs for a while."""

    def __init__(self) -> None:
        super().__init__("many clubs were founded here just now: try again in an hour")


def join(request: AnyRequest, club: Club, role: Role, label: str) -> None:
    """Let the device that asks into a club; one that is in keeps the higher role.

    A device is in one club: it leaves the one it was in. Impossible where that would be left without an owner.
    """
    label, known = checked_name(label or kind_of(request)), request.device
    with writing():
        if known is not None and known.club_id == club.pk:
            if known.role >= role:
                return
            known.become(role)
            token = known.renewed()
        else:
            if known is not None:
                known.leave()
            _, token = Device.join(club, label, role)
    remember(request, token)


def found(request: AnyRequest, name: str, label: str = "") -> None:
    """Found a club for the device that asks; Impossible with a name that is none, or while many do so."""
    name = checked_name(name)
    with writing():
        if Club.everything.filter(founded__gt=timezone.now() - timedelta(hours=1)).count() >= FOUNDED_AN_HOUR:
            raise TooManyFounded
        join(request, Club.objects.create(name=name), Role.OWNER, label)


def kind_of(request: AnyRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    return next((kind for kind in KINDS if kind in agent), "a device")


def checked_name(name: str) -> str:
    """Return a name as it is kept; Impossible where it is none."""
    name = folded(name)
    try:
        check_name(name)
    except Impossible:
        raise Impossible("a name has 1 to 40 characters that can be shown") from None
    return name
