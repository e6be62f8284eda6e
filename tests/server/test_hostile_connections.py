"""Connections that say nothing, and bodies that come slowly or not at all: everybody else is answered meanwhile."""

import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial

import pytest

from tests.bench.server import free_port
from tests.server.test_serve import get, serve, wait_until_ready
from tests.thoroughness import many

SLOW = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\ncode="
UPLOAD = b"POST /transfer/imports/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n"
HALF_A_HEAD = b"POST /join/ HTTP/1.1\r\nHost: loc"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The port of a server that stays up, and its folder. It ends although bodies are still awaited."""
    data, port = tmp_path_factory.mktemp("hostile") / "data", free_port()
    process = serve(data, port)
    try:
        wait_until_ready(process)
        yield port, data
        with ExitStack() as opened:
            open_lines(opened, port, many(200), SLOW)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=20) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def connect():
    """Open so many connections that stay open."""
    with ExitStack() as opened:
        yield partial(open_lines, opened)


def open_lines(opened, port, number, sent=b""):
    lines = [opened.enter_context(socket.create_connection(("127.0.0.1", port), 20)) for _ in range(number)]
    for line in lines:
        line.sendall(sent)
    return lines


def received(line):
    """All that comes on a connection until the server closes it."""
    parts = []
    with suppress(ConnectionResetError):  # where more was sent than it waited for
        parts.extend(iter(lambda: line.recv(65536), b""))
    return b"".join(parts)


def test_strangers_who_send_slowly_keep_nobody_waiting_and_are_dropped(server, connect, thorough):
    port, _ = server
    silent, slow = connect(port, many(2000)), connect(port, many(200), SLOW)
    half, dribbling = connect(port, many(200), HALF_A_HEAD), connect(port, 16, UPLOAD)

    for _ in range(many(200)):
        assert get(port, "quick") == "at once"
        for line in dribbling:
            with suppress(ConnectionError):  # on a busy machine some are dropped by now
                line.sendall(b"x")

    assert {received(line)[:12] for line in [*slow, *dribbling]} == {b"HTTP/1.1 408"}
    if thorough:  # it takes granian ten seconds
        assert {received(line)[:12] for line in [*silent, *half]} <= {b"", b"HTTP/1.1 408"}


def test_long_answers_keep_no_page_waiting(server):
    port, data = server
    with ThreadPoolExecutor(40) as browsers:
        downloads = [browsers.submit(get, port, "long") for _ in range(20)]
        time.sleep(0.5)
        assert {get(port, "quick") for _ in range(20)} == {"at once"}
        assert not any(download.done() for download in downloads)
        (data / "enough").touch()
        assert {download.result() for download in downloads} == {"enough" * 1000}
