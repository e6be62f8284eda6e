"""`manage.py serve` as a table starts it: a process of its own on a new data folder."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.db import connection

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}


def serve(data, port, *options, **settings):
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--data", str(data), "--port", str(port), *options],
        cwd=ROOT,
        env=ENVIRONMENT
        | {"DJANGO_SETTINGS_MODULE": "tests.server.slow_settings", "SCOREKEEPER_SECRET_KEY": "serve" * 10}
        | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def port():
    return free_port()


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A data folder that is made ready once."""
    return tmp_path_factory.mktemp("serve") / "data"


@pytest.fixture
def server(data, port):
    process = serve(data, port)
    wait_until_ready(process)
    yield process
    process.kill()
    process.communicate()


@pytest.fixture(scope="module")
def open_table(data):
    """The port of a server that stays up, for tests that only ask."""
    port = free_port()
    process = serve(data, port)
    wait_until_ready(process)
    yield port
    process.terminate()
    process.communicate(timeout=40)


def wait_until_ready(process):
    """Returns what it printed until it said where to find it."""
    output = ""
    for line in process.stdout:
        output += line
        if "on this machine" in line or "by the proxy" in line:
            return output
    process.communicate()
    pytest.fail(f"the server did not start:\n{output}")


def get(port, page, **headers):
    with urlopen(Request(f"http://127.0.0.1:{port}/{page}", headers=headers), timeout=30) as answer:
        return answer.read().decode()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_requests_in_flight_are_answered_before_it_ends(server, port, ending):
    with ThreadPoolExecutor() as browsers:
        answers = [browsers.submit(get, port, "slow") for _ in range(4)]
        time.sleep(0.5)
        server.send_signal(ending)
        assert [answer.result() for answer in answers] == ["at last"] * 4
    assert server.wait(timeout=40) == 0


def test_killed_outright_it_can_be_started_again_at_once(server, data, port):
    server.kill()
    again = serve(data, port)
    wait_until_ready(again)
    assert get(port, "quick") == "at once"
    again.terminate()
    again.communicate(timeout=40)


def test_what_it_prints_is_true(data, port):
    process = serve(data, port)
    printed = wait_until_ready(process)
    assert printed.startswith("Scorekeeper is ready"), "not with a warning"
    assert f"http://localhost:{port}/" in printed
    assert get(port, "quick") == "at once"
    process.terminate()
    assert "Traceback" not in process.communicate(timeout=40)[0]


def test_a_new_installation_prints_its_owners_link_until_somebody_owns_it(tmp_path, port):
    links = []
    for owned in (False, False, True):
        if owned:
            with closing(sqlite3.connect(tmp_path / "data" / "scorekeeper.sqlite3")) as facts:
                facts.execute(
                    "INSERT INTO clubs_device (club_id, token_hash, label, role, first_seen, last_seen)"
                    " VALUES (1, 'x', 'mine', 3, '2026-11-21', '2026-11-21')"
                )
                facts.commit()
        process = serve(tmp_path / "data", port)
        links += re.findall(r"https?://\S+/join/\S+", wait_until_ready(process))
        process.terminate()
        process.communicate(timeout=40)
    assert len(links) == 2
    assert links[0] == links[1]


def test_behind_a_proxy_it_prints_the_link_by_which_the_proxy_is_reached(data, port):
    https = {"SCOREKEEPER_HTTPS": "yes", "SCOREKEEPER_HOSTS": "cards.example"}
    process = serve(data, port, "--host", "127.0.0.1", **https)
    printed = wait_until_ready(process)
    process.terminate()
    process.communicate(timeout=40)

    assert re.search(r"https://cards\.example/join/1o\S{22}/", printed)
    assert f"by the proxy that asks port {port}:  https://cards.example/" in printed
    assert "http://" not in printed


def test_a_foreign_name_is_refused_and_an_address_is_not(open_table):
    with pytest.raises(HTTPError, match="400") as refused:
        get(open_table, "quick", Host="rebound.example")
    refused.value.close()
    assert get(open_table, "quick", Host="192.168.1.23:8000") == "at once"


def test_a_taken_port_is_one_clear_line(open_table, data):
    second = serve(data, open_table)
    output = second.communicate(timeout=30)[0].strip()
    assert second.returncode == 1
    assert "Address already in use" in output
    assert len(output.splitlines()) == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups")
def test_an_existing_database_is_copied_before_it_is_migrated(tmp_path, port):
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as old:
        old.executescript(
            "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime);"
            "INSERT INTO django_migrations VALUES (1, 'before', '0001_initial', '2026-01-01');"
        )
    process = serve(data, port)
    wait_until_ready(process)
    process.terminate()
    process.communicate(timeout=40)
    [backup] = (data / "backups").iterdir()
    with closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("SELECT app FROM django_migrations").fetchall() == [("before",)]
