"""HTTP clients: requests as browsers send them, and processes that each hold a few connections and keep asking."""

import os
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from tests.bench.data import TOKEN, hands

SECRET = "benchbenchbenchbenchbenchbench42"
"""A CSRF secret: any 32 letters and digits are one, and it is its own token."""


def get(path, *headers, token=TOKEN):
    """A request as a browser in the club sends it; it takes brotli and gzip unless a header says otherwise."""
    if not any(header.startswith("Accept-Encoding") for header in headers):
        headers = ("Accept-Encoding: gzip, deflate, br, zstd", *headers)
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: csrf={SECRET}; device={token}", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def post(path, token, fields):
    body = urlencode({"csrfmiddlewaretoken": SECRET} | fields)
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: csrf={SECRET}; device={token}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", body]).encode()


def entry(seen, hand):
    """The form of a hand, in a match of which every version so far was a hand."""
    answers = {f"{name}-{seat}": number for name, numbers in hand.items() for seat, number in enumerate(numbers)}
    return answers | {"key": uuid4(), "seen": seen, "number": seen + 1}


@dataclass(frozen=True)
class Repeating:
    """A conversation that sends the same request again and again."""

    request: bytes

    def __iter__(self):
        while True:
            yield self.request


@dataclass(frozen=True)
class Saving:
    """A conversation that plays whole matches of four, hand by hand, from a device of the club."""

    matches: list
    token: str

    def __iter__(self):
        for pk in self.matches:
            for seen, hand in enumerate(hands(4, 25)):
                yield post(f"/matches/{pk}/rounds/", self.token, entry(seen, hand))


# --- The processes ---


class Answers(NamedTuple):
    """How long each answer took, how many had which status, seconds in all, and our own share of a core."""

    times: list
    statuses: Counter
    seconds: float
    own: float

    @property
    def rate(self):
        return len(self.times) / self.seconds


class Load:
    """Processes of clients, on other cores than the server's."""

    def __init__(self, processes, server):
        self.processes, self.port = processes, server.port
        self.pool = get_context("spawn").Pool(processes, stay_off, [server.pid])

    def close(self):
        self.pool.terminate()
        self.pool.join()

    def run(self, conversations, seconds):
        """Hold these conversations at once, for so long or until they end: generators that get each answer."""
        shares = [(self.port, conversations[number :: self.processes], seconds) for number in range(self.processes)]
        parts = self.pool.starmap(hold, [share for share in shares if share[1]])
        return Answers(
            [one for part in parts for one in part.times],
            sum((part.statuses for part in parts), Counter()),
            max(part.seconds for part in parts),
            max(part.own for part in parts),
        )


def stay_off(pid):
    """Leave the server its cores, unless there are no others."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, os.sched_getaffinity(0) - os.sched_getaffinity(pid) or os.sched_getaffinity(0))


def hold(port, conversations, seconds):
    """Hold some conversations in this process, each in a thread with a connection of its own."""
    busy, begun = time.process_time(), time.perf_counter()
    with ThreadPoolExecutor(len(conversations)) as threads:
        parts = list(threads.map(talk, repeat(port), conversations, repeat(begun + seconds)))
    lasted = time.perf_counter() - begun
    own = (time.process_time() - busy) / lasted
    times = [one for part, _ in parts for one in part]
    return Answers(times, sum((statuses for _, statuses in parts), Counter()), lasted, own)


def send(server, request):
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(request)
        return answer(line)


def talk(port, requests, end):
    times, statuses = [], Counter()
    conversation, heard = iter(requests), None
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line, suppress(StopIteration):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            request = conversation.send(heard)
            begun = time.perf_counter()
            if begun >= end:
                break
            line.sendall(request)
            heard = answer(line)
            statuses[heard[0]] += 1
            times.append(time.perf_counter() - begun)
    return times, statuses


def answer(line):
    """Read one answer: its status, its headers as bytes in lower case, its body."""
    received = line.recv(65536)
    while b"\r\n\r\n" not in received:
        received += more(line)
    head, _, body = received.partition(b"\r\n\r\n")
    _, found, rest = head.lower().partition(b"content-length:")
    parts, length, there = [body], int(rest.split(b"\r\n", 1)[0]) if found else 0, len(body)
    while there < length:
        parts.append(more(line))
        there += len(parts[-1])
    return int(head[9:12]), head.lower(), b"".join(parts)


def more(line):
    received = line.recv(262144)
    if not received:
        raise ConnectionError("the server hung up in the middle of an answer")
    return received
