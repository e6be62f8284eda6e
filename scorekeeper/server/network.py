"""Where this machine can be reached."""

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

# Times that a port is tried, each after a tenth of a second: whoever had it may just be leaving.
PORT_TRIES = 15
MAX_OPEN_FILES = 10_000
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- phones at the table must reach it
# Files that say that this is a container, whose own address no phone can open.
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
# The number of the system call that asks for the address of a network card: SIOCGIFADDR.
SIOCGIFADDR = 0x8915 if sys.platform == "linux" else 0xC0206921


def everywhere() -> str:
    """Return the address to listen on for all who can reach this machine: by IPv6 and IPv4 where it has both."""
    return "::" if socket.has_dualstack_ipv6() else EVERYWHERE[0]


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; OSError if the port stays taken."""
    for _ in range(PORT_TRIES - 1):
        with suppress(OSError):
            return _listen(host, port)
        time.sleep(0.1)
    return _listen(host, port)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=family, dualstack_ipv6=both)


def allow_many_connections() -> int:
    """Let this process have as many open files as the system grants; return how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < granted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
    return granted * 2 // 5  # each may need a temporary file as well


def own_address() -> str | None:
    """Return the address by which this machine reaches other networks; None where nobody outside can use it."""
    if any(mark.exists() for mark in CONTAINER_MARKS):
        return None
    return _address_towards(socket.AF_INET, "192.0.2.1") or _address_towards(socket.AF_INET6, "2001:db8::1")


def own_addresses() -> set[str]:
    """Return the IPv4 addresses of this machine, and the IPv6 ones by which it reaches others."""
    found = {own_address(), *(_address_towards(socket.AF_INET6, far) for far in ("2001:db8::1", "fd00::1"))}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.add(socket.inet_ntoa(answer[20:24]))
    return {address for address in found if address}


def _address_towards(family: socket.AddressFamily, far: str) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((far, 9))  # nothing is sent: it only chooses a route
        return str(asking.getsockname()[0])
    return None


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_local(host: str | None) -> bool:
    """Whether an address or a name means the machine it is opened on; also where there is none."""
    if not host or is_address(host):
        return not host or ip_address(host).is_loopback or ip_address(host).is_unspecified
    return host == "localhost" or host.endswith(".localhost")


def serves_here_only() -> bool:
    """Whether the running `serve` announced an address that other machines cannot open."""
    start = read_link_prefix()
    return start is not None and is_local(urlsplit(start).hostname)


def home(port: int) -> str | None:
    """Return where phones find this installation; None if this machine is in no network."""
    if settings.ORIGIN:
        return str(settings.ORIGIN)
    address = own_address()
    return f"http://{bracketed(address)}:{port}" if address else None


def write_link_prefix(home: str) -> IO[str] | None:
    """Leave for `manage.py invite` how links begin; it holds while this process has the file open.

    None where another `serve` on this data folder was first.
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
    """Return how links begin where `serve` is running on this data folder; None where it is not."""
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
    """Return a code to scan from the terminal; nothing where it lacks the signs or the width for it."""
    code, drawing = segno.make(url, micro=False), io.StringIO()
    code.terminal(drawing, compact=True)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawing.getvalue() if code.symbol_size()[0] <= shutil.get_terminal_size().columns else ""
