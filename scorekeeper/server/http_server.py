"""waitress, configured: one thread sends and receives, THREADS others answer requests that arrived whole."""

import ctypes
import gc
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string
from waitress import create_server  # type: ignore[import-untyped]

from scorekeeper import limits
from scorekeeper.server.database import limit_waiting

# Number of requests answered at the same time. Each thread keeps a connection to the database.
THREADS = 24
# When an idle connection is closed. A proxy has to be first (Caddy: after 120 seconds), or it sends a form into a
# connection that is being closed.
IDLE_SECONDS = 150
MAX_HEADER_BYTES = 64 * 1024
# Larger bodies are received into a temporary file without a name, which disappears with the process.
SMALL_BODY_BYTES = 64 * 1024
# A parameter of mallopt, from glibc's malloc.h.
M_ARENA_MAX = -8


def make_server(bound: socket.socket, max_connections: int) -> Any:
    """Return a server that listens on this socket."""
    connection_created.connect(limit_waiting)
    threading.Thread(target=warm_up, daemon=True).start()
    return create_server(
        import_string(settings.WSGI_APPLICATION),
        sockets=[bound],
        threads=THREADS,
        connection_limit=max_connections,
        asyncore_use_poll=True,  # select() is limited to 1,024 open files
        channel_timeout=IDLE_SECONDS,
        max_request_header_size=MAX_HEADER_BYTES,
        max_request_body_size=limits.MAX_IMPORT_REQUEST_BYTES + 1,
        inbuf_overflow=SMALL_BODY_BYTES,
        ident=None,
        log_socket_errors=False,
        # waitress trusts one address or all; SCOREKEEPER_PROXY may name networks: see web/middleware.py.
        clear_untrusted_proxy_headers=False,
    )


def limit_arenas() -> None:
    """Have the threads that begin from now on share two of glibc's arenas; by default each may have its own."""
    with suppress(AttributeError):  # only glibc has mallopt
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def warm_up() -> None:
    for name in settings.WARM_UP:
        import_string(name)()
    gc.freeze()  # leave permanent objects out of every later collection
    collect_garbage()


def collect_garbage() -> None:
    """Run the garbage collector in this thread only.

    Finalizing an SQLite cursor blocks while its connection is busy: for LOCK_SECONDS while another program writes.
    Beside twenty savers pages waited up to 6.3 seconds without this, and 0.5 with it.
    """
    gc.disable()
    while True:
        time.sleep(1)
        gc.collect()
