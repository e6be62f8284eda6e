"""Between granian and Django: bodies arrive in the event loop, requests run in a few threads, long answers in one.

granian hands a request over as soon as its headers are there. Who then sends the body slowly, or never, takes an entry
in a list here, and no thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from functools import lru_cache, partial
from queue import SimpleQueue
from tempfile import SpooledTemporaryFile
from threading import Thread
from typing import Any

from scorekeeper.server.database import CannotWrite, no_room
from scorekeeper.server.giving_way import answering_request, give_way

THREADS = 8
"""A request mostly waits, for its turn to write or for the disk: more of them than cores."""
DEADLINE = 10
"""Seconds for a body to arrive. A large file has as many again, while each time brings WORTH_WAITING bytes."""
WORTH_WAITING = 5_000_000
MOST_WAITING = 1_000
"""So many bodies a worker waits for: then the oldest gives way. Not counted by address: a household shares one."""
BODY_IN_MEMORY, ANSWER_IN_MEMORY = 64 * 1024, 4 * 2**20
"""What is larger goes into a temporary file, which has no name and so leaves nothing behind."""
MOST_KEPT = 256 * 2**20
"""So many bytes the files of bodies get together that are still awaited: in a container they are memory."""
UNTIL_OPENED = 60

TOO_SLOW = 408, "This took too long to arrive. Nothing was saved: try again."
NO_ROOM = 507, str(CannotWrite())
BROKEN = 500, "Something went wrong here: try again."
SERVER = ("Server", "")
"""granian would give its name."""
TEXT = ("Content-Type", "text/plain; charset=utf-8")

logger = logging.getLogger(__name__)


class Gateway:
    """An RSGI application made of a WSGI one.

    A body of more than `most` bytes is read and forgotten: a browser shows an answer only when it could send all.
    Django refuses it by its length.
    """

    def __init__(self, application: Callable[..., Any], most: int) -> None:
        self.application, self.most = application, most
        self.added_headers = [SERVER]
        self.waiting: dict[asyncio.Task[None], Exchange] = {}
        self.requests, self.downloads = Threads(THREADS), Threads(1)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop

    def close_connections(self) -> None:
        """Have each closed with its next answer, so that nobody asks by one that is about to be closed."""
        self.added_headers.append(("Connection", "close"))

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        exchange = Exchange(scope, protocol, self.loop, self.added_headers)
        if exchange.length:
            refusal = await self.wait_for_body(exchange)
            if refusal:
                exchange.refuse(*refusal)
                return
        self.requests.do(partial(self.answer, exchange))
        await exchange.answered

    async def wait_for_body(self, exchange: Exchange) -> tuple[int, str] | None:
        """Return once it is there, or has broken off; with a status and a sentence where that takes too long."""
        exchange.keeps_body = exchange.length <= self.most
        task = self.loop.create_task(exchange.receive(self.let_oldest_go))
        self.waiting[task] = exchange
        if len(self.waiting) > MOST_WAITING:
            self.let_go(next(iter(self.waiting)))
        progress = WORTH_WAITING
        # Waited for and cancelled by hand: an exception on its way through here would keep the connection open.
        while not task.done() and progress >= WORTH_WAITING:
            before = exchange.received
            await asyncio.wait([task], timeout=DEADLINE)
            progress = exchange.received - before
        self.waiting.pop(task, None)
        if task.cancel() or task.cancelled():
            return TOO_SLOW
        return NO_ROOM if task.exception() else None

    def let_oldest_go(self) -> None:
        kept = {task: exchange.kept for task, exchange in self.waiting.items() if exchange.kept}
        beyond = sum(kept.values()) - MOST_KEPT
        for task, size in kept.items():
            if beyond <= 0:
                return
            beyond -= size
            self.let_go(task)

    def let_go(self, task: asyncio.Task[None]) -> None:
        del self.waiting[task]
        task.cancel()

    def answer(self, exchange: Exchange) -> None:
        with answering_request():
            exchange.ask(self.application)
            if not exchange.is_long:
                exchange.send()
                return
        self.loop.call_soon_threadsafe(exchange.watch_client)
        self.downloads.do(exchange.send)


class Exchange:
    """A request and its answer."""

    def __init__(
        self, scope: Any, protocol: Any, loop: asyncio.AbstractEventLoop, added_headers: list[tuple[str, str]]
    ) -> None:
        self.scope, self.protocol, self.loop, self.added_headers = scope, protocol, loop, added_headers
        # A body of unknown length is not read: to Django it is empty.
        unknown = "transfer-encoding" in scope.headers
        self.length = 0 if unknown else int(scope.headers.get("content-length", "0"))
        self.body, self.received = SpooledTemporaryFile(BODY_IN_MEMORY), 0  # noqa: SIM115 -- closed with the exchange
        self.status, self.headers = 500, added_headers
        self.response: Any = None
        self.keeps_body = True
        self.is_long = self.is_given_up = False
        self.answered = loop.create_future()

    @property
    def kept(self) -> int:
        """How much of the body is in a file."""
        return self.received if self.keeps_body and self.received > BODY_IN_MEMORY else 0

    async def receive(self, make_room: Callable[[], None]) -> None:
        async for chunk in self.protocol:
            self.received += len(chunk)
            if self.keeps_body:
                self.body.write(chunk)
            if self.kept:
                make_room()
            # A connection that broke gives an empty chunk. Django counts what is there.
            if not chunk or self.received >= self.length:
                break
        self.body.seek(0)

    def refuse(self, status: int, sentence: str) -> None:
        """Answer without Django; nothing happens where an answer was sent."""
        self.protocol.response_str(status, [*self.added_headers, TEXT], f"{sentence}\n")
        self.body.close()

    def ask(self, application: Callable[..., Any]) -> None:
        try:
            self.response = application(environ_of(self.scope, self.length, self.body), self.start)
            # Static files are streamed as well; they say how long they are, and are short.
            streamed = getattr(self.response, "streaming", False) and "Content-Length" not in self.response
            self.is_long = streamed and self.scope.method != "HEAD"
        except Exception:
            logger.exception("A request could not be answered")

    def start(self, status: str, headers: list[tuple[str, str]]) -> None:
        self.status, self.headers = int(status[:3]), [*headers, *self.added_headers]

    def send(self) -> None:
        try:
            if self.response is None:
                self.refuse(*BROKEN)
            elif self.scope.method == "HEAD":
                self.protocol.response_empty(self.status, self.headers)
            elif self.is_long:
                self.send_long()
            else:
                self.protocol.response_bytes(self.status, self.headers, b"".join(self.response))
            if self.response is not None:
                self.response.close()
        except Exception as error:
            logger.exception("An answer could not be sent")
            self.refuse(*(NO_ROOM if no_room(error) else BROKEN))
        self.body.close()
        self.loop.call_soon_threadsafe(self.answered.set_result, None)

    def watch_client(self) -> None:
        """Note when who asked hangs up: then nobody waits for the rest, and the next one need not either."""
        watching = self.loop.create_task(self._wait_for_hanging_up())
        self.answered.add_done_callback(lambda _: watching.cancel())

    async def _wait_for_hanging_up(self) -> None:
        await self.protocol.client_disconnect()
        self.is_given_up = True

    def send_long(self) -> None:
        """Make all of it, then let granian send it: what it is given to stream it takes at once, and keeps."""
        with SpooledTemporaryFile(ANSWER_IN_MEMORY) as file:
            for part in self.response:
                file.write(part)
                give_way()
                if self.is_given_up:
                    self.refuse(*BROKEN)
                    return
            size = file.tell()
            file.seek(0)
            headers = [*self.headers, ("Content-Length", str(size))]
            if size <= ANSWER_IN_MEMORY:
                self.protocol.response_bytes(self.status, headers, file.read())
                return
            # Opened by granian once more, and read as fast as it is fetched.
            kept = os.dup(file.fileno())
        self.protocol.response_file(self.status, headers, f"/dev/fd/{kept}")
        self.loop.call_soon_threadsafe(self.loop.call_later, UNTIL_OPENED, os.close, kept)


class Threads:
    """So many threads, and what they are to do. They end with the process, whatever they do."""

    def __init__(self, count: int) -> None:
        self.work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.do = self.work.put
        for _ in range(count):
            Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        while True:
            self.work.get()()


def environ_of(scope: Any, length: int, body: Any) -> dict[str, Any]:
    """Return a request as PEP 3333 has it: text that stands for bytes, in Latin-1."""
    host, _, port = scope.server.rpartition(":")
    environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "SERVER_NAME": host.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
    }
    for name, value in scope.headers.items():
        if key := environ_key(name):
            # Said twice it is one list (RFC 9110, 5.3); cookies are parted by semicolons.
            separator = ";" if name == "cookie" else ","
            environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    if length:
        environ["CONTENT_LENGTH"] = str(length)
    return environ


@lru_cache(maxsize=200)
def environ_key(header: str) -> str:
    """Return "" for what is left out: with an underscore it would pass for another, which a proxy vouches for."""
    if "_" in header or header == "content-length":
        return ""
    key = header.upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"
