"""`manage.py serve` as a table starts it: a process of its own on a new data folder."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from scorekeeper.server import certificates, network
from tests.bench.server import free_port

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}


def serve(data, port, *options, **settings):
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--data", str(data), "--port", str(port), *options],
        cwd=ROOT,
        env=ENVIRONMENT
        | {"DJANGO_SETTINGS_MODULE": "tests.server.slow_settings", "SCOREKEEPER_SECRET_KEY": "a key to serve by " * 3}
        | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture
def port():
    return free_port()


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A data folder that is made ready once."""
    return tmp_path_factory.mktemp("serve") / "data"


@pytest.fixture(scope="module")
def running(data):
    """The port of a server that stays up, and what it printed."""
    port = free_port()
    process = serve(data, port)
    yield port, wait_until_ready(process)
    process.terminate()
    assert "Traceback" not in process.communicate(timeout=40)[0]


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


def join_links(output):
    return re.findall(r"https?://\S+/join/\S+", output)


def test_what_it_prints_is_true_and_a_foreign_name_is_refused(running):
    port, printed = running

    assert f"http://localhost:{port}/" in printed
    assert get(port, "quick") == "at once"
    assert get(port, "quick", Host="192.168.1.23:8000") == "at once"
    with pytest.raises(HTTPError, match="400") as refused:
        get(port, "quick", Host="rebound.example")
    refused.value.close()


def test_a_taken_port_is_one_clear_line(running, data):
    second = serve(data, running[0])
    output = second.communicate(timeout=30)[0].strip()

    assert second.returncode == 1
    assert "Address already in use" in output
    assert len(output.splitlines()) == 1


def answers_what_it_read(process, port, ending, **headers):
    """Whether it ends well, and only after it has answered what it read before the signal."""
    with ThreadPoolExecutor() as browsers:
        answers = [browsers.submit(get, port, "slow", **headers) for _ in range(4)]
        time.sleep(0.5)
        process.send_signal(ending)
        answered = [answer.result() for answer in answers] == ["at last"] * 4
    process.communicate(timeout=40)
    return answered and process.returncode == 0


def test_it_restarts_after_a_kill_and_prints_the_link_until_the_club_has_an_owner(running, data, tmp_path, port):
    data = shutil.copytree(data, tmp_path / "data")
    killed = serve(data, port)
    links = join_links(wait_until_ready(killed))
    killed.kill()
    killed.communicate()
    assert links == [link.replace(f":{running[0]}/", f":{port}/") for link in join_links(running[1])] != []
    with closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as database:
        database.execute(
            "INSERT INTO clubs_device (club_id, token_hash, label, role, first_seen, last_seen)"
            " VALUES (1, 'x', 'mine', 3, '2026-11-21', '2026-11-21')"
        )
        database.commit()

    process = serve(data, port)

    assert join_links(wait_until_ready(process)) == []
    assert answers_what_it_read(process, port, signal.SIGTERM)


def test_behind_a_proxy_it_prints_the_link_by_which_the_proxy_is_reached(running, data, port):
    https = {"SCOREKEEPER_HTTPS": "yes", "SCOREKEEPER_HOSTS": "cards.example"}
    process = serve(data, port, **https)
    printed = wait_until_ready(process)

    with pytest.raises(ConnectionRefusedError), socket.create_connection((network.own_address(), port), timeout=5):
        pass
    assert answers_what_it_read(process, port, signal.SIGINT, **{"Host": "cards.example", "X-Forwarded-Proto": "https"})
    assert re.search(r"https://cards\.example/join/1o\S{22}/", printed)
    assert f"by the proxy that asks port {port}:  https://cards.example/" in printed
    assert "http://" not in printed


def test_with_https_pages_are_served_and_http_leads_there(running, data, tmp_path, port):
    shutil.copytree(data, tmp_path / "data")
    folder, secure = tmp_path / "data" / "https", free_port()
    options = ("--https", str(secure), "--workers", "1")
    process = serve(tmp_path / "data", port, *options, DJANGO_SETTINGS_MODULE="scorekeeper.settings")
    printed = wait_until_ready(process)
    trusting = ssl.create_default_context(cadata=certificates.authority_in(folder).der)

    assert f"https://localhost:{secure}/" in printed
    assert re.search(rf"http://[^/]+:{port}/#/join/", printed), "where a phone does not trust us yet"
    assert "On to HTTPS" in get(port, "matches/")
    with urlopen(f"https://localhost:{secure}/", context=trusting) as answer:
        page = answer.read().decode()
    assert "Scorekeeper" in page
    for file in set(re.findall(r'"(/static/[^"]+)"', page)):
        assert re.search(r"\.[0-9a-f]{12}\.", file), "its name changes with what is in it"
        with urlopen(f"https://localhost:{secure}{file}", context=trusting) as answer:
            assert answer.status == 200
    process.terminate()
    process.communicate(timeout=40)
    for closed in (port, secure):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", closed), timeout=5)
