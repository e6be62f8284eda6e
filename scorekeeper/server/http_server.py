"""waitress as we run it: one process, in which one thread sends and receives, and others answer whole requests."""

import gc
import socket
import threading
import time
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string
from waitress import create_server  # type: ignore[import-untyped]

from scorekeeper import limits
from scorekeeper.server.database import limit_waiting

# Requests that are answered at once. Most wait for the database; each thread keeps a connection to it.
THREADS = 24
# When a silent connection is closed. A proxy should be first (Caddy: after 120 seconds), or it sends a form into one
# that is just being closed.
IDLE_SECONDS = 150
MAX_HEADER_BYTES = 64 * 1024
# A larger body is received into a temporary file, which has no name and so leaves nothing behind.
SMALL_BODY_BYTES = 64 * 1024


def make_server(listening: socket.socket, max_connections: int) -> Any:
    connection_created.connect(limit_waiting)
    threading.Thread(target=warm_up, daemon=True).start()
    return create_server(
        import_string(settings.WSGI_APPLICATION),
        sockets=[listening],
        threads=THREADS,
        connection_limit=max_connections,
        asyncore_use_poll=True,  # select() knows the first 1,024 files of a process only
        channel_timeout=IDLE_SECONDS,
        max_request_header_size=MAX_HEADER_BYTES,
        max_request_body_size=limits.MAX_IMPORT_REQUEST_BYTES + 1,
        inbuf_overflow=SMALL_BODY_BYTES,
        ident=None,
        log_socket_errors=False,
        # waitress trusts one proxy's address, or everybody's; SCOREKEEPER_PROXY names networks: web/middleware.py.
        clear_untrusted_proxy_headers=False,
    )


def warm_up() -> None:
    for name in settings.WARM_UP:
        import_string(name)()
    gc.freeze()  # everything permanent exists now, and need not be looked at again
    collect_garbage()


def collect_garbage() -> None:
    """Collect in this thread what all of them leave behind.

    Whoever frees a cursor of SQLite waits until its connection is done: while another program writes, for LOCK_SECONDS.
    Beside twenty savers pages then waited up to 6.3 seconds, and 0.5 with this.
    """
    gc.disable()
    while True:
        time.sleep(1)
        gc.collect()
