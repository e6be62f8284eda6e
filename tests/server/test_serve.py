"""`manage.py serve` as a table starts it: a process of its own on a new data folder."""

import json
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError

import pytest

from scorekeeper.server import network, sqlite_file
from scorekeeper.server.systemd import ExitCode
from tests.browser.server_process import free_port
from tests.server.serve_process import ENVIRONMENT, ROOT, get, join_links, serve, wait_until_ready

DEPLOY = Path(__file__).parents[2] / ".deploy"


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def data(server, tmp_path):
    """The data folder of a club that nobody owns yet."""
    return shutil.copytree(server.new_club, tmp_path / "data")


def test_the_printed_addresses_work_and_a_foreign_host_is_refused(server):
    assert f"http://localhost:{server.port}/" in server.printed
    assert get(server.port, "quick") == "at once"
    assert get(server.port, "quick", Host="192.168.1.23:8000") == "at once"
    with pytest.raises(HTTPError, match="400") as refused:
        get(server.port, "quick", Host="rebound.example")
    refused.value.close()


def test_the_owners_link_is_printed_after_a_kill_until_the_club_has_an_owner(server, data, port):
    outside = next(address for address in network.own_addresses() if not address.startswith("127."))
    behind_a_proxy = {"SCOREKEEPER_ADDRESS": "https://cards.example"}
    killed = serve(data, port, **behind_a_proxy)
    printed = wait_until_ready(killed)
    with pytest.raises(ConnectionRefusedError), socket.create_connection((outside, port), timeout=5):
        pass
    assert get(port, "quick", **{"Host": "cards.example", "X-Forwarded-Proto": "https"}) == "at once"
    killed.kill()
    killed.communicate()
    assert f"by the proxy that asks port {port}:  https://cards.example/" in printed
    assert "http://" not in printed
    [link], [first] = join_links(printed), join_links(server.printed)
    assert link.removeprefix("https://cards.example/") == re.sub(r"^http://[^/]+/", "", first)

    with closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as database:
        database.execute(
            "INSERT INTO clubs_device (club_id, token_hash, label, role, first_seen, last_seen)"
            " VALUES (1, 'x', 'mine', 3, '2026-11-21', '2026-11-21')"
        )
        database.commit()
    process = serve(data, port)
    assert join_links(wait_until_ready(process)) == []
    assert answers_what_it_read(process, port, signal.SIGTERM)


def answers_what_it_read(process, port, ending):
    """Whether it ends well, and only after it has answered what it read before the signal."""
    with ThreadPoolExecutor() as browsers:
        answers = [browsers.submit(get, port, "slow") for _ in range(4)]
        while get(port, "slow-count") != "4":
            time.sleep(0.02)
        process.send_signal(ending)
        answered = [answer.result() for answer in answers] == ["at last"] * 4
    process.communicate(timeout=60)
    return answered and process.returncode == 0


def test_every_line_of_a_json_log_is_an_object(data, port):
    process = serve(data, port, SCOREKEEPER_LOG="json")
    printed = wait_until_ready(process)
    process.terminate()
    lines = [json.loads(line) for line in (printed + process.communicate(timeout=60)[0]).splitlines()]
    assert any("/join/" in line["message"] for line in lines)

    with socket.create_server(("0.0.0.0", port)):
        refused = serve(data, port, SCOREKEEPER_LOG="json").communicate(timeout=60)[0]
    assert json.loads(refused)["level"] == "ERROR"


@pytest.fixture
def systemd():
    """Yield a socket that receives what the service sends to systemd, and the environment that names it."""
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"{folder}/notify")
        line.settimeout(60)
        yield line, {"NOTIFY_SOCKET": f"{folder}/notify"}


@pytest.mark.skipif(not shutil.which("curl"), reason="without curl")
def test_a_program_joins_and_reads_by_the_lines_of_the_readme(server, tmp_path):
    page = (DEPLOY / "README.md").read_text().partition("### A program of yours")[2]
    _, *lines = page.split("```")[1].strip().splitlines()
    invite = [sys.executable, "manage.py", "invite", "--role", "viewer", "--data", str(server.data)]
    invited = subprocess.run(invite, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    [link] = join_links(invited.stdout)
    lines = [f"link={link}", *lines, 'curl -sb jar "${link%/join/*}/devices/"']
    ran = subprocess.run(["bash", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "match,game,game night" in ran.stdout
    assert "dashboard’s device" in ran.stdout


def test_systemd_is_notified_when_the_port_listens(systemd, data, port):
    line, variables = systemd
    process = serve(data, port, **variables)
    assert line.recv(1000) == b"READY=1"
    socket.create_connection(("127.0.0.1", port), timeout=5).close()
    process.terminate()
    process.communicate(timeout=60)


def test_systemd_gets_the_error_and_the_exit_status(systemd, data, port):
    line, variables = systemd
    wrong = serve(data, port, SCOREKEEPER_TIME_ZONE="Vienna", **variables)
    assert line.recv(1000).decode() == "STATUS=SCOREKEEPER_TIME_ZONE: 'Vienna' is not a time zone."
    assert wrong.wait(60) == 2
    wrong.communicate()

    with socket.create_server(("0.0.0.0", port)):
        taken = serve(data, port, **variables)
        assert f"port {port}: Address already in use" in line.recv(1000).decode()
        assert taken.wait(60) == 1
    taken.communicate()


def test_a_record_that_cannot_be_used_is_refused_alike_each_time(systemd, data, port):
    line, variables = systemd
    with closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as record, record:
        record.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '9999_more', '2026-07-11')")
    before = sorted(data.rglob("*"))
    for _ in range(2):
        refused = serve(data, port, **variables)
        assert "from a newer Scorekeeper" in line.recv(1000).decode()
        refused.communicate(timeout=60)
        assert refused.returncode == ExitCode.UNUSABLE_RECORD
    assert sorted(data.rglob("*")) == before


def test_the_port_is_closed_until_the_record_is_judged(data, port):
    with sqlite_file.lock_folder(data):
        process = serve(data, port)
        while can_be_bound(port):
            time.sleep(0.02)
        with pytest.raises(ConnectionRefusedError):
            connect(port)
    wait_until_ready(process)
    connect(port)
    process.terminate()
    process.communicate(timeout=60)


def can_be_bound(port):
    with closing(socket.socket()) as other, suppress(OSError):
        other.bind(("0.0.0.0", port))
        return True
    return False


def connect(port):
    socket.create_connection(("127.0.0.1", port), timeout=5).close()


def test_the_table_of_exit_codes_is_what_the_unit_does():
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "scorekeeper.service").read_text(), re.MULTILINE))
    rows = re.findall(r"^\| (\d) \| .* \| (.*) \| .* \|$", (DEPLOY / "README.md").read_text(), re.MULTILINE)
    assert [int(code) for code, _ in rows] == [0, *ExitCode]
    stays_down = {code for code, systemd in rows if systemd == "stays down"}
    assert stays_down == {"0", *unit["RestartPreventExitStatus"].split()}
    pause, limit = int(unit["RestartSec"]), int(unit["StartLimitBurst"])
    assert dict(rows)["1"] == f"starts again after {pause} seconds, at most {limit} times a day"
    # systemd counts within the interval: a limit that slow starts never reach is none.
    assert (unit["StartLimitIntervalSec"], unit["TimeoutStartSec"]) == ("1d", "10min")
    assert limit * (pause + 600) < 24 * 3600


def test_a_demo_does_not_touch_the_record_and_its_key(data, port, tmp_path):
    before = (data / "scorekeeper.sqlite3").read_bytes()
    key = "the key of the record that is not to be touched " * 2
    own = {"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_SECRET_KEY": key, "DATABASE_URL": "postgresql://not/asked"}
    process = serve(None, port, "--demo", TMPDIR=str(tmp_path), **own)
    printed = wait_until_ready(process)
    [folder] = tmp_path.glob("scorekeeper-demo-*")

    assert "This is a made-up club" in printed
    [link] = join_links(printed)
    assert "Join as owner" in get(port, link.split("/", 3)[3])
    assert "Clubs are by invitation" in get(port, "")
    assert (folder / "secret-key").read_text().strip() != key.strip()
    process.terminate()
    process.communicate(timeout=60)
    assert not folder.exists()
    assert (data / "scorekeeper.sqlite3").read_bytes() == before
