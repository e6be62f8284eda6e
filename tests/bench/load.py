"""The load: processes of ours, each with a few connections that ask again as soon as they are answered."""

import os
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import repeat
from multiprocessing import get_context
from typing import NamedTuple


class Answers(NamedTuple):
    """What a run came to: how long each answer took, how many of each status, seconds, and our own processor time."""

    times: list
    statuses: Counter
    seconds: float
    own: float

    @property
    def rate(self):
        return len(self.times) / self.seconds


class Load:
    """Processes that wait to be told what to ask for, on other cores than the server's."""

    def __init__(self, processes, server):
        self.processes, self.port = processes, server.port
        self.pool = get_context("spawn").Pool(processes, stay_off, [server.pid])

    def close(self):
        self.pool.terminate()
        self.pool.join()

    def run(self, conversations, seconds):
        """Hold these conversations at once, for so long or until they end: generators of requests, told each answer."""
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


def ask(server, request):
    """Ask once: status, headers, body."""
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
