"""Between granian and Django: bodies arrive in the event loop, requests run in a few threads, long answers in others.

granian hands a request over as soon as its headers are there. While its body arrives slowly, or never, no thread waits.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import Any

from scorekeeper.server.database import DISK_FULL, RETRY_SECONDS, is_full

# Threads of a worker. Pages are read while all who write wait for the database, and while long answers are made.
READING_THREADS, WRITING_THREADS, LONG_THREADS = 4, 2, 2
# How long a request waits for a thread. Who writes then waits for the database, LOCK_SECONDS more.
READING_SECONDS, WRITING_SECONDS = 5, 2.5
# How long a body may take. A large one gets as long again whenever this much of it has arrived.
BODY_SECONDS, BODY_PROGRESS_BYTES = 10, 5_000_000
# A larger body goes into a temporary file, which has no name and so leaves nothing behind.
SMALL_BODY_BYTES = 64 * 1024
# All larger bodies that are not answered yet, together: in a container their files are memory.
MAX_BODIES_BYTES = 256 * 2**20
# granian opens the file of a long answer by its descriptor, some time after it is told to.
OPENING_SECONDS = 60

SERVER = ("Server", "")  # granian would give its name
INCOMPLETE = 400, "What arrived was incomplete. Nothing was saved: try again."
TOO_SLOW = 408, "This took too long to arrive. Nothing was saved: try again."
BROKEN = 500, "Something went wrong here: try again."
CROWDED = 503, "Too many are asking at once. Nothing was saved: try again in a moment."
FULL = 507, DISK_FULL

logger = logging.getLogger(__name__)


class Gateway:
    """An RSGI application made of a WSGI one.

    A body of more than `max_bytes` is read and forgotten: a browser shows an answer only when it could send all.
    Django refuses it by its length. What is posted below `long_path` takes long.
    """

    def __init__(self, application: Callable[..., Any], max_bytes: int, long_path: str) -> None:
        self.application, self.max_bytes, self.long_path = application, max_bytes, long_path
        self.reading, self.writing = ThreadPoolExecutor(READING_THREADS), ThreadPoolExecutor(WRITING_THREADS)
        self.long = ThreadPoolExecutor(LONG_THREADS)
        self.kept_bytes = 0

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        exchange = Exchange(scope, protocol)
        refusal = await self.wait_for_body(exchange) or await self.answer(exchange)
        if refusal:
            exchange.refuse(*refusal)
        exchange.body.close()
        self.kept_bytes -= exchange.kept_bytes

    async def wait_for_body(self, exchange: Exchange) -> tuple[int, str] | None:
        """Return None once the body is there; else a status and a sentence."""
        # Awaited and cancelled by hand: an exception that passed through here would keep the connection open.
        task = asyncio.ensure_future(self.receive(exchange))
        progress = BODY_PROGRESS_BYTES
        while not task.done() and progress >= BODY_PROGRESS_BYTES:
            before = exchange.received
            await asyncio.wait([task], timeout=BODY_SECONDS)
            progress = exchange.received - before
        if task.cancel():
            return TOO_SLOW
        if error := task.exception():
            return FULL if is_full(error) else INCOMPLETE
        return task.result()

    async def receive(self, exchange: Exchange) -> tuple[int, str] | None:
        if not exchange.length:
            return None
        async for chunk in exchange.protocol:
            exchange.received += len(chunk)
            if exchange.length <= self.max_bytes:
                exchange.body.write(chunk)
            if SMALL_BODY_BYTES < exchange.length <= self.max_bytes:
                exchange.kept_bytes += len(chunk)
                self.kept_bytes += len(chunk)
                if self.kept_bytes > MAX_BODIES_BYTES:
                    return CROWDED
            # A connection that breaks gives an empty chunk.
            if not chunk or exchange.received >= exchange.length:
                break
        exchange.body.seek(0)
        return None if exchange.received >= exchange.length else INCOMPLETE

    async def answer(self, exchange: Exchange) -> tuple[int, str] | None:
        writes = exchange.scope.method == "POST"
        threads, seconds = (self.writing, WRITING_SECONDS) if writes else (self.reading, READING_SECONDS)
        if writes and self.long_path in exchange.scope.path:
            threads = self.long
        asked = threads.submit(exchange.ask, self.application)
        if not await is_done(asked, seconds):
            if asked.cancel():
                return CROWDED
            await is_done(asked)
        if exchange.is_long:
            hung_up = asyncio.ensure_future(exchange.wait_for_hanging_up())
            await is_done(self.long.submit(exchange.finish_long, hung_up.done))
            hung_up.cancel()
        return exchange.send()


async def is_done(work: Future[None], seconds: float | None = None) -> bool:
    done, _ = await asyncio.wait([asyncio.wrap_future(work)], timeout=seconds)
    return bool(done)


class Exchange:
    """A request and its answer."""

    def __init__(self, scope: Any, protocol: Any) -> None:
        self.scope, self.protocol = scope, protocol
        # A body of unknown length is not read: to Django it is empty.
        unknown = "transfer-encoding" in scope.headers
        self.length = 0 if unknown else int(scope.headers.get("content-length", "0"))
        self.body = SpooledTemporaryFile(SMALL_BODY_BYTES)  # noqa: SIM115 -- closed with the exchange
        self.received = self.kept_bytes = 0
        self.status, self.headers = 500, [SERVER]
        self.response: Any = None
        self.content = b""
        self.file: int | None = None
        self.is_long = False
        self.refusal: tuple[int, str] | None = None

    def refuse(self, status: int, sentence: str) -> None:
        """Answer without Django."""
        headers = [SERVER, ("Content-Type", "text/plain; charset=utf-8")]
        if status == 503:
            headers.append(("Retry-After", str(RETRY_SECONDS)))
        self.protocol.response_str(status, headers, f"{sentence}\n")

    def ask(self, application: Callable[..., Any]) -> None:
        try:
            self.response = application(environ_of(self.scope, self.length, self.body), self.start)
            # Static files are streamed as well; they say how long they are, and are short.
            streamed = getattr(self.response, "streaming", False) and "Content-Length" not in self.response
            self.is_long = streamed and self.scope.method != "HEAD"
            if not self.is_long:
                self.content = b"" if self.scope.method == "HEAD" else b"".join(self.response)
                self.response.close()
        except Exception:
            logger.exception("A request could not be answered")
            self.refusal = BROKEN

    def start(self, status: str, headers: list[tuple[str, str]]) -> None:
        self.status, self.headers = int(status[:3]), [*headers, SERVER]

    async def wait_for_hanging_up(self) -> None:
        await self.protocol.client_disconnect()

    def finish_long(self, is_given_up: Callable[[], bool]) -> None:
        """Make all of it before any is sent: granian takes at once what it is to stream, and keeps it in memory."""
        try:
            with TemporaryFile() as file:
                parts = iter(self.response)
                while not is_given_up() and (part := next(parts, None)) is not None:
                    file.write(part)
                self.headers.append(("Content-Length", str(file.tell())))
                file.seek(0)
                self.file = os.dup(file.fileno())
            self.response.close()
        except Exception as error:
            logger.exception("A long answer could not be made")
            self.refusal = FULL if is_full(error) else BROKEN

    def send(self) -> tuple[int, str] | None:
        if self.refusal:
            return self.refusal
        if self.scope.method == "HEAD":
            self.protocol.response_empty(self.status, self.headers)
        elif self.file is None:
            self.protocol.response_bytes(self.status, self.headers, self.content)
        else:
            self.protocol.response_file(self.status, self.headers, f"/dev/fd/{self.file}")
            asyncio.get_running_loop().call_later(OPENING_SECONDS, os.close, self.file)
        return None


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
            # A header sent twice is one list (RFC 9110, 5.3); cookies are separated by semicolons.
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
