"""Devices join a club, get another role or name, and leave it. The security log records each."""

import re
from itertools import count

from django.db import transaction

from games.core.text import MAX_NAME_LENGTH
from scorekeeper import limits
from scorekeeper.clubs.invitations import network_hash, renew_invitations
from scorekeeper.clubs.models import Club, Device, Player, Role
from scorekeeper.clubs.permissions import AnyRequest, remember
from scorekeeper.clubs.player import checked_name, tidy_name
from scorekeeper.clubs.security_log import record

# What a User-Agent contains, and what people call such a device.
DEVICE_KINDS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android.*Mobile": "Android phone", "Android": "tablet",
    "Windows": "Windows PC", "Macintosh": "Mac", "CrOS": "Chromebook", "Linux": "Linux PC",
}  # fmt: skip
MAX_USER_AGENT_LENGTH = 500


def join(request: AnyRequest, club: Club, role: Role, holder: Player | str, by: str) -> None:
    """Let the device that asks into a club. A device that is in it keeps the higher role.

    `holder`: whose device it is, a player, the name of one, or "". A new name becomes a player if the role may write;
    otherwise only the device is called by it. `by`: which invitation it had, for the log. A device is in one club: it
    leaves the one it was in. Impossible if that would be left without an owner, QuotaReached if very many have joined.
    """
    if isinstance(holder, str):
        holder = checked_name(holder) if tidy_name(holder) else ""
    known = request.device
    with transaction.atomic():
        if role == Role.OWNER and not club.devices.filter(role=Role.OWNER, revoked=None).exists():
            # The first owner's link was printed in a terminal and its log.
            renew_invitations(club, [Role.OWNER])
        if known is not None and known.club_id == club.pk:
            if known.role >= role:
                return
            known.change_role(role)
            token, joined = known.renew_token(), known
        else:
            if known is not None:
                remove_device(known, by=known)
            limits.check_hourly_quota(
                club.devices.filter(role=role), "first_seen", limits.MAX_DEVICES_PER_HOUR,
                f"Very many devices joined as {role.label}s",
            )  # fmt: skip
            player = holder if isinstance(holder, Player) else _player_of(club, role, holder)
            label = device_label(request, club, str(player or holder))
            joined, token = Device.join(club, label, role, player)
        record(f"joined as {role.label}, {by}", club, joined)
    remember(request, token)


def found_club(request: AnyRequest, name: str) -> None:
    """Found a club that the device that asks owns; Impossible for a bad name, QuotaReached while very many do so."""
    name, founder_network = checked_name(name), network_hash(request)
    founded = Club.everything.exclude(founder_network_hash="")
    with transaction.atomic():
        limits.check_hourly_quota(founded, "founded", limits.MAX_CLUBS_PER_HOUR, "Very many clubs were founded here")
        limits.check_hourly_quota(
            founded.filter(founder_network_hash=founder_network), "founded", limits.MAX_CLUBS_PER_HOUR_AND_NETWORK,
            "Many clubs were founded from your network",
        )  # fmt: skip
        join(
            request,
            Club.objects.create(name=name, founder_network_hash=founder_network),
            Role.OWNER,
            "",
            by="who founded it",
        )


def _player_of(club: Club, role: Role, name: str) -> Player | None:
    if not name:
        return None
    player: Player | None = club.players.find_holder(name)
    if player is None and role >= Role.SCORER:
        [player] = club.players.get_or_create_named([name])
    return player


def device_label(request: AnyRequest, club: Club, name: str) -> str:
    """Return a label that is free in the club: “Ada’s iPhone”, “iPhone 2”."""
    agent = request.headers.get("User-Agent", "")[:MAX_USER_AGENT_LENGTH]
    kind = next((name for pattern, name in DEVICE_KINDS.items() if re.search(pattern, agent)), "device")
    taken = set(club.devices.filter(revoked=None).values_list("label", flat=True))
    tails = (f"{'’s ' if name else ''}{kind}{f' {number}' if number > 1 else ''}" for number in count(1))
    labels = (name[: MAX_NAME_LENGTH - len(tail)] + tail for tail in tails)
    return next(label for label in labels if label not in taken)


def rename_device(device: Device, label: str, by: Device) -> None:
    with transaction.atomic():
        Device.objects.filter(pk=device.pk).update(label=label)
        if label != device.label:
            record(f"renamed {device.numbered_label} to {label}", device.club, by)


def change_holder(device: Device, player: Player | None, by: Device) -> None:
    """Say whose device it is; None: nobody's in particular."""
    with transaction.atomic():
        Device.objects.filter(pk=device.pk).update(player=player)
        if player != device.player:
            record(f"said that {device.numbered_label} is {player.name if player else 'nobody'}’s", device.club, by)


def change_role(device: Device, role: Role, by: Device) -> None:
    """Give a device another role. With a lower one it cannot return by a link or code it has seen."""
    with transaction.atomic():
        device.change_role(role)
        if role != device.role:
            record(f"made {device.numbered_label} a {role.label}", device.club, by)
        renew_invitations(device.club, [seen for seen in Role if role < seen <= device.role], by)


def remove_device(device: Device, by: Device, *, ends_links: bool = True) -> None:
    """Take a device out of its club. It cannot return by a link or code it has seen.

    `ends_links`: the matches and nights it has shared are shared no longer.
    """
    with transaction.atomic():
        device.revoke()
        if device == by:
            record("left the club", device.club, device)
        else:
            record(f"removed {device.numbered_label}", device.club, by)
            renew_invitations(device.club, [role for role in Role if role <= device.role], by)
        if ends_links and device.shared_links.all().delete()[0]:
            record(f"ended the links that {device.numbered_label} had shared", device.club, by)
