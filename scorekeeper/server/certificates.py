"""Certificates of this installation's own: an authority that phones are told to trust, and what it vouches for.

The authority may vouch for nothing but private addresses, `.local` and the names given when it was made: who trusts it
need not fear for other sites. `cryptography` is installed only where this is used.
"""

from __future__ import annotations

import plistlib
import socket
import tempfile
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
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

from scorekeeper.server.environment import write_once
from scorekeeper.server.network import is_address

Address = IPv4Address | IPv6Address

PRIVATE = [
    ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
]  # fmt: skip
AUTHORITY_LASTS = timedelta(days=3650)
LEAF_LASTS, RENEWED_BEFORE = timedelta(days=180), timedelta(days=60)
"""Browsers take none that is good for more than 397 days."""
SLOW_CLOCK = timedelta(days=1)


class UnusableAuthority(Exception):
    """The authority cannot be used; the sentence says why."""


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
        """Whether a host name lies within what it was made for."""
        permitted = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
        names = [subtree.value for subtree in permitted or () if isinstance(subtree, x509.DNSName)]
        return any(f".{name}".endswith(f".{one}") for one in names)


# --- The authority: made once ---

DELETE_IT = "Delete it to get a new authority, which devices must trust again."


def authority_in(folder: Path, names: Iterable[str] = ()) -> Authority:
    """Return the authority kept in a folder; made now where there is none, for these names and this machine's."""
    path = folder / "authority.pem"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        write_once(path, _pem(*make_authority(_host_names(names))))
    text = path.read_bytes()
    try:
        key = load_pem_private_key(text, None)
        authority = Authority(x509.load_pem_x509_certificate(text), _elliptic(key))
    except ValueError:
        raise UnusableAuthority(f"{path} is damaged. {DELETE_IT}") from None
    if authority.certificate.not_valid_after_utc < datetime.now(UTC) + LEAF_LASTS:
        raise UnusableAuthority(f"{path} runs out soon. {DELETE_IT}")
    return authority


def make_authority(names: Sequence[str]) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    permitted: list[x509.GeneralName] = [x509.DNSName(name) for name in ("local", "localhost", *names)]
    permitted += [x509.IPAddress(network) for network in PRIVATE]
    subject = _common_name(f"Scorekeeper on {socket.gethostname()}"[:64])
    public = key.public_key()
    certificate = (
        _certificate_builder(subject, subject, public, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(authority=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


# --- What it vouches for: made anew again and again ---


class ServerNames(NamedTuple):
    """What this machine is reached by."""

    addresses: list[Address]
    names: list[str]


def server_names(authority: Authority, addresses: Iterable[str], names: Iterable[str]) -> ServerNames:
    """Return those of these addresses and names, and of this machine's own names, that the authority may vouch for."""
    names = list(names)
    given = [name for name in names if is_address(name)]
    private = {ip_address(address) for address in [*addresses, *given, "127.0.0.1", "::1"]}
    wanted = {"localhost", *_host_names(names)}
    return ServerNames(
        sorted((one for one in private if is_private(one)), key=str),
        sorted(name for name in wanted if authority.may_vouch_for(name)),
    )


def is_private(address: Address) -> bool:
    return any(address in network for network in PRIVATE)


def is_good(path: Path, authority: Authority, served: ServerNames) -> bool:
    """Whether a certificate was made by this authority for all of this, and lasts a while."""
    try:
        leaf = x509.load_pem_x509_certificate(path.read_bytes())
        leaf.verify_directly_issued_by(authority.certificate)
    except Exception:
        return False
    named = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    vouched = {*named.get_values_for_type(x509.IPAddress), *named.get_values_for_type(x509.DNSName)}
    lasts = leaf.not_valid_after_utc > datetime.now(UTC) + RENEWED_BEFORE
    return lasts and leaf.not_valid_before_utc < datetime.now(UTC) and vouched == {*served.addresses, *served.names}


def issue(path: Path, authority: Authority, served: ServerNames) -> None:
    """Write a certificate and its key into one file, at once or not at all."""
    key = ec.generate_private_key(ec.SECP256R1())
    named = [*map(x509.DNSName, served.names), *map(x509.IPAddress, served.addresses)]
    issuer = authority.certificate
    certificate = (
        _certificate_builder(_common_name("Scorekeeper at home"), issuer.subject, key.public_key(), LEAF_LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(named), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as draft:
        draft.write(_pem(certificate, key))
    Path(draft.name).replace(path)


def _certificate_builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, lasts: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SLOW_CLOCK)
        .not_valid_after(now + lasts)
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


def _elliptic(key: object) -> ec.EllipticCurvePrivateKey:
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError
    return key


def _pem(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> bytes:
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.PEM) + secret
