"""Two hosts on one PostgreSQL."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection

from scorekeeper.matches.models import token_of
from scorekeeper.server.install import refuse_other_key
from tests.browser.server_process import free_port
from tests.games.big_little.rounds import random_hands
from tests.matches.factory import NAMES
from tests.server.serve_process import ENVIRONMENT, ROOT, csrf_cookie, join_links, wait_until_ready

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is for one host"),
]
SECRET = "hostshostshostshostshostshosts42"
BARE = {name: value for name, value in ENVIRONMENT.items() if not name.startswith("SCOREKEEPER_")}
# Tokens and addresses that differ between two hosts' pages.
OF_ITS_OWN = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|localhost:\d+|127\.0\.0\.1:\d+')


@pytest.fixture
def database():
    """The address of an empty database."""
    server, name = connection.settings_dict, f"hosts_{uuid4().hex}"
    admin = psycopg.connect(
        host=server["HOST"], port=server["PORT"] or None, user=server["USER"], dbname="postgres", autocommit=True
    )
    with admin:
        admin.execute(f"CREATE DATABASE {name}")
        yield f"postgresql://{server['USER']}@/{name}?host={quote(server['HOST'], safe='')}"
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Host:
    """A process of `serve` with a data folder of its own, and a device that asks it."""

    def __init__(self, folder, database):
        self.port = free_port()
        options = {"data": folder, "host": "127.0.0.1", "port": self.port, "address": "http://cards.lan"}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *(f"--{name}={value}" for name, value in options.items())],
            cwd=ROOT,
            env=BARE
            | {"DJANGO_SETTINGS_MODULE": "tests.server.slow_settings", "DATABASE_URL": database}
            | {"SCOREKEEPER_SECRET_KEY": "shared by hosts " * 4},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ask(self, path, device="", fields=None):
        """Ask for a page, or post a form; return the status, the headers and the text."""
        cookies = f"{csrf_cookie(self.port)}={SECRET}; device={device}"
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"csrfmiddlewaretoken": SECRET} | fields, doseq=True) if fields is not None else None
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            line.request("GET" if body is None else "POST", path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def page(self, path, device):
        status, _, text = self.ask(path, device)
        assert status == 200, path
        return OF_ITS_OWN.sub("", text)


@contextmanager
def two_hosts(folder, database):
    """Two hosts that start at once."""
    started = [Host(folder / str(number), database) for number in range(2)]
    try:
        yield started
    finally:
        for host in started:
            host.process.terminate()
            host.process.communicate(timeout=60)


def test_two_hosts_that_start_at_once_are_one_club_and_each_save_counts_once(database, tmp_path):
    with two_hosts(tmp_path, database) as both, ThreadPoolExecutor(2) as phones:
        printed = [wait_until_ready(host.process) for host in both]
        [invitation] = {urlsplit(link).path for text in printed for link in join_links(text)}
        status, headers, _ = both[1].ask(invitation, fields={"role": 3})
        assert status == 302
        device = re.search(r"device[\w-]*=([^;]+)", headers["Set-Cookie"])[1]
        setup = {"player": NAMES, "seated": 1, "dealer": 0}
        status, headers, _ = both[0].ask("/games/big-little/matches/new/", device, setup)
        assert status == 302
        match = headers["Location"]

        seen = "0"
        for number, hand in enumerate(random_hands(4, 5), 1):
            answers = {f"{name}-{seat}": number for name, given in hand.items() for seat, number in enumerate(given)}
            save = answers | {"key": uuid4(), "seen": seen, "number": number}
            seen = token_of(save["key"])
            sent = [phones.submit(host.ask, f"{match}rounds/", device, save) for host in both]
            assert [answer.result()[0] for answer in sent] == [302, 302]
            first, second = (host.page(match, device) for host in both)
            assert first == second

        links = [set(re.findall(r"/join/[\w.:-]+/", host.page("/invite/", device))) for host in both]
        assert links[0] == links[1] != set()


@pytest.mark.django_db
def test_a_host_with_another_secret_key_is_refused(settings):
    def start_with(key, *, own):
        settings.SECRET_KEY, settings.OWN_KEY = key * 10, own
        refuse_other_key()

    for _ in range(2):
        start_with("first", own=True)
    with pytest.raises(CommandError, match="SCOREKEEPER_SECRET_KEY"):
        start_with("other", own=True)
    start_with("chosen", own=False)
    start_with("chosen", own=False)
    with pytest.raises(CommandError, match="SCOREKEEPER_SECRET_KEY"):
        start_with("first", own=True)
