"""The certificate that `serve` shows: our own authority's or one that was given, kept good while it serves."""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from django.conf import settings

from scorekeeper.server import network

if TYPE_CHECKING:
    from scorekeeper.server.certificates import Authority

logger = logging.getLogger(__name__)

LOOKED_AT_EACH = 60
"""Seconds: so long phones may find nothing after this machine was given another address."""


class Certificate(Protocol):
    """One in use: files that are read when a worker starts."""

    cert: Path
    key: Path

    def renew(self) -> bool:
        """Bring the files up to date; return whether they have changed."""


class OwnCertificate:
    """Made by the authority in the data folder, for whatever this machine is called just now."""

    def __init__(self) -> None:
        self.cert = self.key = folder() / "served.pem"

    def renew(self) -> bool:
        # Installed only where this is used.
        from scorekeeper.server import certificates  # noqa: PLC0415

        authority = authority_here()
        served = certificates.server_names(authority, network.own_addresses(), settings.KNOWN_HOSTS)
        if certificates.is_good(self.cert, authority, served):
            return False
        certificates.issue(self.cert, authority, served)
        return True


class GivenCertificate:
    """Made by somebody else, who replaces the files."""

    def __init__(self) -> None:
        self.cert, self.key = settings.CERT, settings.KEY
        self.seen = self.written()

    def renew(self) -> bool:
        with suppress(OSError):
            written = self.written()
            if written == self.seen:
                return False
            # Perhaps only one of the two files is new yet.
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.cert, self.key)
            self.seen = written
            return True
        return False

    def written(self) -> tuple[int, int]:
        return self.cert.stat().st_mtime_ns, self.key.stat().st_mtime_ns


def certificate_in_use() -> Certificate:
    certificate: Certificate = OwnCertificate() if settings.OWN_AUTHORITY else GivenCertificate()
    certificate.renew()
    return certificate


def keep_good(certificate: Certificate, reload: Callable[[], None]) -> None:
    """For as long as the process lives. The workers are started anew one after the other; nobody notices."""
    while True:
        time.sleep(LOOKED_AT_EACH)
        try:
            if certificate.renew():
                reload()
        except Exception as error:  # a full disk, say: the one in use lasts a while
            logger.warning("The certificate could not be renewed: %s", error)


def folder() -> Path:
    path: Path = settings.DATA / "https"
    return path


def authority_here() -> Authority:
    from scorekeeper.server import certificates  # noqa: PLC0415

    return certificates.authority_in(folder(), settings.KNOWN_HOSTS)


def names_left_out() -> list[str]:
    """Return the names of this table that the authority may not vouch for, as they were given after it was made."""
    authority = authority_here()
    return [name for name in settings.KNOWN_HOSTS if not is_vouched_for(authority, name)]


def is_vouched_for(authority: Authority, name: str) -> bool:
    from scorekeeper.server import certificates  # noqa: PLC0415

    served = certificates.server_names(authority, [], [name])
    return name.lower() in [*served.names, *map(str, served.addresses)]
