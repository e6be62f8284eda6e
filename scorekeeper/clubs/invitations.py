"""Invitations to a club: a link for each role, spoken codes of six letters, and a rate limit for wrong codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.db import models, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.clubs.addresses import shared_path
from scorekeeper.clubs.club import Club, new_seed, short_signature
from scorekeeper.clubs.device import Device, Role, default_club_has_owner
from scorekeeper.clubs.security_log import record
from scorekeeper.server import network

# Roles by their letter in a token.
ROLES = {role.label[0]: role for role in Role}
INVITATION_TOKEN = re.compile(rf"([1-9]\d{{0,17}})([{''.join(ROLES)}])([-\w]{{22}})", re.ASCII)


class Invitation(NamedTuple):
    """An invitation to a club in a role. Its token is not stored: it is signed with the club's seed for the role."""

    club: Club
    role: Role

    @property
    def token(self) -> str:
        seed = getattr(self.club, _seed_column(self.role))
        signature = short_signature("scorekeeper.clubs.invitations", f"{self.club.pk} {self.role} {seed}")
        return f"{self.club.pk}{self.role.label[0]}{signature}"

    @classmethod
    def first(cls) -> Invitation | None:
        """Return the invitation for the first owner of a new installation; None if the club has an owner."""
        return None if default_club_has_owner() else cls(Club.get_default(), Role.OWNER)

    @classmethod
    def find(cls, token: str) -> Invitation | None:
        """Return the invitation of a token; None if the token is invalid or was replaced."""
        parts = INVITATION_TOKEN.fullmatch(token)
        club = Club.objects.filter(pk=int(parts[1])).first() if parts else None
        if parts is None or club is None:
            return None
        invitation = cls(club, ROLES[parts[2]])
        return invitation if constant_time_compare(invitation.token, token) else None


def renew_invitations(club: Club, roles: Sequence[Role], actor: Device | None = None) -> None:
    """Replace the links of these roles and delete their codes."""
    if not roles:
        return
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(**{_seed_column(role): new_seed() for role in roles})
        club.codes.filter(role__in=roles).delete()
        record(f"renewed the links for {' and '.join(f'{role.label}s' for role in roles)}", club, actor)


def _seed_column(role: Role) -> str:
    return f"{role.name.lower()}_seed"


class InviteLink(NamedTuple):
    """An invitation as a page shows it: the address of the link, and the code if one is valid."""

    role: Role
    address: str
    code: InviteCode | None

    @property
    def qr_code(self) -> SafeString:
        return qr_svg(self.address)


def qr_svg(address: str) -> SafeString:
    code = segno.make(address, micro=False)
    svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308 -- generated from a URL of this site


def invite_links(device: Device, address: str | None) -> list[InviteLink]:
    """Return a link for each role up to the device's own; none for viewers, or without an address of the site."""
    if address is None or not device.is_scorer:
        return []
    codes = {code.role: code for code in device.club.codes.filter(expires__gt=timezone.now())}
    paths = {
        role: shared_path("join-link", Invitation(device.club, role).token) for role in Role if role <= device.role
    }
    return [InviteLink(role, f"{address}{path}", codes.get(role)) for role, path in paths.items()]


def site_address(request: HttpRequest) -> str | None:
    """Return the address at which other devices reach this site; None if it is unknown or they cannot."""
    parts = urlsplit(request.build_absolute_uri("/"))
    if settings.ORIGIN and not network.is_local(urlsplit(settings.ORIGIN).hostname):
        address = settings.ORIGIN
    elif network.is_local(parts.hostname):
        address = None if network.serves_here_only() else network.home(parts.port or 80)
    else:
        address = f"{parts.scheme}://{parts.netloc}"
    return None if network.is_local(urlsplit(address or "").hostname) else address


# How long a code can be used.
CODE_LIFETIME = timedelta(minutes=15)
CODE_LENGTH = 6
# Without 0, O, 1 and I, which look and sound alike.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class InviteCode(models.Model):
    """A code to join a club in a role. The code is the signature of the seed and is not stored."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="codes")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    seed = models.CharField(max_length=16)
    expires = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "role"], name="one_code_for_each_role")]

    def __str__(self) -> str:
        return f"a code for a {Role(self.role).label}"

    @classmethod
    def make(cls, club: Club, role: Role) -> None:
        """Create a code; it replaces the previous one."""
        values = {"seed": new_seed(), "expires": timezone.now() + CODE_LIFETIME}
        cls.objects.update_or_create(club=club, role=role, defaults=values)

    @classmethod
    def find(cls, text: str, network_hash: str) -> InviteCode | None:
        """Return the code of a text; None if it is wrong, TooManyAttempts after too many wrong codes."""
        # The first check is outside the transaction: a program that keeps guessing must not block those who write.
        CodeAttempt.check_limit(network_hash)
        letters = "".join(text.upper().split())
        with transaction.atomic():
            # The lock makes attempts wait for each other. Otherwise many at once would all be within the limit.
            Club.objects.select_for_update(no_key=True).order_by("pk").first()
            CodeAttempt.check_limit(network_hash)
            valid = cls.objects.select_related("club").filter(expires__gt=timezone.now(), club__deleted=None)
            code = next((code for code in valid if code.letters == letters), None)
            if code is None:
                CodeAttempt.save_attempt(network_hash)
        return code

    @property
    def letters(self) -> str:
        signature = salted_hmac("scorekeeper.clubs.invite_code", self.seed, algorithm="sha256").digest()
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in signature[:CODE_LENGTH])

    @property
    def spoken(self) -> str:
        return f"{self.letters[: CODE_LENGTH // 2]} {self.letters[CODE_LENGTH // 2 :]}"


# How long a wrong code counts.
ATTEMPTS_PERIOD = timedelta(minutes=15)
# Maximum number of wrong codes from one network: enough for people who mishear, too few for programs that guess.
MAX_PER_NETWORK = 10
# Maximum number of wrong codes from all networks together. There are a thousand million codes.
MAX_ATTEMPTS = 200


class TooManyAttempts(Exception):
    """Too many wrong codes were tried; no code is accepted for a while."""


class CodeAttempt(models.Model):
    """A wrong code that was tried. The code itself is not stored."""

    created = models.DateTimeField(auto_now_add=True, db_index=True)
    network_hash = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"tried {self.created}"

    @classmethod
    def check_limit(cls, network_hash: str) -> None:
        """Raise TooManyAttempts after too many wrong codes."""
        recent = cls.objects.filter(created__gt=timezone.now() - ATTEMPTS_PERIOD)
        from_network = models.Count("pk", filter=models.Q(network_hash=network_hash))
        counts = recent.aggregate(total=models.Count("pk"), from_network=from_network)
        if counts["total"] >= MAX_ATTEMPTS or counts["from_network"] >= MAX_PER_NETWORK:
            raise TooManyAttempts

    @classmethod
    def save_attempt(cls, network_hash: str) -> None:
        cls.objects.filter(created__lt=timezone.now() - ATTEMPTS_PERIOD).delete()
        cls.objects.create(network_hash=network_hash)
        record("wrong code tried")


def get_network_hash(request: HttpRequest) -> str:
    """Return a fingerprint of the network a request comes from."""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.BEHIND_PROXY else ""
    network = _network_of(forwarded or request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("scorekeeper.clubs.invite_code.origin", network, algorithm="sha256").hexdigest()


def _network_of(address: str) -> str:
    """Return the network that one household or one rented server has: an IPv4 address, or a /64 of IPv6."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
