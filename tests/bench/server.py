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
def serving(data, workers=1):
    """Serve a data folder; yield the address. The server is stopped by its process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--data", str(data), "--host", "127.0.0.1", "--port", str(port)]
    with (data / "serve.log").open("w") as log:
        process = subprocess.Popen([*command, "--workers", str(workers)], cwd=ROOT, stdout=log, stderr=log)
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(START_SECONDS)


def wait_for(port):
    for _ in range(START_SECONDS * 20):
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")
