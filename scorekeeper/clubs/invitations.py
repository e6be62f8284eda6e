"""The links of a club: one for each role. Whoever opens one may join; rotated, the old one opens nothing."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe

from scorekeeper import limits
from scorekeeper.clubs.device import has_owner
from scorekeeper.clubs.invite_code import origin_of
from scorekeeper.clubs.models import Club, Device, InviteCode, Role, new_seed
from scorekeeper.clubs.names import checked_name, tidy_name
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest, remember
from scorekeeper.clubs.security_log import record
from scorekeeper.server import network
from scorekeeper.server.database import writing

LETTERS = {Role.OWNER: "o", Role.SCORER: "k", Role.VIEWER: "w"}
ROLES = {letter: role for role, letter in LETTERS.items()}
TOKEN = re.compile(r"([1-9]\d{0,17})([okw])([-\w]{22})", re.ASCII)


class Invitation(NamedTuple):
    """To which club, and as what."""

    club: Club
    role: Role

    @property
    def token(self) -> str:
        secret = f"{self.club.pk} {self.role} {getattr(self.club, _seed_column(self.role))}"
        signed = salted_hmac("scorekeeper.clubs.invitations", secret, algorithm="sha256").digest()[:16]
        return f"{self.club.pk}{LETTERS[self.role]}{urlsafe_b64encode(signed).decode().rstrip('=')}"

    @classmethod
    def first(cls) -> Invitation | None:
        return None if has_owner() else cls(Club.here(), Role.OWNER)

    @classmethod
    def find(cls, token: str) -> Invitation | None:
        """Return what a link invites to; None where it is wrong, or works no longer."""
        parts = TOKEN.fullmatch(token)
        club = Club.objects.filter(pk=int(parts[1])).first() if parts else None
        if parts is None or club is None:
            return None
        invitation = cls(club, ROLES[parts[2]])
        return invitation if constant_time_compare(invitation.token, token) else None


def renew_invitations(club: Club, roles: Sequence[Role], by: Device | None = None) -> None:
    """Make the links of these roles anew, and their codes work no longer."""
    with writing():
        if seeds := {_seed_column(role): new_seed() for role in roles}:
            Club.objects.filter(pk=club.pk).update(**seeds)
            club.codes.filter(role__in=roles).delete()
            record(f"renewed the links for {' and '.join(f'{role.label}s' for role in roles)}", club, by)


def take_out(device: Device, by: Device, *, ends_links: bool = False) -> None:
    """Let a device come in no longer, nor return by a link or a code that it has seen.

    `ends_links`: nobody has a shared link any more, so this device has none either.
    """
    with writing():
        device.revoke()
        if device == by:
            record("left the club", device.club, device)
        else:
            record(f"removed {device}", device.club, by)
            renew_invitations(device.club, roles_shown(device.role), by)
        if ends_links and device.club.shared_links.all().delete()[0]:
            record("ended all shared links", device.club, by)


def change_role(device: Device, role: Role, by: Device) -> None:
    """Let a device do more or less; where less, it does not return by a link or a code to what it was."""
    with writing():
        device.change_role(role)
        if role != device.role:
            record(f"made {device} a {role.label}", device.club, by)
        renew_invitations(device.club, [seen for seen in roles_shown(device.role) if seen > role], by)


def roles_shown(role: int) -> list[Role]:
    """Return the roles whose links a device of this role has seen: its own, and those it may let others be."""
    return [seen for seen in Role if seen <= role]


def _seed_column(role: Role) -> str:
    return f"{role.name.lower()}_seed"


ONLY_HERE = {"localhost", "127.0.0.1", "::1"}


class InviteLink(NamedTuple):
    """How to come in as one of the roles: the address of its link, and the code that works now, if there is one."""

    role: Role
    address: str
    code: InviteCode | None

    @property
    def drawing(self) -> SafeString:
        return _qr_code(self.address)


@lru_cache(maxsize=200)
def _qr_code(address: str) -> SafeString:
    code = segno.make(address, micro=False)
    svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308 -- it holds an address of ours, as squares


def invite_links(request: ClubRequest) -> list[InviteLink]:
    """Return the ways in as what a device may let others be: up to its own role; none for who only looks."""
    if not request.device.is_scorer:
        return []
    club = request.club
    live = club.codes.filter(until__gt=timezone.now())
    codes, home = {code.role: code for code in live}, home_address(request)
    roles = [role for role in Role if role <= request.device.role]
    return [InviteLink(role, invite_url(home, Invitation(club, role)), codes.get(role)) for role in roles]


def invite_url(home: str, invitation: Invitation) -> str:
    """Return the link of an invitation; `home` is how the others reach this installation."""
    return network.link(home, reverse("join-link", args=[invitation.token]))


def home_address(request: AnyRequest | ClubRequest) -> str:
    here = request.build_absolute_uri("/").rstrip("/")
    parts = urlsplit(here)
    host, other = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc, None
    if parts.hostname in ONLY_HERE and not settings.BEHIND_PROXY and not settings.CERT:
        other = network.own_address()
    if settings.OWN_AUTHORITY:
        return f"http://{other or host}:{settings.PORT}"
    return f"{parts.scheme}://{other}:{parts.port or 80}" if other else here


KINDS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android.*Mobile": "Android phone", "Android": "tablet",
    "Windows": "Windows PC", "Macintosh": "Mac", "CrOS": "Chromebook", "Linux": "Linux PC",
}  # fmt: skip
"""What a browser says of itself, and what people call that."""

LONGEST_LABEL, LONGEST_AGENT = 40, 500
_NUMBERS = ["", *(f" {number}" for number in range(2, 1000))]


def join(request: AnyRequest, club: Club, role: Role, holder: str, by: str) -> None:
    """Let the device of `holder` (who may be "") into a club; one that is in keeps the higher role.

    `by` says which invitation it had. A device is in one club: it leaves the one it was in. Impossible where that
    would be left without an owner, QuotaReached where very many have joined.
    """
    label, known = device_label(request, club, holder), request.device
    with writing():
        if role == Role.OWNER and not club.devices.filter(role=Role.OWNER, revoked=None).exists():
            # The first owner's link stood in a terminal and in its log: it is spent.
            renew_invitations(club, [Role.OWNER])
        if known is not None and known.club_id == club.pk:
            if known.role >= role:
                return
            known.change_role(role)
            token, joined = known.renew_token(), known
        else:
            if known is not None:
                known.revoke()
            of_role = club.devices.filter(role=role)
            limits.check_hourly_quota(
                of_role, "first_seen", limits.MAX_DEVICES_PER_HOUR, f"Very many devices joined as {role.label}s"
            )
            joined, token = Device.join(club, label, role)
        record(f"joined as {role.label}, {by}", club, joined)
    remember(request, token)


def found_club(request: AnyRequest, name: str) -> None:
    """Found a club for the device that asks; Impossible with a name that is none, QuotaReached while many do so."""
    name, origin = checked_name(name), origin_of(request)
    founded = Club.everything.exclude(founded_from="")
    with writing():
        limits.check_hourly_quota(founded, "founded", limits.MAX_CLUBS_PER_HOUR, "Very many clubs were founded here")
        from_here = founded.filter(founded_from=origin)
        limits.check_hourly_quota(
            from_here, "founded", limits.MAX_CLUBS_PER_HOUR_AND_NETWORK, "Many clubs were founded from your network"
        )
        join(request, Club.objects.create(name=name, founded_from=origin), Role.OWNER, "", by="who founded it")


def device_label(request: AnyRequest, club: Club, holder: str) -> str:
    """Return what a device is called: “Ada’s iPhone”, “iPhone 2”; Impossible for a holder whose name is none."""
    agent, holder = (
        request.headers.get("User-Agent", "")[:LONGEST_AGENT],
        checked_name(holder) if tidy_name(holder) else "",
    )
    kind = next((name for words, name in KINDS.items() if re.search(words, agent)), "device")
    taken = set(club.devices.filter(revoked=None).values_list("label", flat=True))
    tails = (f"’s {kind}{number}" if holder else f"{kind}{number}" for number in _NUMBERS)
    labels = (holder[: LONGEST_LABEL - len(tail)] + tail for tail in tails)
    return next((label for label in labels if label not in taken), kind)
