"""The certificate that `serve` shows: one that was given, or one that an authority of our own vouches for.

Phones are told to trust the authority. It may vouch only for servers at private addresses, at `.local` and at the names
given when it was made: who trusts it need not fear for other sites, programs or mail. `cryptography` is installed only
where this is used.
"""

from __future__ import annotations

import plistlib
import socket
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

from scorekeeper.server import network
from scorekeeper.server.environment import write_once
from scorekeeper.server.network import is_address

PRIVATE_NETWORKS = [
    ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
]  # fmt: skip
AUTHORITY_LIFETIME = timedelta(days=3650)
# Browsers accept no certificate that is valid for more than 397 days.
CERTIFICATE_LIFETIME = timedelta(days=390)
# Certificates are valid from so long ago on, for devices whose clock is slow.
CLOCK_TOLERANCE = timedelta(days=1)
# How long before its end a certificate is told of at a start.
EXPIRY_WARNING = timedelta(days=30)
# A clock before this release is wrong: a Raspberry Pi without a network starts in 1970.
RELEASED = datetime(2026, 11, 23, tzinfo=UTC)


def certificate_files() -> tuple[Path, Path]:
    """Return the files of the certificate and of its key; our own certificate is made anew at each start."""
    if not settings.OWN_AUTHORITY:
        return settings.CERT, settings.KEY
    served, authority = authority_folder() / "served.pem", authority_here()
    if not served.exists() or not (settings.READ_ONLY or is_clock_wrong()):
        issue(served, authority, network.own_addresses(), settings.KNOWN_HOSTS)
    return served, served


def certificate_warnings() -> Iterator[str]:
    """Yield what devices would refuse, now or soon, and what to do about it."""
    if not settings.OWN_AUTHORITY:
        yield from _warnings(settings.CERT, "Renew it, and start again.")
        return
    yield from _warnings(authority_folder() / "authority.pem", DELETE_IT)
    for name in settings.KNOWN_HOSTS:
        if not authority_here().may_vouch_for(name):
            yield (
                f"{name} was not known when the authority was made: browsers warn of that address. "
                f"Delete {authority_folder()} for a new authority, which devices must trust again."
            )


def _warnings(path: Path, remedy: str) -> Iterator[str]:
    certificate, now = x509.load_pem_x509_certificate(path.read_bytes()), datetime.now(UTC)
    if now < certificate.not_valid_before_utc:
        yield f"{path} is not valid yet by this machine’s clock, which says {now:%-d %B %Y}. Set the clock."
    elif now > certificate.not_valid_after_utc - EXPIRY_WARNING:
        yield f"{path} is valid until {certificate.not_valid_after_utc:%-d %B %Y}. {remedy}"


def names_of(path: Path) -> list[str]:
    """Return the host names for which a certificate was made; none where it cannot be read."""
    with suppress(ValueError, OSError, x509.ExtensionNotFound):
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return [name for name in names.get_values_for_type(x509.DNSName) if "*" not in name]
    return []


def is_clock_wrong() -> bool:
    return datetime.now(UTC) < RELEASED


# --- The authority: made once ---

DELETE_IT = "Delete it to get a new authority, which devices must trust again."


class UnusableAuthority(Exception):
    """The authority cannot be used; the sentence says what to do."""


class Authority(NamedTuple):
    """Whom phones are told to trust."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def name(self) -> str:
        return str(self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(Encoding.DER)

    @property
    def profile(self) -> bytes:
        """The certificate as iPhones, iPads and Macs install it (a .mobileconfig)."""
        name = uuid.uuid5(uuid.NAMESPACE_OID, self.fingerprint)
        home = f"scorekeeper.{name}"
        certificate = {
            "PayloadType": "com.apple.security.root", "PayloadVersion": 1, "PayloadContent": self.der,
            "PayloadIdentifier": f"{home}.root", "PayloadUUID": str(uuid.uuid5(name, "root")),
            "PayloadDisplayName": self.name, "PayloadCertificateFileName": "scorekeeper.cer",
        }  # fmt: skip
        return plistlib.dumps({
            "PayloadType": "Configuration", "PayloadVersion": 1, "PayloadContent": [certificate],
            "PayloadIdentifier": home, "PayloadUUID": str(name), "PayloadDisplayName": self.name,
            "PayloadDescription": "Lets this device open Scorekeeper at home with a lock. It is good for addresses of "
            "the home network only.",
        })  # fmt: skip

    def may_vouch_for(self, name: str) -> bool:
        """Whether a host name or an address lies within what it was made for."""
        if is_address(name):
            return any(ip_address(name) in network for network in PRIVATE_NETWORKS)
        permitted = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
        names = [subtree.value for subtree in permitted or () if isinstance(subtree, x509.DNSName)]
        return any(f".{name.lower()}".endswith(f".{one}") for one in names)


def authority_here() -> Authority:
    return authority_in(authority_folder(), settings.KNOWN_HOSTS)


def authority_folder() -> Path:
    path: Path = settings.DATA / "https"
    return path


def authority_in(folder: Path, names: Iterable[str] = ()) -> Authority:
    """Return the authority kept in a folder; made now if there is none, for these names and this machine's."""
    path = folder / "authority.pem"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        write_once(path, _pem(*make_authority(_host_names(names))))
    text = path.read_bytes()
    with suppress(ValueError):
        key = load_pem_private_key(text, None)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            return Authority(x509.load_pem_x509_certificate(text), key)
    raise UnusableAuthority(f"{path} is damaged. {DELETE_IT}")


def make_authority(names: Sequence[str]) -> Authority:
    if is_clock_wrong():
        raise UnusableAuthority(
            f"this machine’s clock says {datetime.now(UTC):%-d %B %Y}, and no device would accept what is made now. "
            "Set the clock, or connect this machine to the internet until it has set it, and start again."
        )
    key = ec.generate_private_key(ec.SECP256R1())
    permitted: list[x509.GeneralName] = [x509.DNSName(name) for name in ("local", "localhost", *names)]
    permitted += [x509.IPAddress(network) for network in PRIVATE_NETWORKS]
    subject = _common_name(f"Scorekeeper on {socket.gethostname()}"[:64])
    public, start = key.public_key(), datetime.now(UTC) - CLOCK_TOLERANCE
    certificate = (
        _certificate_builder(subject, subject, public, start, AUTHORITY_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(authority=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


# --- What it vouches for: made anew at each start ---


def issue(path: Path, authority: Authority, addresses: Iterable[str], names: Iterable[str]) -> None:
    """Write a certificate and its key into one file, for what the authority may vouch for of this machine."""
    wanted = {"127.0.0.1", "::1", "localhost", *addresses, *_host_names(names), *filter(is_address, names)}
    served = sorted(filter(authority.may_vouch_for, wanted))
    vouched = [x509.IPAddress(ip_address(name)) if is_address(name) else x509.DNSName(name) for name in served]
    key = ec.generate_private_key(ec.SECP256R1())
    issuer, public = authority.certificate, key.public_key()
    start = max(datetime.now(UTC) - CLOCK_TOLERANCE, issuer.not_valid_before_utc)
    certificate = (
        _certificate_builder(_common_name("Scorekeeper at home"), issuer.subject, public, start, CERTIFICATE_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(vouched), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as draft:
        draft.write(_pem(certificate, key))
    Path(draft.name).replace(path)


def _certificate_builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, start: datetime, lifetime: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + lifetime)
    )


def _common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _key_usage(*, authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not authority, key_cert_sign=authority, crl_sign=authority, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _host_names(names: Iterable[str]) -> list[str]:
    """Return names given and this machine's, without those that are addresses."""
    machine = socket.gethostname().lower()
    found = dict.fromkeys([machine, f"{machine.partition('.')[0]}.local", *(name.lower() for name in names)])
    return [name for name in found if name.isascii() and not is_address(name)]


def _pem(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> bytes:
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.PEM) + secret
