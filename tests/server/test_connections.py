"""Requests that break, and senders who are slow: nothing is stored of them, and everybody else is answered."""

import socket
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from games.core.round_form import form_class
from scorekeeper.server import sqlite_file
from tests.devices import device_token
from tests.matches.factory import make_match
from tests.server.conftest import SLOW, open_lines
from tests.server.serve_process import csrf_cookie, get
from tests.thoroughness import many

UPLOAD = b"POST /transfer/imports/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n"
HALF_A_HEAD = b"POST /join/ HTTP/1.1\r\nHost: loc"
# A CSRF secret: any 32 letters and digits are one, and it is its own token.
SECRET = "cutcutcutcutcutcutcutcutcutcut42"


@pytest.fixture
def scorer(server, django_db_blocker):
    """A device in the club, a match, and what saves its first round."""
    with django_db_blocker.unblock(), sqlite_file.using_database(server.data / "scorekeeper.sqlite3"):
        match, token = make_match(), device_token()
        answers = form_class(match.game).answers_of(match.game.simulate(Random(1), match.state), match.state)
    save = {"key": uuid4(), "seen": match.token, "number": match.version + 1, **answers}
    return token, f"/matches/{match.pk}/rounds/", save


def form(fields):
    return "application/x-www-form-urlencoded", urlencode({"csrfmiddlewaretoken": SECRET} | fields).encode()


def upload(content):
    parts = {'name="csrfmiddlewaretoken"': SECRET.encode(), 'name="file"; filename="club.json"': content}
    body = b"".join(
        f"--x\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + value + b"\r\n"
        for name, value in parts.items()
    )
    return "multipart/form-data; boundary=x", body + b"--x--\r\n"


def post(server, token, path, kind, body, length=None):
    """Send a form, or only so many bytes of it; return the status and the answer."""
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: localhost:{server.port}",
        f"Cookie: {csrf_cookie(server.port)}={SECRET}; device={token}",
        f"X-CSRFToken: {SECRET}",
        "Connection: close",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
    ]
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body[:length])
        if length is not None:
            connection.shutdown(socket.SHUT_WR)
        answer = received(connection).decode()
    return int(answer.split()[1]) if answer else None, answer


def received(line):
    """All that comes on a connection until the server closes it."""
    parts = []
    with suppress(ConnectionResetError):  # where more was sent than it waited for
        parts.extend(iter(lambda: line.recv(65536), b""))
    return b"".join(parts)


def stored(server):
    with closing(sqlite3.connect(server.data / "scorekeeper.sqlite3")) as database:
        return list(database.iterdump())


def test_a_save_cut_at_any_byte_changes_nothing(server, scorer):
    token, path, save = scorer
    kind, body = form(save)
    before = stored(server)
    for length in range(len(body)):
        assert post(server, token, path, kind, body, length)[0] is None, length
    assert stored(server) == before
    assert post(server, token, path, kind, body)[0] == 302
    assert stored(server) != before


def test_a_cut_upload_changes_nothing_and_leaves_no_file(server, scorer):
    token, *_ = scorer
    before = stored(server)
    for size in (200, 3_000_000):
        kind, body = upload(b'{"club": 1}'.ljust(size))
        for length in (1, size // 2, len(body) - 10, len(body) - 1):
            assert post(server, token, "/transfer/imports/", kind, body, length)[0] is None, (size, length)
        assert post(server, token, "/transfer/imports/", kind, body)[0] == 422, "read, and no club"
    assert stored(server) == before
    assert not [*server.uploads.iterdir()], "nothing of it stays, whatever becomes of the process"


def test_slow_senders_and_readers_block_nobody_and_are_dropped(server):
    with ExitStack() as opened:
        silent, slow = open_lines(opened, server.port, many(2000)), open_lines(opened, server.port, many(200), SLOW)
        half = open_lines(opened, server.port, many(200), HALF_A_HEAD)
        dribbling = open_lines(opened, server.port, 30, UPLOAD)
        open_lines(opened, server.port, 30, b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")

        for _ in range(many(200)):
            assert get(server.port, "quick") == "at once"
            for line in dribbling:
                with suppress(ConnectionError):  # on a busy machine some are dropped by now
                    line.sendall(b"x")
        assert get(server.port, "download") == "a part " * 1000

        assert {received(line) for line in [*silent, *slow, *half, *dribbling]} == {b""}


def test_while_the_database_is_locked_pages_are_shown_and_saves_get_503(server, scorer):
    token, path, save = scorer
    kind, body = form(save | {"key": uuid4()})

    def save_in_vain(_):
        status, answer = post(server, token, path, kind, body)
        return status, "\r\nRetry-After: 5\r\n" in answer

    with (
        closing(sqlite3.connect(server.data / "scorekeeper.sqlite3", isolation_level=None)) as other,
        ThreadPoolExecutor(40) as phones,
    ):
        other.execute("BEGIN IMMEDIATE")
        saves = phones.map(save_in_vain, range(40))
        time.sleep(0.5)  # by now all of them wait
        assert get(server.port, "health")
        # All are answered while the other program still holds the database.
        assert {*saves} == {(503, True)}


def test_keep_alive_works_after_every_kind_of_response(server):
    """Phones ask for one thing after another on the same connection."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as line:
        for method, path in [("HEAD", "/rules/"), ("HEAD", "/download"), ("GET", "/download"), ("HEAD", "/sw.js")]:
            line.request(method, path)
            answer = line.getresponse()
            assert (answer.status, bool(answer.read())) == (200, method == "GET")
            assert answer.headers["Server"] is None
            line.request("GET", "/quick")
            assert line.getresponse().read() == b"at once"


def test_too_large_headers_and_bodies_are_refused_before_they_are_read(server):
    heads = {
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 70_000: b"431",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 64500001": b"413",
    }
    for head, status in heads.items():
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            line.sendall(head + b"\r\n\r\n")
            answer = received(line)
            assert answer.split()[1] == status
            assert b"waitress" not in answer
            assert b"Server:" not in answer


def test_it_listens_by_ipv6_too(server):
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with closing(HTTPConnection("::1", server.port, timeout=60)) as line:
        line.request("GET", "/quick")
        assert line.getresponse().read() == b"at once"
