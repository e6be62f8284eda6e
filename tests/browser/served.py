"""`manage.py serve` in a process of its own: a server that can be stopped, hung and started again with what it kept."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from tests.bench.server import free_port, wait_until_ready

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
}


class Table:
    """One server, always at the same address."""

    def __init__(self, data):
        self.data, self.port = data, free_port()
        self.address = f"http://localhost:{self.port}"

    def start(self):
        command = [sys.executable, "manage.py", "serve", "--data", self.data, "--host", "127.0.0.1", "--workers", "1"]
        with (self.data / "serve.log").open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)], cwd=ROOT, env=ENVIRONMENT, stdout=log, stderr=log
            )
        wait_until_ready(self.process, self.data / "serve.log")

    def joined(self, role=3):
        """The token of a device that has just come in."""
        return self.told(f"Device.join(Club.here(), 'a phone', {role})[1]")

    def told(self, expression):
        """What the club's models say."""
        script = (
            f"from scorekeeper.clubs.models import *; from scorekeeper.matches.models import *; print({expression})"
        )
        command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--data", self.data, "-c", script]
        asked = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=True)
        return asked.stdout.split()[-1]

    def stop(self, how=signal.SIGKILL):
        """As when somebody pulls the plug; with SIGTERM, as when somebody presses Ctrl-C."""
        workers = self.workers
        self.process.send_signal(how)
        self.process.wait()
        psutil.wait_procs(workers, timeout=5)

    @property
    def workers(self):
        return psutil.Process(self.process.pid).children(recursive=True)

    def hang(self):
        for process in self.workers:
            process.send_signal(signal.SIGSTOP)

    def go_on(self):
        for process in self.workers:
            process.send_signal(signal.SIGCONT)
