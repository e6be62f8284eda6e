"""A club with its players and its devices, their roles, and the codes by which others join."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.core.errors import Impossible
from games.core.keypad import rarest_first
from scorekeeper.server.database import fetch_rows, moment_ago, writing

GRACE_PERIOD = timedelta(days=30)
T = TypeVar("T", bound=models.Model)


class ActiveManager(models.Manager[T]):
    """Leaves out what was deleted."""

    def get_queryset(self) -> models.QuerySet[T]:
        return super().get_queryset().filter(deleted=None)


class SoftDeleteManager(models.Manager[T]):
    """Deleted rows too. They can be restored for thirty days."""

    def deleted(self) -> models.QuerySet[T]:
        return self.filter(deleted__gt=timezone.now() - GRACE_PERIOD)

    def gone(self) -> models.QuerySet[T]:
        return self.filter(deleted__lte=timezone.now() - GRACE_PERIOD)


class Role(models.IntegerChoices):
    """What a device may do: look, also write, also decide about the club. Each may do what the ones before it may."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    OWNER = 3, "owner"

    @property
    def may(self) -> str:
        return {1: "can look", 2: "can look and enter scores", 3: "can do everything, also invite others"}[self.value]


OURS = "Our club"
NIGHT_ENDS = 6
"""The hour of the morning up to which people still say “tonight”."""


def zone_here() -> str:
    return str(settings.TIME_ZONE)


def new_seed() -> str:
    return secrets.token_hex(8)


class Club(models.Model):
    """People who play together; `zone` is the name of the time zone their game nights are in.

    `ours`: founded with this installation; true for one club, null for others. The seeds make the links by which others
    join: another seed, another link. `deleted`: when it was soft-deleted. `counted_by`: hash of the statistics'
    definitions that its figures were counted by. `founded_from`: fingerprint of the network of a stranger who founded
    it.
    """

    name = models.CharField(max_length=40)
    zone = models.CharField(max_length=64, default=zone_here)
    founded = models.DateTimeField(auto_now_add=True)
    ours = models.BooleanField(null=True, unique=True)
    owner_seed = models.CharField(max_length=16, default=new_seed)
    scorer_seed = models.CharField(max_length=16, default=new_seed)
    viewer_seed = models.CharField(max_length=16, default=new_seed)
    deleted = models.DateTimeField(null=True)
    counted_by = models.CharField(max_length=16, default="")
    founded_from = models.CharField(max_length=64, default="", db_index=True)

    # The first one is what everything goes by: who means the deleted ones too has to say so.
    objects = ActiveManager["Club"]()
    everything = SoftDeleteManager["Club"]()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def here(cls) -> Club:
        """Return the club of this installation itself; founded now where there is none."""
        club = cls.objects.filter(ours=True).first()
        if club is None:
            with writing():
                club, _ = cls.objects.get_or_create(ours=True, defaults={"name": OURS})
        return club

    @classmethod
    def is_owned(cls) -> bool:
        """Whether somebody opened the owner's link of this installation's club yet."""
        return Device.objects.filter(club__ours=True, role=Role.OWNER, revoked=None).exists()

    def delete_whole(self) -> None:
        with writing():
            # The installation may have another first club now.
            Club.objects.filter(pk=self.pk).update(deleted=timezone.now(), ours=None)

    def bring_back(self) -> None:
        with writing():
            first = None if Club.everything.filter(ours=True).exists() else True
            Club.everything.deleted().filter(pk=self.pk).update(deleted=None, ours=first)

    def night_date_of(self, moment: datetime) -> date:
        """Return the date of the game night a moment belongs to, by this club's clock."""
        try:
            there = moment.astimezone(ZoneInfo(self.zone))
            return there.date() - timedelta(days=there.hour < NIGHT_ENDS)
        except OverflowError:  # the first or the last day of the calendar, in somebody's scoresheet
            return moment.date()

    def players_named(self, names: Sequence[str]) -> list[Player]:
        """Return the players of these names in this order, new ones written down; who has two names answers to both."""
        known = self._players_by_name(names)
        if new := [name for name in names if name not in known]:
            marked = zip(new, self.spare_marks(), strict=False)
            # Two phones may bring the same new player at once.
            Player.objects.bulk_create(
                [Player(club=self, name=name, mark=mark) for name, mark in marked], ignore_conflicts=True
            )
            known = self._players_by_name(names)
        return [known[name] for name in names]

    def _players_by_name(self, names: Sequence[str]) -> dict[str, Player]:
        named = self.players.filter(name__in=names).select_related("same_as")
        return {player.name: player.same_as or player for player in named}

    def marks_of(self, names: Sequence[str]) -> list[int]:
        """Return the marks of people, those of new ones as they would be."""
        known, spare = self._players_by_name(names), self.spare_marks()
        return [known[name].mark if name in known else next(spare) for name in names]

    def spare_marks(self, also: Iterable[int] = ()) -> Iterator[int]:
        """Yield marks for new players, those that the fewest of its players have; `also`: of others who are to come."""
        return rarest_first([*self.players.filter(same_as=None).values_list("mark", flat=True), *also])


class Player(models.Model):
    """Somebody who plays. The name is any text of up to 40 characters.

    `mark`: their colour and shape, by number. `archived`: no longer asked to sit down. `same_as`: this turned
    out to be another name of somebody, who has all the seats.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    mark = models.PositiveSmallIntegerField(default=0)
    joined = models.DateTimeField(auto_now_add=True)
    last_played = models.DateTimeField(null=True)
    archived = models.BooleanField(default=False)
    same_as = models.ForeignKey("self", models.CASCADE, null=True, related_name="other_names")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="player_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "-last_played"], name="player_recent")]

    def __str__(self) -> str:
        return self.name


def tidy_name(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


A_WHILE = timedelta(hours=1)
"""When a device was last seen is written down no more often than this."""


# In the order of the models' fields: from_db() fills them in by that.
WHO = ["id", "club_id", "label", "role", "revoked"]
CLUB = ["id", "name", "zone", "counted_by"]
KNOWN = """
    SELECT club.name, club.zone, club.counted_by,
           who.id, who.club_id, who.label, who.role, who.revoked, who.last_seen < %s
    FROM clubs_device who JOIN clubs_club club ON club.id = who.club_id AND club.deleted IS NULL
    WHERE who.token_hash = %s AND who.revoked IS NULL
"""
"""Asked by every page, and so written out: putting it together takes Django ten times as long as asking it."""


class Device(models.Model):
    """A phone, tablet or computer. It shows a random token in a cookie; only the token's hash is stored.

    `missed`: it was not seen for a while.
    """

    missed = False

    club = models.ForeignKey(Club, models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=40)
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.SCORER)
    first_seen = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__gte=1, role__lte=3), name="device_has_a_role"),
        ]

    def __str__(self) -> str:
        return self.label

    @classmethod
    def find(cls, token: str) -> Device | None:
        if not token:
            return None
        for name, zone, counted_by, *facts in fetch_rows(KNOWN, moment_ago(A_WHILE), hashed_token(token)):
            device = cls.of(*facts)
            device.club = Club.from_db(DEFAULT_DB_ALIAS, CLUB, [device.club_id, name, zone, counted_by])
            return device
        return None

    @classmethod
    def of(cls, *facts: Any) -> Device:
        *who, missed = facts
        device = cls.from_db(DEFAULT_DB_ALIAS, WHO, who)
        device.missed = bool(missed)
        return device

    @classmethod
    def of_a_deleted_club(cls, token: str) -> Device | None:
        if not token:
            return None
        left = cls.objects.select_related("club").filter(
            club__deleted__gt=timezone.now() - GRACE_PERIOD, role=Role.OWNER
        )
        return left.filter(token_hash=hashed_token(token), revoked=None).first()

    @classmethod
    def join(cls, club: Club, label: str, role: Role = Role.SCORER) -> tuple[Device, str]:
        """Write a new device down; return it with the token it is to show."""
        token = new_token()
        return cls.objects.create(club=club, token_hash=hashed_token(token), label=label, role=role), token

    @property
    def rank(self) -> Role:
        return Role(self.role)

    @property
    def is_scorer(self) -> bool:
        return self.role >= Role.SCORER

    @property
    def is_owner(self) -> bool:
        return self.role >= Role.OWNER

    def mark_seen(self) -> None:
        with writing():
            Device.objects.filter(pk=self.pk).update(last_seen=timezone.now())

    def rename(self, label: str) -> None:
        with writing():
            Device.objects.filter(pk=self.pk).update(label=label)

    def change_role(self, role: Role) -> None:
        """Let it do more, or less; Impossible where the club would be left without an owner."""
        with writing():
            self._check_owners(staying=role == Role.OWNER)
            Device.objects.filter(pk=self.pk).update(role=role)

    def renew_token(self) -> str:
        token = new_token()
        Device.objects.filter(pk=self.pk).update(token_hash=hashed_token(token))
        return token

    def revoke(self) -> None:
        """Let it come in no longer; Impossible where the club would be left without an owner."""
        with writing():
            self._check_owners(staying=False)
            Device.objects.filter(pk=self.pk, revoked=None).update(revoked=timezone.now())

    def _check_owners(self, *, staying: bool) -> None:
        # Two owners may leave at the same moment: the second has to see that the first is gone.
        Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
        owners = self.club.devices.filter(role=Role.OWNER, revoked=None)
        if not staying and {device.pk for device in owners} == {self.pk}:
            raise Impossible("this is the club’s only owner: make another device an owner first")


def new_token() -> str:
    """Return 128 random bits, as a cookie can hold them."""
    return secrets.token_urlsafe(16)


def hashed_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No 0, O, 1 or I: they look and sound alike."""
LENGTH = 6
VALID = timedelta(minutes=15)


class InviteCode(models.Model):
    """The code of a club for a role, while it is valid: made from `seed` with the secret key, found by its hash."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="codes")
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
        facts = {"seed": seed, "code_hash": _hashed_code(_code_from(seed)), "until": timezone.now() + VALID}
        with writing():
            cls.objects.update_or_create(club=club, role=role, defaults=facts)

    @classmethod
    def find(cls, text: str, origin: str) -> InviteCode | None:
        """Return a code by its text; None where it is wrong. TooManyAttempts while nobody may try from there."""
        guess = CodeAttempt.record(origin)
        code_hash, now = _hashed_code("".join(text.upper().split())), timezone.now()
        code = cls.objects.select_related("club").filter(code_hash=code_hash, until__gt=now, club__deleted=None).first()
        if code is not None:
            guess.delete()
        return code

    @property
    def spoken(self) -> str:
        code = _code_from(self.seed)
        return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def _code_from(seed: str) -> str:
    signed = salted_hmac("scorekeeper.clubs.models", seed, algorithm="sha256").digest()
    return "".join(SIGNS[byte % len(SIGNS)] for byte in signed[:LENGTH])


def _hashed_code(code: str) -> str:
    return salted_hmac("scorekeeper.clubs.models.said", code, algorithm="sha256").hexdigest()


COUNTS = timedelta(minutes=15)
FROM_ONE = 10
"""So many wrong codes are looked at in that time from one address: people mishear, programs guess."""
FROM_ALL = 200
"""So many from everybody together, who may have many addresses. One code in a thousand million is right."""


class TooManyAttempts(Exception):
    """So many wrong codes were tried that none is looked at for a while."""


class CodeAttempt(models.Model):
    """A code that was tried, and a fingerprint of where that came from. One that was right is deleted at once."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    origin = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"tried {self.at}"

    @classmethod
    def record(cls, origin: str) -> CodeAttempt:
        if cls._are_too_many(origin, already=1):
            raise TooManyAttempts
        with writing():
            cls.objects.filter(at__lt=timezone.now() - COUNTS).delete()
            guess = cls.objects.create(origin=origin)
        if cls._are_too_many(origin):
            guess.delete()
            raise TooManyAttempts
        return guess

    @classmethod
    def _are_too_many(cls, origin: str, already: int = 0) -> bool:
        counting = cls.objects.filter(at__gt=timezone.now() - COUNTS)
        made = counting.aggregate(all=Count("pk"), here=Count("pk", filter=Q(origin=origin)))
        return bool(made["all"] + already > FROM_ALL or made["here"] + already > FROM_ONE)


def origin_of(request: HttpRequest) -> str:
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.BEHIND_PROXY else ""
    network = _network(named or request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("scorekeeper.clubs.models", network, algorithm="sha256").hexdigest()


def _network(address: str) -> str:
    """Return what one household or one rented server has: of IPv6 that is a whole network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class SecurityEvent(models.Model):
    """One line of the security log. `club`: null where strangers tried something; `who`: the device's label then."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="security_events")
    at = models.DateTimeField(auto_now_add=True)
    who = models.CharField(max_length=40, default="")
    said = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.who} {self.said}".strip()


class SharedKey(models.Model):
    """The fingerprint of the secret key that all hosts on this database have: one row, and none on SQLite."""

    fingerprint = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.fingerprint

    @classmethod
    def is_shared(cls, *, chosen: bool) -> bool:
        """Whether this host's key is that of the others; one that somebody has `chosen` for it becomes theirs."""
        ours = salted_hmac("scorekeeper.clubs.models.key", "", algorithm="sha256").hexdigest()
        if chosen or not cls.objects.exists():
            cls.objects.update_or_create(pk=1, defaults={"fingerprint": ours})
        return cls.objects.filter(fingerprint=ours).exists()
