"""granian as we run it: one server for pages, and beside HTTPS another one that leads phones there by HTTP."""

import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

# How long a worker may finish what it is doing at the end. Then it is killed, which undoes what it has not finished.
STOP_SECONDS = 2
# Connections of a worker; most of them are phones that say nothing.
MAX_CONNECTIONS = 4096


def make_server(
    host: str,
    port: int,
    workers: int,
    cert: Path | None = None,
    key: Path | None = None,
    metrics: tuple[str, int] | None = None,
) -> Any:
    """Return a server; `metrics`: where it tells Prometheus what all of its workers did together."""
    metrics_host, metrics_port = metrics or ("127.0.0.1", 9090)
    return Granian(
        "scorekeeper.server.worker:gateway",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        # With HTTP/2 on offer a silent connection is never closed: who says nothing has not chosen.
        http=HTTPModes.http1,
        # Milliseconds until a silent connection is closed; bytes of headers.
        http1_settings=HTTP1Settings(header_read_timeout=10_000, max_buffer_size=64 * 1024),
        backlog=MAX_CONNECTIONS,
        backpressure=MAX_CONNECTIONS,
        workers=workers,
        workers_kill_timeout=STOP_SECONDS,
        respawn_failed_workers=True,
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
    """End this process when the one that started it has gone, however that was killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_SECONDS)
        os._exit(1)
