"""Settings from the environment: what they are when left alone, and the one line when they make no sense."""

import os
import stat

import pytest

from scorekeeper.server import environment
from scorekeeper.server.environment import database_settings
from tests.cases import cases


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_") or name == "DATABASE_URL"]:
        monkeypatch.delenv(name)


def line_when_stopped(capsys, start):
    with pytest.raises(SystemExit) as stopped:
        start()
    assert stopped.value.code == 2
    [line] = capsys.readouterr().err.splitlines()
    return line


def test_nothing_needs_to_be_set():
    chosen = environment.read()
    assert chosen["DATA"] == environment.ROOT / ".data"
    assert (chosen["BEHIND_PROXY"], chosen["DEBUG"], chosen["HOSTS"]) == (False, False, [])


@cases(
    "name, value, says",
    [
        ("SCOREKEEPER_FOUNDING", "maybe", "SCOREKEEPER_FOUNDING: Say yes or no."),
        *(
            (f"SCOREKEEPER_{name}", "8443", f"SCOREKEEPER_{name} is gone: a proxy encrypts, see .deploy/README.md#")
            for name in ("HTTPS", "CERT", "KEY", "KEY_FILE")
        ),
        ("SCOREKEEPER_PORT", "door", "SCOREKEEPER_PORT: 'door' is not a port"),
        ("SCOREKEEPER_ADDRESS", "cards.lan", "SCOREKEEPER_ADDRESS: 'cards.lan' is not an address such as http://"),
        ("SCOREKEEPER_ADDRESS", "http://cards.lan/?a", "is not an address such as http://cards.lan:8000"),
        *(
            ("SCOREKEEPER_ADDRESS", f"http://{host}", f"'http://{host}' is not an address such as")
            for host in ("..", "cards..lan", "-", "cards.lan:0", "cards.lan:99999", "[:::]", "999.1.1.1", "10.1.1:80")
        ),
        ("SCOREKEEPER_HOST", "yes", "did you mean SCOREKEEPER_HOSTS?"),
        ("SCOREKEEPER_SECRET_KEY", "short", "SCOREKEEPER_SECRET_KEY: It needs at least 50 characters."),
        ("SCOREKEEPER_SECRET_KEY", "secret" * 20, "SCOREKEEPER_SECRET_KEY: It can be guessed: draw one"),
        ("SCOREKEEPER_HOSTS", "https://cards.example", "SCOREKEEPER_HOSTS: 'https://cards.example' is not a host name"),
        ("SCOREKEEPER_PROXY", "127.0.0.1", "SCOREKEEPER_PROXY also needs SCOREKEEPER_ADDRESS"),
        ("SCOREKEEPER_PROXY", "caddy", "SCOREKEEPER_PROXY: 'caddy' is not an address"),
        ("SCOREKEEPER_TIME_ZONE", "Vienna", "SCOREKEEPER_TIME_ZONE: 'Vienna' is not a time zone."),
        ("DATABASE_URL", "mysql://cards", "DATABASE_URL: It must begin with postgresql://"),
        ("DATABASE_URL_FILE", "/nowhere", "A setting's file cannot be read: The value of DATABASE_URL_FILE must be"),
    ],
)
def test_an_invalid_setting_is_one_line(monkeypatch, capsys, name, value, says):
    with monkeypatch.context() as patch:
        patch.setenv(name, value)
        assert says in line_when_stopped(capsys, environment.read)


def test_every_setting_has_a_row_in_the_table_of_settings():
    rows = (environment.ROOT / ".deploy" / "README.md").read_text()
    assert {name for name in environment.SETTINGS if f"\n| `{name}`" not in rows} == set()


@cases("value", ["", " "])
def test_an_empty_setting_means_the_default(monkeypatch, value):
    unset = environment.read()
    for name in sorted(environment.SETTINGS):
        for empty in (name, f"{name}_FILE"):
            with monkeypatch.context() as patch:
                patch.setenv(empty, value)
                assert environment.read() == unset, empty
    for name in environment.SETTINGS:
        monkeypatch.setenv(name, value)
    assert environment.read() == unset


def test_an_empty_setting_does_not_contradict_its_file(monkeypatch, tmp_path):
    port = tmp_path / "port"
    port.write_text("8100\n")
    monkeypatch.setenv("SCOREKEEPER_PORT_FILE", str(port))
    monkeypatch.setenv("SCOREKEEPER_PORT", "")
    assert environment.read()["PORT"] == 8100


@cases(
    "variables, origin, path, hosts, behind_proxy",
    [
        ({"ADDRESS": "http://cards.lan:8000"}, "http://cards.lan:8000", "", ["cards.lan"], False),
        ({"ADDRESS": "https://cards.example/club/"}, "https://cards.example", "/club", ["cards.example"], True),
        ({"ADDRESS": "https://[fd00::1]:8443"}, "https://[fd00::1]:8443", "", ["fd00::1"], True),
        ({"ADDRESS": "http://a.lan", "HOSTS": "b.lan"}, "http://a.lan", "", ["a.lan", "b.lan"], False),
    ],
)
def test_hosts_path_and_proxy_follow_from_the_address(monkeypatch, variables, origin, path, hosts, behind_proxy):
    for name, value in variables.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    chosen = environment.read()
    assert [chosen[name] for name in ("ORIGIN", "PATH", "HOSTS", "BEHIND_PROXY")] == [origin, path, hosts, behind_proxy]


def test_a_setting_in_a_file_contradicts_the_same_setting(monkeypatch, capsys, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("kept by a container " * 4 + "\n")
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY_FILE", str(secret))
    assert environment.read()["SECRET_KEY"] == ("kept by a container " * 4).strip()
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "another")
    line = line_when_stopped(capsys, environment.read)
    assert "SCOREKEEPER_SECRET_KEY and SCOREKEEPER_SECRET_KEY_FILE contradict" in line


def test_a_malformed_database_url_is_one_line_without_its_password(capsys, tmp_path):
    for rest in ("", "host/name%zz", "host/name?colour=red"):
        line = line_when_stopped(
            capsys, lambda url=f"postgresql://user:hidden@{rest}": database_settings(url, tmp_path)
        )
        assert line.startswith("DATABASE_URL"), rest
        assert "hidden" not in line, rest


def test_database_url_is_parsed(tmp_path):
    database = database_settings("postgresql://ann:s3cret@db.example:5433/cards?sslmode=require", tmp_path)
    parts = [database[part] for part in ("NAME", "USER", "PASSWORD", "HOST", "PORT")]
    assert parts == ["cards", "ann", "s3cret", "db.example", "5433"]
    assert database["OPTIONS"]["sslmode"] == "require"


def test_the_secret_key_is_created_once_with_mode_600(tmp_path, capsys):
    folder = tmp_path / "data"
    key = environment.read_key(folder)
    assert len(key) >= 50
    assert not folder.exists(), "nothing begins by reading"
    environment.make_data_folder(folder, key)
    assert environment.read_key(folder) == key
    (folder / "secret-key").chmod(0o644)
    assert environment.read_key(folder) == key
    assert [stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()] == [0o600]
    assert "start again" in line_when_stopped(capsys, lambda: environment.make_data_folder(folder, "another" * 10))


def test_a_damaged_secret_key_or_data_folder_is_one_line(tmp_path, capsys):
    for content in (b"\xff" * 60, b""):
        (tmp_path / "secret-key").write_bytes(content)
        assert "is damaged" in line_when_stopped(capsys, lambda: environment.read_key(tmp_path))
    (tmp_path / "file").touch()
    assert "cannot be used" in line_when_stopped(capsys, lambda: environment.read_key(tmp_path / "file"))
    inside = tmp_path / "file" / "data"
    assert "cannot be used" in line_when_stopped(capsys, lambda: environment.make_data_folder(inside, "key"))
