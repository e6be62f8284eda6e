"""Notifications for systemd: how `serve` ended, and messages of a service with Type=notify: sd_notify(3)."""

import os
import socket
from contextlib import suppress
from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of `serve`. The table in .deploy/README.md says what systemd and Docker do with each."""

    # Whatever a later start may find mended: a port in use, a database that does not answer, a full disk. Python itself
    # ends with 1 after an unexpected error.
    FAILED = 1
    # argparse ends with 2 after a wrong option.
    WRONG_SETTING = 2
    UNUSABLE_RECORD = 3


def notify(state: str) -> None:
    """Send a line such as READY=1 to systemd, if it started this process."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):
        address = f"\0{address[1:]}"  # the abstract namespace: not a file
    if address:
        # A message that fails must not end the service.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), address)
