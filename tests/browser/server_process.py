"""`manage.py serve` in a process of its own: a server that can be stopped, hung and started again with its data."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
# Each server makes a secret key of its own in its folder.
LEFT_OUT = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SCOREKEEPER_SECRET_KEY")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}


class ServerProcess:
    """One server, always at the same address."""

    def __init__(self, data, *options):
        self.data, self.port, self.options = data, free_port(), options
        self.address = f"http://localhost:{self.port}"

    @property
    def log(self):
        return self.data / "serve.log"

    def start(self):
        command = [sys.executable, "manage.py", "serve", "--data", self.data, "--host", "127.0.0.1"]
        command += ["--port", str(self.port), *self.options]
        with self.log.open("w") as output:
            self.process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=output, stderr=output)
        wait_until_ready(self.process, self.log)

    def stop(self, how=signal.SIGKILL):
        """As when somebody pulls the plug; with SIGTERM, as when somebody presses Ctrl-C."""
        self.process.send_signal(how)
        self.process.wait()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGTERM)


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
