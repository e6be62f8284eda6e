"""Where this machine can be reached."""

import io
import resource
import socket
import time
from contextlib import suppress

import segno
from django.conf import settings

PATIENCE = 15
ENOUGH_FILES = 10_000


def lasting_refusal(host: str, port: int) -> str | None:
    for _ in range(PATIENCE):
        if not refusal(host, port):
            return None
        time.sleep(0.1)
    return refusal(host, port)


def refusal(host: str, port: int) -> str | None:
    """Why nothing can listen there, in a sentence; None when it can."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            # As the server does it: a port whose last owner has just left is free.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        return f"Nothing can listen on {host}, port {port}: {error.strerror}. Try another --port (or --host)."
    return None


def wait_until_open(host: str, port: int) -> None:
    # Everywhere is not an address to connect to, except that Linux and macOS take it for this machine.
    while True:
        try:
            return socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)


def allow_many_connections() -> None:
    """Let this process and its children have as many open files as the system grants, up to ENOUGH_FILES."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < granted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))


def own_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial, suppress(OSError):
        trial.connect(("192.0.2.1", 9))
        return str(trial.getsockname()[0])
    return None


def home(port: int) -> str | None:
    """Return where phones find this installation; None where this machine is in no network."""
    if settings.HTTPS:
        return f"https://{settings.KNOWN_HOSTS[0]}"
    address = own_address()
    return f"http://{address}:{port}" if address else None


def qr_code(url: str) -> str:
    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(drawing, compact=True)
    return drawing.getvalue()
