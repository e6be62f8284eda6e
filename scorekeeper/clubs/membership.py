"""Devices join a club, get another role or name, and leave it. The security log records each change."""

import re
from itertools import count

from django.db import transaction

from games.core.errors import Impossible
from games.core.text import MAX_NAME_LENGTH
from scorekeeper import limits
from scorekeeper.clubs.addresses import MAX_TOKENS, ROOT, device_cookies, home_of
from scorekeeper.clubs.invitations import get_network_hash, renew_invitations
from scorekeeper.clubs.models import Club, Device, Player, Role
from scorekeeper.clubs.permissions import AnyRequest, set_device_cookie
from scorekeeper.clubs.player import clean_name, normalize_name
from scorekeeper.clubs.security_log import record

# Patterns of a User-Agent, and what people call such a device.
DEVICE_KINDS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android.*Mobile": "Android phone", "Android": "tablet",
    "Windows": "Windows PC", "Macintosh": "Mac", "CrOS": "Chromebook", "Linux": "Linux PC",
}  # fmt: skip
# The patterns take long on longer texts.
MAX_USER_AGENT_LENGTH = 500


def join(request: AnyRequest, club: Club, role: Role, holder: Player | str, method: str) -> str:
    """Add the phone of this request to a club; return the club's home on it. It keeps the higher role there.

    `holder`: the player whose device it is, a name, or "". An unknown name becomes a player if the role may write;
    otherwise it is only part of the label. `method`: “by link” or “by code”, for the log. Impossible if the phone is in
    very many clubs, QuotaReached if very many devices have joined.
    """
    if isinstance(holder, str):
        holder = clean_name(holder) if normalize_name(holder) else ""
    home, device = find_membership(request, club) or (new_home(request, club), None)
    with transaction.atomic():
        if role == Role.OWNER and not club.devices.filter(role=Role.OWNER, revoked=None).exists():
            # The first owner's link was printed in a terminal and may be in its log, so it works once.
            renew_invitations(club, [Role.OWNER])
        if device is not None:
            if device.role >= role:
                return home
            device.change_role(role)
            token = device.renew_token()
        else:
            if len(request.devices) == MAX_TOKENS:
                raise Impossible(f"this phone is in {MAX_TOKENS} clubs: leave one of them first")
            limits.check_hourly_quota(
                club.devices.filter(role=role), "first_seen", limits.MAX_DEVICES_PER_HOUR,
                f"Very many devices joined as {role.label}s",
            )  # fmt: skip
            if isinstance(holder, Player):
                player: Player | None = holder
            else:
                player = club.players.find_by_similar_name(holder) if holder else None
                if holder and player is None and role >= Role.SCORER:
                    [player] = club.players.get_or_create_named([holder])
            device, token = Device.join(club, device_label(request, club, str(player or holder)), role, player)
        record(f"joined as {role.label}, {method}", club, device)
    set_device_cookie(request, home, token)
    return home


def find_membership(request: AnyRequest, club: Club) -> tuple[str, Device] | None:
    """Return the club's home on the phone of this request, with its device there; None if it is not in the club."""
    return next(((home, device) for home, device in request.devices.items() if device.club_id == club.pk), None)


def new_home(request: AnyRequest, club: Club) -> str:
    """Return the home of a club that the phone of this request joins.

    The addresses without a prefix, unless they are those of another club, or of one that can still be restored.
    """
    tokens = [token for home, token in device_cookies(request) if home == ROOT]
    return home_of(club.pk) if ROOT in request.devices or Device.find_in_deleted_club(*tokens) else ROOT


def deleted_clubs(request: AnyRequest) -> dict[str, Club]:
    """Return the clubs of this phone that were deleted and can be restored, by their homes."""
    cookies = ((home, token) for home, token in device_cookies(request) if home not in request.devices)
    found = ((home, Device.find_in_deleted_club(token)) for home, token in cookies)
    return {home: device.club for home, device in found if device}


def found_club(request: AnyRequest, name: str) -> str:
    """Found a club, owned by the device of this request; return its home.

    Impossible for a bad name, QuotaReached for too many clubs.
    """
    name, network = clean_name(name), get_network_hash(request)
    by_strangers = Club.everything.exclude(founder_network_hash="")
    with transaction.atomic():
        limits.check_hourly_quota(
            by_strangers, "founded", limits.MAX_CLUBS_PER_HOUR, "Very many clubs were founded here"
        )
        limits.check_hourly_quota(
            by_strangers.filter(founder_network_hash=network), "founded", limits.MAX_CLUBS_PER_HOUR_AND_NETWORK,
            "Many clubs were founded from your network",
        )  # fmt: skip
        club = Club.objects.create(name=name, founder_network_hash=network)
        return join(request, club, Role.OWNER, "", method="founding the club")


def device_label(request: AnyRequest, club: Club, name: str) -> str:
    """Return an unused label: “Ada’s iPhone”, or “iPhone 2” without a name."""
    agent = request.headers.get("User-Agent", "")[:MAX_USER_AGENT_LENGTH]
    kind = next((name for pattern, name in DEVICE_KINDS.items() if re.search(pattern, agent)), "device")
    used = set(club.devices.filter(revoked=None).values_list("label", flat=True))
    endings = (f"{'’s ' if name else ''}{kind}{f' {number}' if number > 1 else ''}" for number in count(1))
    labels = (name[: MAX_NAME_LENGTH - len(ending)] + ending for ending in endings)
    return next(label for label in labels if label not in used)


def rename_device(device: Device, label: str, actor: Device) -> None:
    with transaction.atomic():
        Device.objects.filter(pk=device.pk).update(label=label)
        if label != device.label:
            record(f"renamed {device.numbered_label} to {label}", device.club, actor)


def change_holder(device: Device, player: Player | None, actor: Device) -> None:
    """Set the player whose device it is; None for a shared device."""
    with transaction.atomic():
        Device.objects.filter(pk=device.pk).update(player=player)
        if player != device.player:
            record(f"said that {device.numbered_label} is {player.name if player else 'nobody'}’s", device.club, actor)


def change_role(device: Device, role: Role, actor: Device) -> None:
    """Give a device another role. With a lower one it cannot return by a link or code it has seen."""
    with transaction.atomic():
        device.change_role(role)
        if role != device.role:
            record(f"made {device.numbered_label} a {role.label}", device.club, actor)
        renew_invitations(device.club, [higher for higher in Role if role < higher <= device.role], actor)


def remove_device(device: Device, actor: Device, *, ends_links: bool = True) -> None:
    """Remove a device from its club. It cannot return by a link or code it has seen.

    `ends_links`: also delete the links to matches, nights and years that it has shared.
    """
    with transaction.atomic():
        device.revoke()
        if device == actor:
            record("left the club", device.club, device)
        else:
            record(f"removed {device.numbered_label}", device.club, actor)
            renew_invitations(device.club, [role for role in Role if role <= device.role], actor)
        if ends_links and device.shared_links.all().delete()[0]:
            record(f"ended the links that {device.numbered_label} had shared", device.club, actor)
