"""`manage.py serve` on a free port, for as long as a part needs it."""

import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 60


@contextmanager
def serving(data):
    """Serve a data folder; yield the address. The server is stopped by its process id."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--data", str(data), "--host", "127.0.0.1", "--port", str(port)]
    with (data / "serve.log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        try:
            wait_until_ready(process, Path(log.name))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(START_SECONDS)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_until_ready(process, log):
    for _ in range(START_SECONDS * 20):
        if "on this machine" in log.read_text():
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")
