"""The addresses and ports of this machine."""

import fcntl
import io
import resource
import shutil
import socket
import struct
import sys
import time
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import segno
from django.conf import settings

# How often a port is tried, every tenth of a second: the process that had it may be ending.
PORT_TRIES = 15
MAX_OPEN_FILES = 10_000
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- phones at the table must reach it
# Files that exist in containers. Phones cannot open the address of a container.
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
# The ioctl request for the address of a network interface.
SIOCGIFADDR = 0x8915 if sys.platform == "linux" else 0xC0206921


def everywhere() -> str:
    """Return the wildcard address to listen on: of IPv6, which includes IPv4, if this machine has it."""
    return "::" if socket.has_dualstack_ipv6() else EVERYWHERE[0]


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that is bound there and does not listen yet; OSError if the port stays in use."""
    for _ in range(PORT_TRIES - 1):
        with suppress(OSError):
            return _bind(host, port)
        time.sleep(0.1)
    return _bind(host, port)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != "::" or not socket.has_dualstack_ipv6())
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def allow_many_connections() -> int:
    """Raise the limit of open files as far as the system allows; return the number of connections for that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < granted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
    return granted * 2 // 5  # each may need a temporary file, too


def own_address() -> str | None:
    """Return the address of this machine on its default route; None in a container, or without a network."""
    if any(mark.exists() for mark in CONTAINER_MARKS):
        return None
    return _address_towards(socket.AF_INET, "192.0.2.1") or _address_towards(socket.AF_INET6, "2001:db8::1")


def own_addresses() -> set[str]:
    """Return the IPv4 addresses of all interfaces, and the IPv6 addresses of the default routes."""
    found = {own_address(), *(_address_towards(socket.AF_INET6, far) for far in ("2001:db8::1", "fd00::1"))}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.add(socket.inet_ntoa(answer[20:24]))
    return {address for address in found if address}


def _address_towards(family: socket.AddressFamily, far: str) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((far, 9))  # UDP: this chooses a route and sends nothing
        return str(asking.getsockname()[0])
    return None


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_local(host: str | None) -> bool:
    """Whether a host means the machine it is opened on, as localhost does; also for an empty one."""
    if not host or is_address(host):
        return not host or ip_address(host).is_loopback or ip_address(host).is_unspecified
    return host == "localhost" or host.endswith(".localhost")


def serves_here_only() -> bool:
    """Whether links of the running `serve` begin with an address that other machines cannot open."""
    start = read_link_prefix()
    return start is not None and is_local(urlsplit(start).hostname)


def home(port: int) -> str | None:
    """Return the origin for links: SCOREKEEPER_ADDRESS, or this machine's address; None without a network."""
    if settings.ORIGIN:
        return str(settings.ORIGIN)
    address = own_address()
    return f"http://{bracketed(address)}:{port}" if address else None


def write_link_prefix(home: str) -> IO[str] | None:
    """Tell `manage.py invite` how links begin, in a file that is locked and valid while this process has it open.

    None if another `serve` on this data folder has the lock.
    """
    with suppress(OSError):  # a disk may be full
        file = _link_file().open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
        file.truncate(0)
        file.write(home + settings.SUB_PATH)
        file.flush()
        return file
    return None


def delete_link_prefix(file: IO[str] | None) -> None:
    if file:
        _link_file().unlink(missing_ok=True)


def read_link_prefix() -> str | None:
    """Return how links begin if `serve` is running on this data folder, else None."""
    with suppress(OSError), _link_file().open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read()
    return None


def _link_file() -> Path:
    path: Path = settings.DATA / "serving"
    return path


def qr_code(url: str) -> str:
    """Return a QR code in block characters; "" if the terminal lacks the characters or the width."""
    code, drawing = segno.make(url, micro=False), io.StringIO()
    code.terminal(drawing, compact=True)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawing.getvalue() if code.symbol_size()[0] <= shutil.get_terminal_size().columns else ""
