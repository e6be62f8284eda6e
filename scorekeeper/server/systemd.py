"""Messages to systemd of a service with Type=notify: sd_notify(3)."""

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send a line such as READY=1 to systemd, if it started this process."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):
        address = f"\0{address[1:]}"  # the abstract namespace: not a file
    if address:
        # A message that fails must not end the service.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), address)
