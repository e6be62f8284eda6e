"""How others come in: the ways that are shown to who may let them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from scorekeeper import network
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Code, Role

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit

ONLY_HERE = {"localhost", "127.0.0.1", "::1"}


class Way(NamedTuple):
    """How to come in as one of the roles: the address of its link, and the code that works now, if there is one."""

    role: Role
    address: str
    code: Code | None

    @property
    def drawing(self) -> SafeString:
        """The address as a QR code: dark on light in any theme, with the quiet zone that readers need."""
        code = segno.make(self.address, micro=False)
        svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
        return mark_safe(svg)  # noqa: S308 -- it holds an address of ours, as squares


def ways(request: Visit) -> list[Way]:
    """Return the ways in as what a device may let others be: up to its own role; none for who only looks."""
    if not request.device.is_keeper:
        return []
    live = request.club.codes.filter(until__gt=timezone.now())
    codes, home = {code.role: code for code in live}, home_address(request)
    roles = [role for role in Role if role <= request.device.role]
    return [Way(role, address(home, Invitation(request.club, role)), codes.get(role)) for role in roles]


def address(home: str, invitation: Invitation) -> str:
    """Return the link of an invitation; `home` is how the others reach this installation."""
    return home + reverse("link", args=[invitation.token])


def home_address(request: Visit) -> str:
    """Return where other devices reach this installation: who asks from the machine itself sees what only it can."""
    here = request.build_absolute_uri("/").rstrip("/")
    parts, other = urlsplit(here), None
    if parts.hostname in ONLY_HERE and not settings.HTTPS:
        other = network.own_address()
    return f"{parts.scheme}://{other}:{parts.port or 80}" if other else here
