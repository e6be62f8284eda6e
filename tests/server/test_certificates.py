"""Our own authority and what it vouches for: made once, for servers at home only; told of when clocks do not fit."""

import ssl
import stat
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID

from scorekeeper.server import certificates, network
from scorekeeper.server.certificates import Authority, UnusableAuthority, authority_in, issue


@pytest.fixture
def authority(tmp_path, settings):
    settings.DATA, settings.KNOWN_HOSTS, settings.OWN_AUTHORITY = tmp_path, ["cards.example"], True
    return certificates.authority_here()


def test_the_authority_is_made_once_for_servers_and_only_its_owner_reads_it(authority):
    path = certificates.authority_folder() / "authority.pem"
    assert certificates.authority_here().fingerprint == authority.fingerprint
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    usage = authority.certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    assert (usage.critical, list(usage.value)) == (True, [ExtendedKeyUsageOID.SERVER_AUTH])
    path.write_text("no key")
    with pytest.raises(UnusableAuthority, match="Delete it"):
        certificates.authority_here()


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


def test_it_vouches_for_home_and_nobody_believes_it_about_anything_else(authority, tmp_path, monkeypatch):
    served = tmp_path / "served.pem"
    issue(served, authority, ["192.168.1.5", "8.8.8.8", "fd00::5"], ["cards.example", "10.1.2.3", "bank.example"])
    leaf = x509.load_pem_x509_certificate(served.read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
    assert stat.S_IMODE(served.stat().st_mode) == 0o600
    for name in ("192.168.1.5", "fd00::5", "10.1.2.3", "localhost", "127.0.0.1", "cards.example"):
        assert accepted(tmp_path, authority, name), name
    for name in ("8.8.8.8", "bank.example", "192.168.1.6"):
        assert not accepted(tmp_path, authority, name), name

    # Whoever stole the authority's key could vouch for nothing more.
    monkeypatch.setattr(Authority, "may_vouch_for", lambda *_: True)
    issue(served, authority, ["8.8.8.8"], ["bank.example"])
    assert not accepted(tmp_path, authority, "bank.example")
    assert not accepted(tmp_path, authority, "8.8.8.8")


def test_a_start_makes_a_new_certificate_unless_the_disk_is_full(authority, settings, monkeypatch):
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.77"])
    served, _ = certificates.certificate_files()
    assert accepted(served.parent, authority, "192.168.1.77")
    first = served.read_bytes()
    settings.READ_ONLY = True
    certificates.certificate_files()
    assert served.read_bytes() == first
    settings.READ_ONLY = False
    certificates.certificate_files()
    assert served.read_bytes() != first


def test_a_wrong_clock_makes_no_authority_and_keeps_the_certificate(authority, tmp_path):
    served, _ = certificates.certificate_files()
    before = served.read_bytes()
    with time_machine.travel(datetime(1970, 1, 1, tzinfo=UTC)):
        with pytest.raises(UnusableAuthority, match="clock says 1 January 1970"):
            authority_in(tmp_path / "other")
        certificates.certificate_files()
        assert "Set the clock." in next(certificates.certificate_warnings())
    assert served.read_bytes() == before
    assert not (tmp_path / "other" / "authority.pem").exists()


def test_what_devices_will_refuse_is_told_with_what_to_do(authority, settings):
    assert list(certificates.certificate_warnings()) == []
    settings.KNOWN_HOSTS = ["cards.example", "late.example", "10.1.2.3", "8.8.8.8"]
    told = [line.partition(" ")[0] for line in certificates.certificate_warnings()]
    assert told == ["late.example", "8.8.8.8"]
    with time_machine.travel(datetime.now(UTC) + certificates.AUTHORITY_LIFETIME - timedelta(days=20)):
        assert "Delete it to get a new authority" in next(certificates.certificate_warnings())
    settings.OWN_AUTHORITY, settings.CERT = False, certificates.authority_folder() / "authority.pem"
    with time_machine.travel(datetime.now(UTC) + certificates.AUTHORITY_LIFETIME):
        assert "Renew it, and start again." in next(certificates.certificate_warnings())


def test_invitations_lead_where_serve_listens_while_it_runs(tmp_path, settings):
    settings.DATA, settings.OWN_AUTHORITY = tmp_path, True
    settings.SUB_PATH = "/club"
    left = network.leave_link("http://192.168.1.5:8000")
    settings.OWN_AUTHORITY, settings.SUB_PATH = False, ""  # as `manage.py invite` sees it
    assert network.leave_link("http://192.168.1.5:8001") is None, "the first one counts"
    assert network.left_link() == "http://192.168.1.5:8000/club/#/club"
    left.close()
    assert network.left_link() is None, "its process is gone"


def test_a_certificate_says_its_names():
    certificates.issue(
        path := certificates.authority_folder() / "served.pem", certificates.authority_here(), [], ["cards.local"]
    )
    assert {"localhost", "cards.local"} <= set(certificates.names_of(path))
    assert certificates.names_of(path.with_name("none")) == []
