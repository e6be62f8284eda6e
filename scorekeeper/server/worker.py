"""What each process of `serve` runs: the app, for as long as the process that started it lives."""

import gc
import signal
import threading
import time

from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string

# Forked with its parent's handlers, a worker told to end before it has its own would ignore it.
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.SIG_DFL)

from scorekeeper import limits  # noqa: E402
from scorekeeper.server.database import limit_waiting  # noqa: E402
from scorekeeper.server.gateway import Gateway  # noqa: E402
from scorekeeper.server.listening import end_with_parent  # noqa: E402
from scorekeeper.wsgi import application  # noqa: E402

gateway = Gateway(application, limits.MAX_IMPORT_REQUEST_BYTES, settings.LONG_FORMS_PATH)


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


connection_created.connect(limit_waiting)
threading.Thread(target=end_with_parent, daemon=True).start()
threading.Thread(target=warm_up, daemon=True).start()
