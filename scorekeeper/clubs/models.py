"""All models of the app, where Django looks for them. Each is defined beside its subject."""

from scorekeeper.clubs.club import GRACE_PERIOD, ActiveManager, Club, SharedKey, SoftDeleteManager, new_seed
from scorekeeper.clubs.device import Device, Role
from scorekeeper.clubs.invitations import CodeAttempt, InviteCode
from scorekeeper.clubs.player import Player
from scorekeeper.clubs.security_log import SecurityEvent

__all__ = [
    "GRACE_PERIOD", "ActiveManager", "Club", "CodeAttempt", "Device", "InviteCode", "Player", "Role", "SecurityEvent",
    "SharedKey", "SoftDeleteManager", "new_seed",
]  # fmt: skip
