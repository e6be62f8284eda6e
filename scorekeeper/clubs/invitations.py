"""Invitations to a club: a link for each role, six letters to say across the table, a rate limit for guesses."""

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
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.clubs.club import Club, new_seed, short_signature
from scorekeeper.clubs.device import Device, Role, has_owner
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
        return None if has_owner() else cls(Club.get_default(), Role.OWNER)

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


def invite_links(device: Device, home: str | None) -> list[InviteLink]:
    """Return the links a device may show to others: up to its own role; none for viewers, or without an address."""
    codes = {code.role: code for code in device.club.codes.filter(expires__gt=timezone.now())}
    roles = [role for role in Role if role <= device.role] if home and device.is_scorer else []
    paths = {role: reverse("join-link", args=[Invitation(device.club, role).token]) for role in roles}
    return [InviteLink(role, f"{home}{path}", codes.get(role)) for role, path in paths.items()]


def home_address(request: HttpRequest) -> str | None:
    """Return the address by which other devices reach this installation; None where they cannot, or none is known."""
    parts = urlsplit(request.build_absolute_uri("/"))
    if settings.ORIGIN and not network.is_local(urlsplit(settings.ORIGIN).hostname):
        home = settings.ORIGIN
    elif network.is_local(parts.hostname):
        home = None if network.serves_here_only() else network.home(parts.port or 80)
    else:
        home = f"{parts.scheme}://{parts.netloc}"
    return None if network.is_local(urlsplit(home or "").hostname) else home


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
    expires = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "role"], name="one_code_for_each_role")]

    def __str__(self) -> str:
        return f"a code for a {Role(self.role).label}"

    @classmethod
    def make(cls, club: Club, role: Role) -> None:
        """Make a new code, which replaces the one before."""
        values = {"seed": new_seed(), "expires": timezone.now() + CODE_LIFETIME}
        cls.objects.update_or_create(club=club, role=role, defaults=values)

    @classmethod
    def find(cls, text: str, network: str) -> InviteCode | None:
        """Return a code by its text, None if it is wrong; TooManyAttempts after too many wrong ones."""
        # Outside the transaction, which keeps others from writing: a program that goes on guessing does not.
        CodeAttempt.limit(network)
        letters = "".join(text.upper().split())
        with transaction.atomic():
            # One after the other, as SQLite has it, or many at once would all be within the limit.
            Club.objects.select_for_update(no_key=True).order_by("pk").first()
            CodeAttempt.limit(network)
            valid = cls.objects.select_related("club").filter(expires__gt=timezone.now(), club__deleted=None)
            code = next((one for one in valid if one.letters == letters), None)
            if code is None:
                CodeAttempt.add(network)
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

    created = models.DateTimeField(auto_now_add=True, db_index=True)
    network_hash = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"tried {self.created}"

    @classmethod
    def limit(cls, network: str) -> None:
        """TooManyAttempts after too many wrong codes; nothing is written."""
        recent = cls.objects.filter(created__gt=timezone.now() - ATTEMPTS_PERIOD)
        from_network = models.Count("pk", filter=models.Q(network_hash=network))
        counted = recent.aggregate(all=models.Count("pk"), from_network=from_network)
        if counted["all"] >= MAX_ATTEMPTS or counted["from_network"] >= MAX_PER_NETWORK:
            raise TooManyAttempts

    @classmethod
    def add(cls, network: str) -> None:
        cls.objects.filter(created__lt=timezone.now() - ATTEMPTS_PERIOD).delete()
        cls.objects.create(network_hash=network)
        record("a wrong code was tried")


def network_hash(request: HttpRequest) -> str:
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
