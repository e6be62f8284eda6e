"""Our own authority and what it vouches for: made once, for home only, and anew in time."""

import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
import time_machine
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from scorekeeper.server import certificates, https, network
from scorekeeper.server.certificates import ServerNames, UnusableAuthority, authority_in, is_good, issue, server_names


def test_the_authority_is_made_once_and_only_its_owner_reads_it(tmp_path):
    authority = authority_in(tmp_path / "https", ["cards.example"])
    path = tmp_path / "https" / "authority.pem"
    assert authority_in(tmp_path / "https").fingerprint == authority.fingerprint
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert authority.may_vouch_for("table.cards.example")
    assert not authority.may_vouch_for("bank.example")
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3600)), pytest.raises(UnusableAuthority):
        authority_in(tmp_path / "https")
    path.write_text("no key")
    with pytest.raises(UnusableAuthority, match="Delete it"):
        authority_in(tmp_path / "https")


def accepted(folder, authority, name):
    """Whether a client that trusts the authority takes what is served for this name: as OpenSSL sees it."""
    (folder / "trusted.pem").write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    server.load_cert_chain(folder / "served.pem")
    client.load_verify_locations(folder / "trusted.pem")
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server, server_hostname=name)
    sides = [asking, server.wrap_bio(to_server, to_client, server_side=True)]
    for _ in range(4):
        for side in sides:
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return True


def test_it_vouches_for_home_and_nobody_believes_it_about_anything_else(tmp_path):
    authority = authority_in(tmp_path, ["cards.example"])
    served = server_names(
        authority, ["192.168.1.5", "8.8.8.8", "fd00::5"], ["cards.example", "10.1.2.3", "bank.example"]
    )
    issue(tmp_path / "served.pem", authority, served)
    leaf = x509.load_pem_x509_certificate((tmp_path / "served.pem").read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
    assert stat.S_IMODE((tmp_path / "served.pem").stat().st_mode) == 0o600
    for name in ("192.168.1.5", "fd00::5", "10.1.2.3", "localhost", "127.0.0.1", "cards.example"):
        assert accepted(tmp_path, authority, name), name
    for name in ("8.8.8.8", "bank.example", "192.168.1.6"):
        assert not accepted(tmp_path, authority, name), name

    # Whoever stole the authority's key could vouch for nothing more.
    issue(tmp_path / "served.pem", authority, ServerNames([ip_address("8.8.8.8")], ["bank.example"]))
    assert not accepted(tmp_path, authority, "bank.example")
    assert not accepted(tmp_path, authority, "8.8.8.8")


def test_a_certificate_is_made_anew_when_addresses_change_and_before_it_runs_out(tmp_path, settings, monkeypatch):
    settings.DATA, settings.KNOWN_HOSTS, addresses = tmp_path, [], {"192.168.1.5"}
    monkeypatch.setattr(network, "own_addresses", lambda: addresses)
    certificate = https.OwnCertificate()
    assert [certificate.renew(), certificate.renew()] == [True, False]
    addresses.add("192.168.1.77")
    assert [certificate.renew(), certificate.renew()] == [True, False]
    with time_machine.travel(datetime.now(UTC) + certificates.LEAF_LASTS - certificates.RENEWED_BEFORE, tick=False):
        assert [certificate.renew(), certificate.renew()] == [True, False]
    authority = authority_in(tmp_path / "other")
    assert not is_good(certificate.cert, authority, server_names(authority, addresses, [])), "another one's"
    certificate.cert.write_text("damaged")
    assert certificate.renew()


def test_a_name_given_later_is_told_to_be_left_out(tmp_path, settings):
    settings.DATA, settings.KNOWN_HOSTS = tmp_path, ["cards.example"]
    assert https.names_left_out() == []
    settings.KNOWN_HOSTS = ["cards.example", "late.example", "10.1.2.3", "8.8.8.8"]
    assert https.names_left_out() == ["late.example", "8.8.8.8"]


def test_a_given_certificate_is_read_anew_once_both_files_fit(tmp_path, settings):
    authority = authority_in(tmp_path)
    settings.CERT = settings.KEY = tmp_path / "given.pem"
    issue(settings.CERT, authority, server_names(authority, [], []))
    certificate = https.GivenCertificate()
    assert not certificate.renew()
    settings.CERT.write_text("half of it")
    assert not certificate.renew()
    issue(settings.CERT, authority, server_names(authority, [], []))
    assert [certificate.renew(), certificate.renew()] == [True, False]
    settings.CERT.unlink()
    assert not certificate.renew()


def test_this_machine_knows_its_addresses():
    addresses = network.own_addresses()
    assert "127.0.0.1" in addresses
    assert network.own_address() in {*addresses, None}
