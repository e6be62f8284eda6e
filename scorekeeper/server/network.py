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
    with suppress(OSError), socket.socket(socket.AF_INET6) as trial:
        if not trial.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
            return "::"
    return EVERYWHERE[0]


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def lasting_refusal(host: str, port: int) -> str | None:
    """Return why nothing can listen there, in a sentence; None if it can."""
    for _ in range(PORT_TRIES):
        if not _refusal(host, port):
            return None
        time.sleep(0.1)
    return _refusal(host, port)


def _refusal(host: str, port: int) -> str | None:
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            # As the server does it: a port whose last owner has just left is free.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        return f"Scorekeeper cannot listen on {host}, port {port}: {error.strerror}. Try another --port (or --host)."
    return None


def wait_until_open(host: str, port: int) -> None:
    # Everywhere is not an address to connect to, except that Linux and macOS take it for this machine.
    while True:
        try:
            return socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)


def allow_many_connections() -> None:
    """Let this process and its children have as many open files as the system grants, up to MAX_OPEN_FILES."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < granted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))


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
    start = left_link()
    return start is not None and is_local(urlsplit(start).hostname)


def home(port: int) -> str | None:
    """Return where phones find this installation; None if this machine is in no network."""
    if settings.ORIGIN and not settings.OWN_AUTHORITY:
        return str(settings.ORIGIN)
    if settings.CERT and settings.KNOWN_HOSTS:
        return secure_address(settings.KNOWN_HOSTS[0])
    address = settings.KNOWN_HOSTS[0] if settings.ORIGIN else own_address()
    return f"http://{in_url(address)}:{port}" if address else None


def secure_address(host: str) -> str:
    """Return where `serve` speaks HTTPS itself; `host` as it stands in an address."""
    return f"https://{host}" if settings.HTTPS_PORT == 443 else f"https://{host}:{settings.HTTPS_PORT}"


def link(home: str, path: str) -> str:
    """Return the address of a page for somebody who comes for the first time.

    Whose device does not trust our own authority yet is led there by HTTP first: what follows # never leaves the phone.
    """
    return f"{home}{settings.SUB_PATH}/#{path}" if settings.OWN_AUTHORITY else home + path


def leave_link(home: str) -> IO[str] | None:
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
        file.write(link(home, settings.SUB_PATH))
        file.flush()
        return file
    return None


def remove_link(file: IO[str] | None) -> None:
    if file:
        _link_file().unlink(missing_ok=True)


def left_link() -> str | None:
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
