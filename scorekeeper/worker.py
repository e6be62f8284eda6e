"""What each process of `serve` runs: the app, for as long as the process that started it lives."""

import gc
import os
import signal
import threading
from multiprocessing import parent_process

# Forked with its parent's handlers, a worker told to end before it has its own would note it and go on.
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.SIG_DFL)

from scorekeeper.rulebook.index import rules_index  # noqa: E402
from scorekeeper.wsgi import application  # noqa: E402, F401 -- granian looks for it here


def end_with_parent() -> None:
    """Left behind by a killed parent, workers would keep the port, and the next start would find it taken."""
    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def settle_down() -> None:
    """Make what the first search would wait for. All that stays for good is there then: leave it out of the looking for
    garbage, which else goes through it again and again, a tenth of the time of each answer."""
    rules_index()
    gc.freeze()


threading.Thread(target=end_with_parent, daemon=True).start()
threading.Thread(target=settle_down, daemon=True).start()
