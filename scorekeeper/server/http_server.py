"""granian as we run it: one server for pages, and beside HTTPS another one that leads phones there by HTTP."""

import gc
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string
from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

from scorekeeper import limits
from scorekeeper.server.database import limit_waiting
from scorekeeper.server.gateway import Gateway

# How long a worker may finish what it is doing at the end. Then it is killed, which undoes what it has not finished.
STOP_SECONDS = 2
# Connections of a worker; most of them are phones that say nothing.
MAX_CONNECTIONS = 4096


def make_server(host: str, port: int, workers: int, cert: Path | None = None, key: Path | None = None) -> Any:
    return Granian(
        "scorekeeper.server.http_server:start_worker",
        factory=True,
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
        log_dictconfig=settings.LOGGING,
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


# --- A worker: the app, for as long as the process that started it lives ---


def start_worker() -> Gateway:
    # Forked with its parent's handlers, a worker told to end before it has its own would ignore it.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    connection_created.connect(limit_waiting)
    threading.Thread(target=end_with_parent, daemon=True).start()
    threading.Thread(target=warm_up, daemon=True).start()
    application = import_string(settings.WSGI_APPLICATION)
    return Gateway(application, limits.MAX_IMPORT_REQUEST_BYTES, settings.LONG_FORMS_PATH)


def end_with_parent() -> None:
    """End this process when the one that started it has gone, however that was killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_SECONDS)
        os._exit(1)


def warm_up() -> None:
    for name in settings.WARM_UP:
        import_string(name)()
    gc.freeze()  # everything permanent exists now, and need not be looked at again
    collect_garbage()


def collect_garbage() -> None:
    """Collect in this thread what all of them leave behind.

    Whoever frees a cursor of SQLite waits until its connection does: while another program is writing, for
    LOCK_SECONDS. Pages waited up to sixteen seconds when every thread collected garbage.
    """
    gc.disable()
    while True:
        time.sleep(1)
        gc.collect()
