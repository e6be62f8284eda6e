"""Invitations: a link for each role of a club, shown as an address, a QR code and sometimes a spoken code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.clubs.club import new_seed, short_signature
from scorekeeper.clubs.device import has_owner
from scorekeeper.clubs.models import Club, Device, InviteCode, Role
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest
from scorekeeper.clubs.security_log import record
from scorekeeper.server import network

# The letter in a link that says which role it invites to.
ROLES = {role.label[0]: role for role in Role}
INVITATION_TOKEN = re.compile(rf"([1-9]\d{{0,17}})([{''.join(ROLES)}])([-\w]{{22}})", re.ASCII)


class Invitation(NamedTuple):
    """An invitation to a club in a role. Its token is signed with the club's seed for that role, and stored nowhere."""

    club: Club
    role: Role

    @property
    def token(self) -> str:
        seed = getattr(self.club, _seed_column(self.role))
        signature = short_signature("scorekeeper.clubs.invitations", f"{self.club.pk} {self.role} {seed}")
        return f"{self.club.pk}{self.role.label[0]}{signature}"

    @classmethod
    def first(cls) -> Invitation | None:
        """Return the owner's invitation to a new installation; None once somebody has joined by it."""
        return None if has_owner() else cls(Club.here(), Role.OWNER)

    @classmethod
    def find(cls, token: str) -> Invitation | None:
        """Return the invitation of a token; None if it is wrong or was replaced."""
        parts = INVITATION_TOKEN.fullmatch(token)
        club = Club.objects.filter(pk=int(parts[1])).first() if parts else None
        if parts is None or club is None:
            return None
        invitation = cls(club, ROLES[parts[2]])
        return invitation if constant_time_compare(invitation.token, token) else None


def renew_invitations(club: Club, roles: Sequence[Role], by: Device | None = None) -> None:
    """Replace the links of these roles, and end their codes."""
    if not roles:
        return
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(**{_seed_column(role): new_seed() for role in roles})
        club.codes.filter(role__in=roles).delete()
        record(f"renewed the links for {' and '.join(f'{role.label}s' for role in roles)}", club, by)


def _seed_column(role: Role) -> str:
    return f"{role.name.lower()}_seed"


class InviteLink(NamedTuple):
    """An invitation as it is shown: the address of its link, and its code while there is one."""

    role: Role
    address: str
    code: InviteCode | None

    @property
    def qr_code(self) -> SafeString:
        code = segno.make(self.address, micro=False)
        svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
        return mark_safe(svg)  # noqa: S308 -- an address of ours, as squares


def invite_links(request: ClubRequest) -> list[InviteLink]:
    """Return the links a device may show to others: up to its own role; none for viewers."""
    if not request.device.is_scorer:
        return []
    codes = {code.role: code for code in request.club.codes.filter(until__gt=timezone.now())}
    home, roles = home_address(request), [role for role in Role if role <= request.device.role]
    tokens = [Invitation(request.club, role).token for role in roles]
    addresses = [network.link(home, reverse("join-link", args=[token])) for token in tokens]
    return [InviteLink(role, address, codes.get(role)) for role, address in zip(roles, addresses, strict=True)]


def home_address(request: AnyRequest | ClubRequest) -> str:
    """Return the address by which other devices reach this installation."""
    here = request.build_absolute_uri("/").rstrip("/")
    parts = urlsplit(here)
    host, other = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc, None
    is_local = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if is_local and not settings.BEHIND_PROXY and not settings.CERT:
        other = network.own_address()
    if settings.OWN_AUTHORITY:
        return f"http://{other or host}:{settings.PORT}"
    return f"{parts.scheme}://{other}:{parts.port or 80}" if other else here
