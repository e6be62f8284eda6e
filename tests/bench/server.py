"""`manage.py serve`, pinned to its cores, for as long as a part needs it."""

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
PATIENCE = 120


@contextmanager
def serving(data, workers=1):
    """Serve a data folder with so many workers, a core for each where the system can pin; stop it by its process id."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--data", str(data), "--host", "127.0.0.1", "--port", str(port)]
    with Path(data, f"serve-{port}.log").open("w+") as log:
        process = subprocess.Popen([*command, "--workers", str(workers)], cwd=ROOT, stdout=log, stderr=log)
        try:
            pin(process.pid, range(workers))
            wait_until_ready(process, Path(log.name))
            yield Server(port, process.pid)
        finally:
            stop(process)


class Server:
    def __init__(self, port, pid):
        self.port, self.pid = port, pid
        self.address = f"http://127.0.0.1:{port}"

    def busy(self):
        """Seconds of processor time it has used so far, its workers included."""
        processes = [psutil.Process(self.pid), *psutil.Process(self.pid).children(recursive=True)]
        return sum(times.user + times.system for times in (process.cpu_times() for process in processes))


def pin(pid, cores):
    """Keep a process and its children on these of the cores there are, counted from the last."""
    if hasattr(os, "sched_setaffinity"):
        there = sorted(os.sched_getaffinity(0), reverse=True)
        os.sched_setaffinity(pid, {there[core % len(there)] for core in cores})


def wait_until_ready(process, log):
    for _ in range(PATIENCE * 20):
        if "on this machine" in log.read_text():
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")


def stop(process):
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
