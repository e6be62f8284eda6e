"""A connection that breaks in the middle of a request: the running server answers 400 and stores nothing."""

import socket
import sqlite3
from contextlib import closing
from random import Random
from types import SimpleNamespace
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from games.core.round_form import form_class
from scorekeeper.server import record_copy
from tests.bench.server import free_port
from tests.devices import device_token
from tests.matches.factory import make_match
from tests.server.test_serve import serve, wait_until_ready

SECRET = "cutcutcutcutcutcutcutcutcutcut42"
"""A CSRF secret: any 32 letters and digits are one, and it is its own token."""


@pytest.fixture(scope="module")
def server(tmp_path_factory, django_db_blocker):
    """A running server with a match, and what a device sends to save its first round."""
    data, uploads, port = tmp_path_factory.mktemp("cut"), tmp_path_factory.mktemp("uploads"), free_port()
    process = serve(data, port, TMPDIR=str(uploads))
    try:
        wait_until_ready(process)
        with django_db_blocker.unblock(), record_copy.opened(data / "scorekeeper.sqlite3"):
            match, token = make_match(), device_token()
            answers = form_class(match.game).answers_of(match.game.simulate(Random(1), match.state), match.state)
            save = {"key": uuid4(), "seen": match.version, "number": match.version + 1, **answers}
        yield SimpleNamespace(data=data, port=port, uploads=uploads, token=token, match=match.pk, save=save)
    finally:
        process.kill()
        process.communicate()


def head(server, path, *headers):
    lines = [f"POST {path} HTTP/1.1", f"Host: localhost:{server.port}", f"Cookie: csrf={SECRET}; device={server.token}"]
    return "\r\n".join([*lines, f"X-CSRFToken: {SECRET}", "Connection: close", *headers, "", ""]).encode()


def form(fields):
    return "application/x-www-form-urlencoded", urlencode({"csrfmiddlewaretoken": SECRET} | fields).encode()


def upload(content):
    parts = {'name="csrfmiddlewaretoken"': SECRET.encode(), 'name="file"; filename="club.json"': content}
    body = b"".join(
        f"--x\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + value + b"\r\n"
        for name, value in parts.items()
    )
    return "multipart/form-data; boundary=x", body + b"--x--\r\n"


def post(server, path, kind, body, length=None):
    """Send a form, or only so many bytes of it; return the status and the answer."""
    header = head(server, path, f"Content-Type: {kind}", f"Content-Length: {len(body)}")
    return send(server, header + body[:length], cut=length is not None)


def send(server, request, cut):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request)
        if cut:
            connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    return int(answer.split()[1]) if answer else None, answer


def stored(server):
    with closing(sqlite3.connect(server.data / "scorekeeper.sqlite3")) as database:
        return list(database.iterdump())


def check_cuts(server, path, kind, body, lengths):
    before = stored(server)
    statuses = {length: post(server, path, kind, body, length)[0] for length in lengths}
    assert {length: status for length, status in statuses.items() if status != 400} == {}
    assert stored(server) == before


def test_a_save_cut_at_any_byte_is_refused(server):
    path, (kind, body) = f"/matches/{server.match}/rounds/", form(server.save)
    check_cuts(server, path, kind, body, range(len(body)))
    assert "What arrived was incomplete" in post(server, path, kind, body, len(body) - 1)[1]

    before = stored(server)
    assert post(server, path, kind, body)[0] == 302
    assert stored(server) != before


@pytest.mark.parametrize("size", [200, 3_000_000], ids=["in memory", "spooled"])
def test_a_cut_upload_is_refused(server, size):
    kind, body = upload(b'{"club": 1}'.ljust(size))
    lengths = range(len(body)) if size == 200 else [1, size // 2, len(body) - 10, len(body) - 1]
    check_cuts(server, "/transfer/imports/", kind, body, lengths)

    assert post(server, "/transfer/imports/", kind, body)[0] == 422, "the file itself is read, and is no club"
    assert not [*server.uploads.iterdir()], "nothing of it stays, whatever becomes of the process"


def test_a_body_of_unknown_length_stores_nothing(server):
    """Chunks are not read, so a form in chunks is an empty one, with or without its last chunk."""
    before, path, (kind, body) = stored(server), f"/matches/{server.match}/rounds/", form(server.save)
    chunk = f"{len(body):x}\r\n".encode() + body + b"\r\n"
    for said in ([], ["Content-Length: 20"]):
        headers = head(server, path, f"Content-Type: {kind}", "Transfer-Encoding: chunked", *said)
        assert send(server, headers + chunk + b"0\r\n\r\n", cut=False)[0] == 422, said
        for sent in (chunk, chunk[:-20]):
            assert send(server, headers + sent, cut=True)[0] in (None, 400, 422), (said, len(sent))
    assert stored(server) == before
