"""One running server for all tests that need no other."""

import shutil
import signal
import socket
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from tests.browser.server_process import free_port
from tests.server.serve_process import serve, wait_until_ready

SLOW = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\ncode="


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server that stays up. It ends although bodies are still awaited."""
    data, uploads, port = tmp_path_factory.mktemp("serve") / "data", tmp_path_factory.mktemp("uploads"), free_port()
    process = serve(data, port, TMPDIR=str(uploads))
    try:
        printed = wait_until_ready(process)
        new_club = shutil.copytree(data, tmp_path_factory.mktemp("new") / "data")
        yield SimpleNamespace(data=data, new_club=new_club, uploads=uploads, port=port, printed=printed)
        with ExitStack() as opened:
            open_lines(opened, port, 20, SLOW)
            process.send_signal(signal.SIGTERM)
            assert "Traceback" not in process.communicate(timeout=60)[0]
            assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def open_lines(opened, port, number, sent=b""):
    """Open connections that stay open until `opened` ends."""
    lines = [opened.enter_context(socket.create_connection(("127.0.0.1", port), 20)) for _ in range(number)]
    for line in lines:
        line.sendall(sent)
    return lines
