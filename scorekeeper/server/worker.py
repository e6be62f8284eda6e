"""What each process of `serve` runs: the app, for as long as the process that started it lives."""

import gc
import os
import signal
import threading
import time
from multiprocessing import parent_process

from django.conf import settings
from django.utils.module_loading import import_string

# Forked with its parent's handlers, a worker told to end before it has its own would note it and go on.
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.SIG_DFL)

from scorekeeper.server.gateway import Gateway  # noqa: E402
from scorekeeper.web.middleware import LARGEST_FILE  # noqa: E402
from scorekeeper.wsgi import application  # noqa: E402

LAST_REQUESTS = 3
"""Seconds for what is under way when the server is to end."""

gateway = Gateway(application, LARGEST_FILE)


def end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LAST_REQUESTS)
        os._exit(1)


def warm_up() -> None:
    for name in settings.WARM_UP:
        import_string(name)()
    # Everything permanent exists now: garbage collection need not look at it again, a tenth of each answer's time.
    gc.freeze()


threading.Thread(target=end_with_parent, daemon=True).start()
threading.Thread(target=warm_up, daemon=True).start()
