"""The certificate that `serve` shows: our own authority's, renewed at each start, or one that was given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from scorekeeper.server import network

if TYPE_CHECKING:
    from scorekeeper.server.certificates import Authority


def certificate_files() -> tuple[Path, Path]:
    """Return the files of the certificate and of its key."""
    from scorekeeper.server import certificates  # noqa: PLC0415 -- installed only where this is used

    if not settings.OWN_AUTHORITY:
        return settings.CERT, settings.KEY
    served, authority = folder() / "served.pem", authority_here()
    if not served.exists() or not (settings.READ_ONLY or certificates.is_clock_wrong()):
        certificates.issue(served, authority, network.own_addresses(), settings.KNOWN_HOSTS)
    return served, served


def certificate_warnings() -> Iterator[str]:
    """Yield what devices would refuse, now or soon, and what to do about it."""
    from scorekeeper.server import certificates  # noqa: PLC0415

    if not settings.OWN_AUTHORITY:
        yield certificates.warning(settings.CERT, "Renew it, and start again.")
        return
    yield certificates.warning(folder() / "authority.pem", certificates.DELETE_IT)
    for name in settings.KNOWN_HOSTS:
        if not authority_here().may_vouch_for(name):
            yield (
                f"{name} was not known when the authority was made: browsers warn of that address. "
                f"Delete {folder()} for a new authority, which devices must trust again."
            )


def folder() -> Path:
    path: Path = settings.DATA / "https"
    return path


def authority_here() -> Authority:
    from scorekeeper.server import certificates  # noqa: PLC0415

    return certificates.authority_in(folder(), settings.KNOWN_HOSTS)
