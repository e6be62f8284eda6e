"""granian as we run it: one server for pages, and beside HTTPS another one that leads phones there by HTTP."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from granian import Granian
from granian._granian import ListenerSpec
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import WorkerProcess

LAST_REQUESTS = 2
"""Seconds for what is under way at the end; then the worker is killed, which undoes what it has not finished."""
CONNECTIONS = 4096
"""So many a worker holds; most of them say nothing."""
HEADERS = HTTP1Settings(header_read_timeout=10_000, max_buffer_size=64 * 1024)
"""Milliseconds until a silent connection is closed; bytes."""
UNREAD = 20_000
"""Milliseconds until a connection ends whose other end takes nothing of what it asked for."""
STARTS = LEAVES = 3
"""Seconds that a new worker has until the old one accepts no more, and the old one then for what it had accepted."""
ACCEPT_NO_MORE = signal.SIGUSR1
when_replaced: list[Callable[[], None]] = []
"""What a worker does beside accepting no more, when another one has its place."""


class Server(Granian):  # type: ignore[misc, valid-type]
    """granian, which by itself drops what a worker that is replaced has in its queue, or has not heard of yet.

    Here each worker accepts from a socket that outlives it, and the old one leaves it to the new one before it ends.
    granian has no public way to say so, and none is planned: it trusts in a setting of the kernel that is off by
    default (net.ipv4.tcp_migrate_req). So these are private methods of the version that is pinned.
    """

    def _init_shared_socket(self) -> None:
        spec = ListenerSpec(self.bind_addr, self.bind_port, self.backlog)
        # Linux deals connections out to several sockets of one port; elsewhere one of them would get all.
        self.holders = [spec.build() for _ in range(self.workers if sys.platform == "linux" else 1)]
        self.sockets = [socket.socket(fileno=holder.get_fd()) for holder in self.holders]
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            for one in self.sockets:  # and with them all that is accepted from them
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)

    def _drop_shared_socket(self) -> None:
        for one in self.sockets:
            one.close()

    def _spawn_worker(self, idx: int, target: Any, callback_loader: Any) -> WorkerProcess:
        own = idx % len(self.sockets)
        self._shd, self._sso = self.holders[own], self.sockets[own]
        process: WorkerProcess = super()._spawn_worker(idx, _serve_until_replaced, callback_loader)
        return process

    def _respawn_workers(self, workers: list[int], *args: Any, delay: float = 0) -> None:
        for idx in workers:
            if delay:
                pid = self.wrks[idx]._id()
                threading.Timer(STARTS, os.kill, [pid, ACCEPT_NO_MORE]).start()
            super()._respawn_workers([idx], *args, delay=delay)


def _serve_until_replaced(worker: int, name: str, loader: Any, sockets: Any, *args: Any) -> None:
    (_, holder), _ = sockets
    nobody = socket.create_server(("127.0.0.1", 0))
    nobody.setblocking(False)

    def accept_no_more(*_: Any) -> None:
        # granian goes on asking its socket, which is one now to which nobody connects.
        os.dup2(nobody.fileno(), holder.get_fd())
        for step in when_replaced:
            step()

    signal.signal(ACCEPT_NO_MORE, accept_no_more)
    Granian._spawn_rsgi_worker(worker, name, loader, sockets, *args)


def make_server(
    host: str,
    port: int,
    workers: int,
    cert: Path | None = None,
    key: Path | None = None,
    metrics: tuple[str, int] | None = None,
) -> Server:
    """Return a server; `metrics`: where it tells Prometheus what all of its workers did together."""
    metrics_host, metrics_port = metrics or ("127.0.0.1", 9090)
    return Server(
        "scorekeeper.server.worker:gateway",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        # With HTTP/2 on offer a silent connection is never closed: who says nothing has not chosen.
        http=HTTPModes.http1,
        http1_settings=HEADERS,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        workers=workers,
        workers_kill_timeout=LAST_REQUESTS,
        respawn_failed_workers=True,
        respawn_interval=STARTS + LEAVES,
        websockets=False,
        log_level=LogLevels.warning,
        metrics_enabled=metrics is not None,
        metrics_address=metrics_host,
        metrics_port=metrics_port,
        metrics_scrape_interval=5,
        ssl_cert=cert,
        ssl_key=key,
        ssl_protocol_min=SSLProtocols.tls12,  # phones of 2018 know no other
    )


def start_beside(host: str, port: int) -> multiprocessing.Process:
    """Serve on another port as well, without HTTPS, from a process of its own."""
    process = multiprocessing.Process(target=_serve_beside, args=[host, port])
    process.start()
    return process


def _serve_beside(host: str, port: int) -> None:
    threading.Thread(target=end_with_parent, daemon=True).start()
    make_server(host, port, workers=1).serve()


def end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LAST_REQUESTS)
        os._exit(1)
