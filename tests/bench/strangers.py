"""Strangers who hold connections and say little: what others wait meanwhile, and how long the server takes to end."""

import socket
import time
from contextlib import ExitStack, closing
from threading import Event, Thread

import psutil

from tests.bench.data import device, long_match
from tests.bench.load import Load, Repeating, get
from tests.bench.report import Figure, milliseconds, percentile, status_counts
from tests.bench.server import serving

SILENT, SLOW, DRIBBLING = 2_000, 200, 16
SLOW_BODY = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\ncode="
UPLOAD = b"POST /transfer/imports/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n"
SECONDS, CONNECTIONS, PATIENCE = 6, 5, 60


def strangers(data):
    from scorekeeper.server.network import allow_many_connections

    allow_many_connections()
    device()
    page = [Repeating(get(f"/matches/{long_match().pk}/"))] * CONNECTIONS
    with serving(data, 2) as server, closing(Load(1, server)) as load, ExitStack() as opened:
        quiet = load.run(page, 2)
        connect(server, opened, SILENT)
        connect(server, opened, SLOW, SLOW_BODY)
        dribble(connect(server, opened, DRIBBLING, UPLOAD), opened)
        run = load.run(page, SECONDS)
        waited = f"{milliseconds(percentile(quiet.times, 0.99))} without them; status {status_counts(run.statuses)}"
        yield Figure("a page, p99", "≤ 300 ms", milliseconds(percentile(run.times, 0.99)), waited)
        connect(server, opened, SLOW, SLOW_BODY)
        begun, process = time.monotonic(), psutil.Process(server.pid)
        process.terminate()
        process.wait(PATIENCE)
        yield Figure("SIGTERM", "≤ 5 s", f"{time.monotonic() - begun:.1f} s", "while bodies are awaited")


def connect(server, opened, count, sent=b""):
    lines = [opened.enter_context(socket.create_connection(("127.0.0.1", server.port), 30)) for _ in range(count)]
    for line in lines:
        line.sendall(sent)
    return lines


def dribble(lines, opened):
    """Send a byte on each of these connections now and then, until the server closes them or this is over."""
    over = Event()

    def send():
        while not over.wait(0.1):
            for line in list(lines):
                try:
                    line.sendall(b"x")
                except OSError:
                    lines.remove(line)

    thread = Thread(target=send)
    thread.start()
    opened.callback(thread.join)
    opened.callback(over.set)
