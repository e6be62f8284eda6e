"""What systemd is told of a service of Type=notify, as sd_notify(3) says it."""

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send a line such as READY=1 to systemd; nothing where it did not start this process."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):
        address = f"\0{address[1:]}"  # an address that is no file
    if address:
        # A service that cannot say so goes on.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), address)
